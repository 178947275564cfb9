package aes

import (
	"testing"

	"vpaes.example/aes/internal/kernel"
)

// ghashADs are lengths of additional data around those that kernels treat
// apart: a block, the header of a TLS record, several batches.
var ghashADs = []int{0, 1, 12, 13, 16, 17, 1100, 10001}

// GCM's tag with every hash against the textbook's GHASH: ciphertexts of up to
// three of the widest batches and a rest, with whole and partial last blocks.
func TestGHASHInGCM(t *testing.T) {
	forEachHash(t, func(t *testing.T) {
		s := newSource(t)
		for blocks := 0; blocks <= 3*16+15; blocks++ {
			for _, tail := range []int{0, 1, 15} {
				for _, ad := range ghashADs {
					if testing.Short() && (blocks+tail+ad)%11 != 0 {
						continue
					}
					n := blocks*BlockSize + tail
					c := s.gcmCase(gcmStandardNonceSize, gcmTagSize, n, ad)
					sealed := c.g.Seal(nil, c.nonce, c.plaintext, c.ad)
					want := textbookTag(c, sealed[:n])
					equal(t, "the tag", sealed[n:], want[:])
				}
			}
		}
	})
}

// textbookTag is steps 4 to 6 of SP 800-38D §7.1.
func textbookTag(c *gcmCase, ciphertext []byte) [BlockSize]byte {
	var h, lengths [BlockSize]byte
	std := stdlibBlock(c.key)
	std.Encrypt(h[:], h[:])
	element{8 * uint64(len(c.ad)), 8 * uint64(len(ciphertext))}.store(&lengths)
	acc := textbookGHASH(h, [BlockSize]byte{}, c.ad)
	acc = textbookGHASH(h, acc, ciphertext)
	acc = textbookGHASH(h, acc, lengths[:])
	mask := [BlockSize]byte{15: 1}
	copy(mask[:], c.nonce)
	std.Encrypt(mask[:], mask[:])
	xorBlock(&acc, &acc, &mask)
	return acc
}

// The function of every hash itself, from any accumulator on.
func TestGHASH(t *testing.T) {
	forEachHash(t, func(t *testing.T) {
		s := newSource(t)
		for blocks := 1; blocks <= 3*16+15; blocks++ {
			for range draws() {
				key, data, acc := s.key(), s.data(blocks*BlockSize), [BlockSize]byte(s.data(BlockSize))
				var h [BlockSize]byte
				stdlibBlock(key).Encrypt(h[:], h[:])
				want := textbookGHASH(h, acc, data)
				g := must(mustNew(key).GCM(gcmStandardNonceSize, gcmTagSize))
				// In two calls, too, as an AEAD makes them.
				split := BlockSize * s.IntN(blocks)
				whole := acc
				ghash(g, &whole, data)
				equal(t, "in one call", whole[:], want[:])
				if split > 0 {
					ghash(g, &acc, data[:split])
				}
				ghash(g, &acc, data[split:])
				equal(t, "in two calls", acc[:], want[:])
			}
		}
	})
}

// forEachHash runs f with every hash, each with the best cipher.
func forEachHash(t *testing.T, f func(t *testing.T)) {
	for _, h := range kernel.Hashes() {
		t.Run(h.String(), func(t *testing.T) {
			kernelPair{kernel.Ciphers()[0], h}.force(t)
			f(t)
		})
	}
}
