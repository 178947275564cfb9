package aes

import (
	"bytes"
	stdaes "crypto/aes"
	"crypto/cipher"
	"math/rand/v2"
	"testing"
)

func TestQuick(t *testing.T) {
	rng := rand.NewChaCha8([32]byte{1})
	for _, kl := range []int{16, 24, 32} {
		for n := 0; n < 300; n++ {
			key := make([]byte, kl)
			iv := make([]byte, 16)
			src := make([]byte, n)
			rng.Read(key)
			rng.Read(iv)
			rng.Read(src)
			b, _ := New(key)
			s, _ := stdaes.NewCipher(key)
			if n >= 16 {
				a, c := make([]byte, 16), make([]byte, 16)
				b.Encrypt(a, src)
				s.Encrypt(c, src)
				if !bytes.Equal(a, c) {
					t.Fatalf("enc %d %x %x", kl, a, c)
				}
				b.Decrypt(a, a)
				if !bytes.Equal(a, src[:16]) {
					t.Fatal("dec")
				}
			}
			if n%2 == 0 {
				for i := 8; i < 16; i++ {
					iv[i] = 0xff
				}
				iv[15] -= byte(n)
			}
			d, e := make([]byte, n), make([]byte, n)
			b.CTR(iv).XORKeyStream(d, src)
			cipher.NewCTR(s, iv).XORKeyStream(e, src)
			if !bytes.Equal(d, e) {
				t.Fatalf("ctr n=%d iv=%x\n%x\n%x", n, iv, d, e)
			}
			m := n &^ 15
			NewCBCEncrypter(b, iv).CryptBlocks(d[:m], src[:m])
			cipher.NewCBCEncrypter(s, iv).CryptBlocks(e[:m], src[:m])
			if !bytes.Equal(d, e) {
				t.Fatal("cbc")
			}
			NewCBCDecrypter(b, iv).CryptBlocks(d[:m], d[:m])
			if !bytes.Equal(d[:m], src[:m]) {
				t.Fatal("cbc dec")
			}
			g, _ := NewGCM(b)
			h, _ := cipher.NewGCM(s)
			x, y := g.Seal(nil, iv[:12], src, key), h.Seal(nil, iv[:12], src, key)
			if !bytes.Equal(x, y) {
				t.Fatal("gcm")
			}
			if z, err := g.Open(nil, iv[:12], x, key); err != nil || !bytes.Equal(z, src) {
				t.Fatal("open")
			}
		}
	}
}
