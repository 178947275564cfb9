package modes

import (
	"crypto/cipher"
	"errors"
	"testing"

	"vpaes.example/aes/internal/kernel"
)

var message = []byte("The quick brown fox jumps over the lazy dog, and the lazy dog does not care.")

// Every mode of every kernel passes its check.
func TestCheckOurs(t *testing.T) {
	for _, k := range kernel.Kernels() {
		t.Run(k.String(), func(t *testing.T) {
			undo, err := kernel.Force(k.Cipher, k.Hash)
			if err != nil {
				t.Fatal(err)
			}
			defer undo()
			for _, m := range All {
				for n := range message {
					for _, size := range []int{16, 24, 32} {
						key := message[:size]
						if err := Check(m, Ours, key, message[:n]); err != nil {
							t.Errorf("%s, %d bytes, AES-%d: %v", m.Name, n, 8*size, err)
						}
					}
				}
			}
		})
	}
}

// broken is the standard library with one fault, in every function of it.
var broken = Library{
	NewCipher: func(key []byte) (cipher.Block, error) {
		wrong := append([]byte{}, key...)
		wrong[len(wrong)-1] ^= 1
		return Standard.NewCipher(wrong)
	},
	NewCTR: func(b cipher.Block, iv []byte) cipher.Stream {
		return &rewinding{func() cipher.Stream { return Standard.NewCTR(b, iv) }}
	},
	NewCBCEncrypter: func(b cipher.Block, iv []byte) cipher.BlockMode {
		return forgetful{Standard.NewCBCEncrypter(b, iv)}
	},
	NewCBCDecrypter: func(b cipher.Block, iv []byte) cipher.BlockMode {
		return forgetful{Standard.NewCBCDecrypter(b, iv)}
	},
	NewGCM: func(b cipher.Block) (cipher.AEAD, error) {
		g, err := Standard.NewGCM(b)
		return credulous{g}, err
	},
	EncryptBlocks: func(b cipher.Block, dst, src []byte) { encryptEach(b, dst, src[:len(src)-16]) },
	DecryptBlocks: func(b cipher.Block, dst, src []byte) { decryptEach(b, dst, src[:len(src)-16]) },
}

// rewinding starts every message with the same key stream.
type rewinding struct{ start func() cipher.Stream }

func (r *rewinding) XORKeyStream(dst, src []byte) { r.start().XORKeyStream(dst, src) }

// forgetful does not crypt the last block.
type forgetful struct{ cipher.BlockMode }

func (f forgetful) CryptBlocks(dst, src []byte) { f.BlockMode.CryptBlocks(dst, src[:len(src)-16]) }

// credulous accepts whatever tag there is, and seals without additional data.
type credulous struct{ cipher.AEAD }

func (c credulous) Seal(dst, nonce, plaintext, _ []byte) []byte {
	return c.AEAD.Seal(dst, nonce, plaintext, nil)
}

func (c credulous) Open(dst, nonce, ciphertext, additionalData []byte) ([]byte, error) {
	return c.AEAD.Seal(dst, nonce, ciphertext[:len(ciphertext)-16], nil)[:len(ciphertext)-16], nil
}

// Every mode refuses the one function in which it is broken.
func TestCheckRefuses(t *testing.T) {
	key := message[:16]
	for _, m := range All {
		bad := Standard
		switch m.Name {
		case "blocks", "blocks-dec":
			bad.EncryptBlocks, bad.DecryptBlocks = broken.EncryptBlocks, broken.DecryptBlocks
		case "ctr":
			bad.NewCTR = broken.NewCTR
		case "cbc-enc", "cbc-dec":
			bad.NewCBCEncrypter, bad.NewCBCDecrypter = broken.NewCBCEncrypter, broken.NewCBCDecrypter
		case "gcm-seal", "gcm-open", "new-gcm":
			bad.NewGCM = broken.NewGCM
		default:
			bad.NewCipher = broken.NewCipher
		}
		if err := Check(m, Standard, key, message); err != nil {
			t.Errorf("%s: the standard library differs from itself: %v", m.Name, err)
		}
		if err := Check(m, bad, key, message); err == nil {
			t.Errorf("%s: a broken implementation passes", m.Name)
		}
	}
}

func TestCheckPanic(t *testing.T) {
	m, _ := Find("gcm-seal")
	bad := Standard
	bad.NewGCM = func(cipher.Block) (cipher.AEAD, error) { return nil, errors.New("no such kernel") }
	if Check(m, bad, message[:16], message) == nil {
		t.Error("a panic passes")
	}
}

func TestCompareLengths(t *testing.T) {
	output := func(b []byte) Operation { return Operation{func() {}, func() []byte { return b }} }
	if compare(output(message[:5]), output(message)) == nil {
		t.Error("output that is too short passes")
	}
	if err := compare(output(message), output(message)); err != nil {
		t.Error(err)
	}
}

func TestFind(t *testing.T) {
	for i, m := range All {
		if got, ok := Find(m.Name); !ok || got.Title != All[i].Title {
			t.Errorf("%s is not found, or another one is", m.Name)
		}
	}
	if _, ok := Find("ecb"); ok {
		t.Error("found a mode that there is not")
	}
}
