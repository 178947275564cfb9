//go:build gc && !purego

package aes

import (
	stdaes "crypto/aes"
	"crypto/cipher"
	"testing"
)

// BenchmarkNEON has every kernel beside the standard library, which uses its
// tables if GODEBUG says cpu.aes=off,cpu.pmull=off. asm/instructions.sh counts
// what both execute.
func BenchmarkNEON(b *testing.B) {
	const n = 8192
	key, iv, data := make([]byte, 16), make([]byte, 16), make([]byte, n)
	std, err := stdaes.NewCipher(key)
	if err != nil {
		b.Fatal(err)
	}
	gcm, err := cipher.NewGCM(std)
	if err != nil {
		b.Fatal(err)
	}
	var enc, dec [15][16]byte
	var table ghashTableNEON
	v, h := (*[16]byte)(iv), [16]byte{1}
	expandKeyNEON(10, &key[0], &enc, &dec)
	ghashInitNEON(&table, &h)
	ctr := cipher.NewCTR(std, iv)
	encrypter, decrypter := cipher.NewCBCEncrypter(std, iv), cipher.NewCBCDecrypter(std, iv)
	tag := make([]byte, 0, 16)
	blocks := func(f func(dst, src []byte)) func() {
		return func() {
			for at := 0; at < n; at += 16 {
				f(data[at:], data[at:])
			}
		}
	}
	for _, c := range []struct {
		name      string
		neon, std func()
	}{
		{"CTR", func() { ctrNEON(10, &enc, &data[0], &data[0], n, 0, 0) }, func() { ctr.XORKeyStream(data, data) }},
		{"CBCEncrypt", func() { cbcEncryptNEON(10, &enc, &data[0], &data[0], n, v) }, func() { encrypter.CryptBlocks(data, data) }},
		{"CBCDecrypt", func() { cbcDecryptNEON(10, &dec, &data[0], &data[0], n, v) }, func() { decrypter.CryptBlocks(data, data) }},
		{"EncryptBlocks", func() { encryptBlocksNEON(10, &enc, &data[0], &data[0], n) }, blocks(std.Encrypt)},
		{"DecryptBlocks", func() { decryptBlocksNEON(10, &dec, &data[0], &data[0], n) }, blocks(std.Decrypt)},
		{"EncryptOneByOne", blocks(func(dst, src []byte) { encryptBlocksNEON(10, &enc, &dst[0], &src[0], 16) }), blocks(std.Encrypt)},
		{"DecryptOneByOne", blocks(func(dst, src []byte) { decryptBlocksNEON(10, &dec, &dst[0], &src[0], 16) }), blocks(std.Decrypt)},
		{"GHASH", func() { ghashNEON(&table, v, &data[0], n) }, func() { gcm.Seal(tag, iv[:12], nil, data) }},
	} {
		run := func(f func()) func(*testing.B) {
			return func(b *testing.B) {
				b.SetBytes(n)
				for range b.N {
					f()
				}
			}
		}
		b.Run(c.name+"/neon", run(c.neon))
		b.Run(c.name+"/std", run(c.std))
	}
	for name, expand := range map[string]func(){
		"ExpandKey/neon": func() { expandKeyNEON(10, &key[0], &enc, &dec) },
		"ExpandKey/std":  func() { stdaes.NewCipher(key) },
		"GHASHInit/neon": func() { ghashInitNEON(&table, &h) },
		"GHASHInit/std":  func() { cipher.NewGCM(std) },
	} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				expand()
			}
		})
	}
}
