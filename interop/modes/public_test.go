package modes

import (
	"bytes"
	stdaes "crypto/aes"
	"crypto/cipher"
	"math/rand/v2"
	"testing"

	"github.com/ProtonMail/go-crypto/eax"
	"github.com/ProtonMail/go-crypto/ocb"
	"github.com/pion/dtls/v3/pkg/crypto/ccm"
	"golang.org/x/crypto/xts"

	"vpaes.example/aes"
	"vpaes.example/aes/interop/internal/kernels"
)

var lengths = []int{1, 15, 16, 17, 48, 255, 1024, 1025, 5000}

// Modules that take a cipher.Block give the same with ours as with crypto/aes's.
func TestPublicAEADs(t *testing.T) {
	for name, newAEAD := range map[string]func(cipher.Block) (cipher.AEAD, error){
		"ocb": ocb.NewOCB,
		"eax": eax.NewEAX,
		"ccm": func(b cipher.Block) (cipher.AEAD, error) { return ccm.NewCCM(b, 16, 12) },
	} {
		t.Run(name, func(t *testing.T) {
			kernels.ForEach(t, func(t *testing.T) {
				key := randomBytes(32)
				ours, err := newAEAD(must(aes.NewCipher(key)))
				if err != nil {
					t.Fatal(err)
				}
				std, err := newAEAD(must(stdaes.NewCipher(key)))
				if err != nil {
					t.Fatal(err)
				}
				for _, n := range lengths {
					nonce, msg, aad := randomBytes(ours.NonceSize()), randomBytes(n), randomBytes(20)
					sealed := ours.Seal(nil, nonce, msg, aad)
					if want := std.Seal(nil, nonce, msg, aad); !bytes.Equal(sealed, want) {
						t.Fatalf("%d bytes: %x, want %x", n, sealed, want)
					}
					if got, err := ours.Open(nil, nonce, sealed, aad); err != nil || !bytes.Equal(got, msg) {
						t.Fatalf("%d bytes: %x, %v", n, got, err)
					}
				}
			})
		})
	}
}

// x/crypto/xts, over our Block unchanged, and XTS here give the same.
func TestPublicXTS(t *testing.T) {
	kernels.ForEach(t, func(t *testing.T) {
		for _, keySize := range []int{32, 48, 64} {
			key := randomBytes(keySize)
			public := must(xts.NewCipher(aes.NewCipher, key))
			ours := must(NewXTS(key))
			for _, n := range []int{16, 32, 512, 1024, 1040, 4096} {
				sector := randomBytes(n)
				want, got := make([]byte, n), make([]byte, n)
				public.Encrypt(want, sector, 7)
				ours.Encrypt(got, sector, [16]byte{7})
				if !bytes.Equal(got, want) {
					t.Fatalf("%d bytes: %x, want %x", n, got, want)
				}
				public.Decrypt(want, want, 7)
				if !bytes.Equal(want, sector) {
					t.Fatalf("%d bytes: the public module does not decrypt what it encrypted", n)
				}
			}
		}
	})
}

// XTS works in place, whether it steals ciphertext or not.
func TestXTSInPlace(t *testing.T) {
	kernels.ForEach(t, func(t *testing.T) {
		x := must(NewXTS(randomBytes(64)))
		for n := 16; n < 3000; n += 7 {
			sector := randomBytes(n)
			apart := make([]byte, n)
			x.Encrypt(apart, sector, [16]byte{1})
			buf := bytes.Clone(sector)
			x.Encrypt(buf, buf, [16]byte{1})
			if !bytes.Equal(buf, apart) {
				t.Fatalf("%d bytes: encrypted in place to something else", n)
			}
			x.Decrypt(buf, buf, [16]byte{1})
			if !bytes.Equal(buf, sector) {
				t.Fatalf("%d bytes: decrypted in place to something else", n)
			}
		}
	})
}

// Two equal halves are no key for XTS.
func TestXTSEqualKeys(t *testing.T) {
	if _, err := NewXTS(make([]byte, 32)); err == nil {
		t.Error("accepted")
	}
}

func randomBytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rand.Uint32())
	}
	return b
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
