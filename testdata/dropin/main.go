// This program uses all of crypto/aes, and of crypto/cipher what takes an AES
// Block. It is compiled as it is, and with crypto/aes replaced by this module in
// its import, and must print the same both times.
package main

import (
	"bytes"
	"crypto/aes"
	stdaes "crypto/aes"
	"crypto/cipher"
	"errors"
	"fmt"
	"io"
	"strings"
)

// An envelope is what a program makes of the package: it is told how to get a
// Block, not which package that is from.
type envelope struct {
	newCipher func(key []byte) (cipher.Block, error)
}

func main() {
	e := envelope{aes.NewCipher}
	for _, size := range []int{16, 24, 32} {
		key := sequence(size, 1)
		block, err := e.newCipher(key)
		check(err)
		fmt.Println("AES of", 8*size, "bits, blocks of", block.BlockSize(), "=", aes.BlockSize)
		blocks(block)
		cbc(block)
		ctr(block)
		gcm(block)
	}
	keySizes(e)
}

func blocks(b cipher.Block) {
	src := sequence(aes.BlockSize, 2)
	dst := make([]byte, aes.BlockSize)
	b.Encrypt(dst, src)
	fmt.Printf("block %x\n", dst)
	b.Decrypt(dst, dst)
	same("block", dst, src)
}

func cbc(b cipher.Block) {
	iv := sequence(aes.BlockSize, 3)
	src := sequence(10*aes.BlockSize, 4)
	dst := make([]byte, len(src))
	enc := cipher.NewCBCEncrypter(b, iv)
	enc.CryptBlocks(dst[:64], src[:64])
	enc.CryptBlocks(dst[64:], src[64:])
	fmt.Printf("CBC %x\n", dst)
	dec := cipher.NewCBCDecrypter(b, iv)
	dec.CryptBlocks(dst, dst)
	same("CBC", dst, src)

	// Another message with the same object, as TLS stacks do it.
	type ivSetter interface{ SetIV(iv []byte) }
	enc.(ivSetter).SetIV(iv)
	enc.CryptBlocks(dst, src)
	dec.(ivSetter).SetIV(iv)
	dec.CryptBlocks(dst, dst)
	same("CBC after SetIV", dst, src)
	fmt.Println(enc.BlockSize(), dec.BlockSize())
}

func ctr(b cipher.Block) {
	iv := bytes.Repeat([]byte{0xff}, aes.BlockSize)
	src := string(sequence(1000, 5))
	var sealed bytes.Buffer
	w := cipher.StreamWriter{S: cipher.NewCTR(b, iv), W: &sealed}
	for at := 0; at < len(src); at += 37 {
		_, err := io.WriteString(w, src[at:min(at+37, len(src))])
		check(err)
	}
	fmt.Printf("CTR %x\n", sealed.Bytes())
	opened, err := io.ReadAll(cipher.StreamReader{S: cipher.NewCTR(b, iv), R: &sealed})
	check(err)
	same("CTR", opened, []byte(src))
}

func gcm(b cipher.Block) {
	for _, c := range []struct {
		name string
		aead func() (cipher.AEAD, error)
	}{
		{"GCM", func() (cipher.AEAD, error) { return cipher.NewGCM(b) }},
		{"GCM, nonces of 16 bytes", func() (cipher.AEAD, error) { return cipher.NewGCMWithNonceSize(b, 16) }},
		{"GCM, nonces of 8 bytes", func() (cipher.AEAD, error) { return cipher.NewGCMWithNonceSize(b, 8) }},
		{"GCM, tags of 12 bytes", func() (cipher.AEAD, error) { return cipher.NewGCMWithTagSize(b, 12) }},
	} {
		aead, err := c.aead()
		check(err)
		nonce, ad := sequence(aead.NonceSize(), 6), []byte("header")
		for _, n := range []int{0, 1, 16, 100, 5000} {
			src := sequence(n, 7)
			buf := append(make([]byte, 0, n+aead.Overhead()), src...)
			sealed := aead.Seal(buf[:0], nonce, buf, ad)
			fmt.Printf("%s %x\n", c.name, sealed)
			_, err := aead.Open(nil, nonce, sealed, nil)
			fmt.Println("with other additional data:", err)
			opened, err := aead.Open(sealed[:0], nonce, sealed, ad)
			check(err)
			same(c.name, opened, src)
		}
	}
	_, err := cipher.NewGCMWithNonceSize(b, 0)
	fmt.Println("nonces of no bytes:", err)
	_, err = cipher.NewGCMWithTagSize(b, 4)
	fmt.Println("tags of 4 bytes:", err)
}

// keySizes asks for the error by the name that crypto/aes has for it, and by
// the one of the package in use.
func keySizes(e envelope) {
	for n := range 40 {
		block, err := e.newCipher(make([]byte, n))
		if err == nil {
			continue
		}
		var std stdaes.KeySizeError
		var used aes.KeySizeError
		fmt.Println(block == nil, err, errors.As(err, &std) && int(std) == n, errors.As(fmt.Errorf("wrapped: %w", err), &used) && int(used) == n)
	}
}

// sequence is n bytes that look like anything.
func sequence(n, start int) []byte {
	return []byte(strings.Repeat(string([]byte{byte(start), byte(3 * start), 0xa5, 0, 0x7e}), n/5+1))[:n]
}

func same(what string, got, want []byte) {
	if !bytes.Equal(got, want) {
		panic(what + ": what went in does not come out")
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
