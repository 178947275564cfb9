package aes_test

import (
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"fmt"

	"vpaes.example/aes"
)

// A key that everyone knows, for examples with an output. Take one from
// crypto/rand, or from a key derivation function.
var exampleKey = []byte("example key 1234")

func ExampleNewCipher() {
	// Only the import says that this is not crypto/aes.
	block, err := aes.NewCipher(exampleKey)
	if err != nil {
		panic(err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		panic(err)
	}
	fmt.Println(block.BlockSize(), gcm.NonceSize(), gcm.Overhead())
	// Output: 16 12 16
}

func ExampleNew() {
	_, err := aes.New([]byte("a password is not a key"))
	var size aes.KeySizeError
	fmt.Println(errors.As(err, &size), int(size))
	fmt.Println(err)
	// Output:
	// true 23
	// crypto/aes: invalid key size 23
}

func ExampleNewGCM() {
	block, err := aes.New(exampleKey)
	if err != nil {
		panic(err)
	}
	gcm, err := aes.NewGCM(block)
	if err != nil {
		panic(err)
	}

	// A nonce is never used again with this key. Here it counts messages.
	nonce := []byte{11: 1}
	header := []byte("to: the harbour")
	sealed := gcm.Seal(nil, nonce, []byte("send more tea"), header)
	fmt.Printf("%x\n", sealed)

	opened, err := gcm.Open(nil, nonce, sealed, header)
	fmt.Printf("%s %v\n", opened, err)

	_, err = gcm.Open(nil, nonce, sealed, []byte("to: the airport"))
	fmt.Println(err)
	// Output:
	// a74ba62a2936dd90daf76c5386528bc89bb38b5639dadfdd2d5f7b246f
	// send more tea <nil>
	// cipher: message authentication failed
}

// Seal and Open allocate nothing if dst has room. With a dst that starts where
// the input does, they work in place.
func ExampleNewGCM_inPlace() {
	block, err := aes.New(exampleKey)
	if err != nil {
		panic(err)
	}
	gcm, err := aes.NewGCM(block)
	if err != nil {
		panic(err)
	}
	nonce := []byte{11: 2}
	packet := make([]byte, 0, 1500)
	packet = append(packet, "send more tea"...)
	packet = gcm.Seal(packet[:0], nonce, packet, nil)
	packet, err = gcm.Open(packet[:0], nonce, packet, nil)
	fmt.Printf("%s %v\n", packet, err)
	// Output: send more tea <nil>
}

func ExampleNewGCMWithRandomNonce() {
	block, err := aes.New(exampleKey)
	if err != nil {
		panic(err)
	}
	gcm, err := aes.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err)
	}
	sealed := gcm.Seal(nil, nil, []byte("send more tea"), nil)
	fmt.Println(len(sealed)-len("send more tea"), "bytes more")
	opened, err := gcm.Open(nil, nil, sealed, nil)
	fmt.Printf("%s %v\n", opened, err)
	// Output:
	// 28 bytes more
	// send more tea <nil>
}

func ExampleNewGCMWithNonceSize() {
	block, err := aes.New(exampleKey)
	if err != nil {
		panic(err)
	}
	gcm, err := aes.NewGCMWithNonceSize(block, 16)
	if err != nil {
		panic(err)
	}
	fmt.Println(gcm.NonceSize(), gcm.Overhead())
	// Output: 16 16
}

func ExampleNewGCMWithTagSize() {
	block, err := aes.New(exampleKey)
	if err != nil {
		panic(err)
	}
	gcm, err := aes.NewGCMWithTagSize(block, 12)
	if err != nil {
		panic(err)
	}
	fmt.Println(gcm.NonceSize(), gcm.Overhead())
	// Output: 12 12
}

func ExampleNewGCMWithSizes() {
	block, err := aes.New(exampleKey)
	if err != nil {
		panic(err)
	}
	gcm, err := aes.NewGCMWithSizes(block, 8, 13)
	if err != nil {
		panic(err)
	}
	fmt.Println(gcm.NonceSize(), gcm.Overhead())
	// Output: 8 13
}

func ExampleNewCTR() {
	block, err := aes.New(exampleKey)
	if err != nil {
		panic(err)
	}
	iv := make([]byte, aes.BlockSize) // never again with this key
	text := []byte("send more tea")
	aes.NewCTR(block, iv).XORKeyStream(text, text)
	fmt.Printf("%x\n", text)
	aes.NewCTR(block, iv).XORKeyStream(text, text)
	fmt.Printf("%s\n", text)
	// Output:
	// bb9328ac6d8266ad5aa2f434d7
	// send more tea
}

func ExampleNewCBCEncrypter() {
	block, err := aes.New(exampleKey)
	if err != nil {
		panic(err)
	}
	iv := make([]byte, aes.BlockSize)
	rand.Read(iv)
	text := []byte("two whole blocks of text, padded")
	sealed := make([]byte, len(text))
	aes.NewCBCEncrypter(block, iv).CryptBlocks(sealed, text)
	aes.NewCBCDecrypter(block, iv).CryptBlocks(sealed, sealed)
	fmt.Printf("%s\n", sealed)
	// Output: two whole blocks of text, padded
}

// Protocols that keep one object for many messages give each its own
// initialization vector.
func ExampleNewCBCDecrypter_setIV() {
	block, err := aes.New(exampleKey)
	if err != nil {
		panic(err)
	}
	mode := aes.NewCBCDecrypter(block, make([]byte, aes.BlockSize))
	for range 2 {
		text := []byte("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f")
		mode.(interface{ SetIV([]byte) }).SetIV([]byte("an IV of 16 byte"))
		mode.CryptBlocks(text, text)
		fmt.Printf("%x\n", text)
	}
	// Output:
	// da9ecac9fc42472918dbbc58b17bfac0
	// da9ecac9fc42472918dbbc58b17bfac0
}

func ExampleBlock_CTR() {
	block, err := aes.New(exampleKey)
	if err != nil {
		panic(err)
	}
	// A stream for each packet, which need not outlive it.
	packets := [][]byte{[]byte("first packet"), []byte("second packet")}
	for i, packet := range packets {
		iv := [aes.BlockSize]byte{7: byte(i)}
		block.CTR(iv[:]).XORKeyStream(packet, packet)
		fmt.Printf("%x\n", packet)
	}
	// Output:
	// ae9f34bb39cf79be5ce9e525
	// e87e9291347e36b799d05beaba
}

func ExampleCTR_XORKeyStreamAt() {
	block, err := aes.New(exampleKey)
	if err != nil {
		panic(err)
	}
	disk := block.CTR(make([]byte, aes.BlockSize))
	text := []byte("the beginning, the middle and the end")
	disk.XORKeyStreamAt(text, text, 0)

	// Any part can be read on its own, by many goroutines at once.
	part := make([]byte, 10)
	disk.XORKeyStreamAt(part, text[15:25], 15)
	fmt.Printf("%s\n", part)
	// Output: the middle
}

func ExampleBlock_EncryptBlocks() {
	block, err := aes.New(exampleKey)
	if err != nil {
		panic(err)
	}
	// The offsets of another mode, say: eight blocks in one call.
	offsets := make([]byte, 8*aes.BlockSize)
	for i := range 8 {
		offsets[aes.BlockSize*i] = byte(i)
	}
	masks := make([]byte, len(offsets))
	block.EncryptBlocks(masks, offsets)
	block.DecryptBlocks(masks, masks)
	fmt.Println(string(masks) == string(offsets))
	// Output: true
}

func ExampleBlock_GCM() {
	block, err := aes.New(exampleKey)
	if err != nil {
		panic(err)
	}
	gcm, err := block.GCM(12, 16)
	if err != nil {
		panic(err)
	}
	fmt.Println(gcm.NonceSize(), gcm.Overhead())
	// Output: 12 16
}

// A protocol that puts the tag before the ciphertext.
func ExampleGCM_SealDetached() {
	block, err := aes.New(exampleKey)
	if err != nil {
		panic(err)
	}
	gcm, err := block.GCM(12, 16)
	if err != nil {
		panic(err)
	}
	nonce := []byte{11: 3}
	packet := make([]byte, 16, 100)
	tag := packet[:16]
	packet = gcm.SealDetached(packet, tag, nonce, []byte("send more tea"), nil)
	fmt.Printf("%x\n", packet)

	opened, err := gcm.OpenDetached(nil, nonce, packet[16:], packet[:16], nil)
	fmt.Printf("%s %v\n", opened, err)
	// Output:
	// 069fbffa4685e9dc502a3b62c3df94aff7dba41f05ec5a2a0fecdfd33d
	// send more tea <nil>
}

// Which cipher to offer first, if ChaCha20-Poly1305 is the other one.
func ExampleHardwareAccelerated() {
	preference := []string{"ChaCha20-Poly1305", "AES-GCM"}
	if aes.HardwareAccelerated() {
		preference[0], preference[1] = preference[1], preference[0]
	}
	fmt.Println(len(preference), "ciphers, with", aes.Implementation() != "")
	// Output: 2 ciphers, with true
}
