package aes

import (
	"crypto/cipher"
	"testing"

	"vpaes.example/aes/internal/kernel"
)

// Each target runs its input on every kernel, beside the standard library. The
// seeds are in testdata/fuzz.

// fuzzKey makes a key of one of the three sizes of any bytes.
func fuzzKey(b []byte) []byte {
	key := make([]byte, keySizes[len(b)%len(keySizes)])
	copy(key, b)
	return key
}

// fuzzBlock makes a block of any bytes.
func fuzzBlock(b []byte) []byte {
	block := make([]byte, BlockSize)
	copy(block, b)
	return block
}

// onEachKernel runs f with a Block of every kernel.
func onEachKernel(t *testing.T, key []byte, f func(t *testing.T, b *Block)) {
	t.Helper()
	for _, k := range kernel.Kernels() {
		undo, err := kernel.Force(k.Cipher, k.Hash)
		if err != nil {
			t.Fatal(err)
		}
		b := mustNew(key)
		undo()
		f(t, b)
	}
}

func FuzzBlocks(f *testing.F) {
	f.Fuzz(func(t *testing.T, key, data []byte) {
		key, data = fuzzKey(key), data[:len(data)&^(BlockSize-1)]
		std := stdlibBlock(key)
		encrypted, decrypted := stdlibBlocks(std.Encrypt, data), stdlibBlocks(std.Decrypt, data)
		onEachKernel(t, key, func(t *testing.T, b *Block) {
			got := make([]byte, len(data))
			b.EncryptBlocks(got, data)
			equal(t, b.Implementation()+", EncryptBlocks", got, encrypted)
			b.DecryptBlocks(got, data)
			equal(t, b.Implementation()+", DecryptBlocks", got, decrypted)
			for i := 0; i < len(data); i += BlockSize {
				b.Encrypt(got[i:], data[i:])
				equal(t, b.Implementation()+", Encrypt", got[i:][:BlockSize], encrypted[i:][:BlockSize])
				b.Decrypt(got[i:], data[i:])
				equal(t, b.Implementation()+", Decrypt", got[i:][:BlockSize], decrypted[i:][:BlockSize])
			}
		})
	})
}

func FuzzCTR(f *testing.F) {
	f.Fuzz(func(t *testing.T, key, iv, data []byte, split, offset uint) {
		key, iv = fuzzKey(key), fuzzBlock(iv)
		want := stdlibCTR(key, iv, data)
		i, at := int(split%uint(len(data)+1)), int(offset%uint(len(data)+1))
		onEachKernel(t, key, func(t *testing.T, b *Block) {
			c, got := b.CTR(iv), make([]byte, len(data))
			c.XORKeyStream(got, data[:i])
			c.XORKeyStream(got[i:], data[i:])
			equal(t, b.Implementation()+", in two parts", got, want)
			c.XORKeyStreamAt(got[at:], data[at:], uint64(at))
			equal(t, b.Implementation()+", at an offset", got, want)
		})
	})
}

func FuzzCBC(f *testing.F) {
	f.Fuzz(func(t *testing.T, key, iv, data []byte, split uint) {
		key, iv, data = fuzzKey(key), fuzzBlock(iv), data[:len(data)&^(BlockSize-1)]
		i := BlockSize * int(split%uint(len(data)/BlockSize+1))
		for _, way := range cbcWays {
			want := stdlibCBC(way.stdlib, key, iv, data)
			onEachKernel(t, key, func(t *testing.T, b *Block) {
				mode, got := way.ours(b, iv), make([]byte, len(data))
				mode.CryptBlocks(got, data[:i])
				mode.CryptBlocks(got[i:], data[i:])
				equal(t, b.Implementation()+", CBC "+way.name, got, want)
			})
		}
	})
}

func FuzzGCM(f *testing.F) {
	f.Fuzz(func(t *testing.T, key, nonce, plaintext, additionalData []byte, tagSize uint8) {
		if len(nonce) == 0 {
			return
		}
		key = fuzzKey(key)
		size := gcmMinimumTagSize + int(tagSize)%(gcmTagSize-gcmMinimumTagSize+1)
		want := newOracle(key, len(nonce), size).seal(nonce, plaintext, additionalData)
		onEachKernel(t, key, func(t *testing.T, b *Block) {
			g := must(b.GCM(len(nonce), size))
			equal(t, b.Implementation()+", Seal", g.Seal(nil, nonce, plaintext, additionalData), want)
			got, err := g.Open(nil, nonce, want, additionalData)
			if err != nil {
				t.Fatalf("%s, Open: %v", b.Implementation(), err)
			}
			equal(t, b.Implementation()+", Open", got, plaintext)
		})
	})
}

// FuzzOpen gives Open ciphertexts of any kind: it accepts those that the
// standard library accepts.
func FuzzOpen(f *testing.F) {
	f.Fuzz(func(t *testing.T, key, nonce, ciphertext, additionalData []byte) {
		if len(nonce) == 0 {
			return
		}
		key = fuzzKey(key)
		std := must(cipher.NewGCMWithNonceSize(stdlibBlock(key), len(nonce)))
		want, stdErr := std.Open(nil, nonce, ciphertext, additionalData)
		onEachKernel(t, key, func(t *testing.T, b *Block) {
			g := must(b.GCM(len(nonce), gcmTagSize))
			got, err := g.Open(nil, nonce, ciphertext, additionalData)
			if (err == nil) != (stdErr == nil) {
				t.Fatalf("%s: %v, the standard library: %v", b.Implementation(), err, stdErr)
			}
			equal(t, b.Implementation()+", Open", got, want)
			if n := len(ciphertext) - gcmTagSize; n >= 0 {
				got, err = g.OpenDetached(nil, nonce, ciphertext[:n], ciphertext[n:], additionalData)
				if (err == nil) != (stdErr == nil) {
					t.Fatalf("%s, OpenDetached: %v, the standard library: %v", b.Implementation(), err, stdErr)
				}
				equal(t, b.Implementation()+", OpenDetached", got, want)
			}
		})
	})
}

// FuzzRandomNonce opens what the other side has sealed, and anything else.
func FuzzRandomNonce(f *testing.F) {
	f.Fuzz(func(t *testing.T, key, data, additionalData []byte) {
		key = fuzzKey(key)
		std := must(cipher.NewGCMWithRandomNonce(stdlibBlock(key)))
		sealed := std.Seal(nil, nil, data, additionalData)
		_, stdErr := std.Open(nil, nil, data, additionalData)
		onEachKernel(t, key, func(t *testing.T, b *Block) {
			aead := must(NewGCMWithRandomNonce(b))
			got, err := aead.Open(nil, nil, sealed, additionalData)
			if err != nil {
				t.Fatalf("%s, Open: %v", b.Implementation(), err)
			}
			equal(t, b.Implementation()+", Open", got, data)
			got, err = std.Open(nil, nil, aead.Seal(nil, nil, data, additionalData), additionalData)
			if err != nil {
				t.Fatalf("%s, Seal: %v", b.Implementation(), err)
			}
			equal(t, b.Implementation()+", Seal", got, data)
			if _, err := aead.Open(nil, nil, data, additionalData); (err == nil) != (stdErr == nil) {
				t.Fatalf("%s, Open of anything: %v, the standard library: %v", b.Implementation(), err, stdErr)
			}
		})
	})
}
