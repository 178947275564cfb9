//go:build gc && !purego

package aes

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// slowGHASH adds blocks to acc bit by bit, as SP 800-38D, 6.3 has it.
func slowGHASH(acc, h [16]byte, blocks []byte) [16]byte {
	for ; len(blocks) > 0; blocks = blocks[16:] {
		for i := range acc {
			acc[i] ^= blocks[i]
		}
		var z [16]byte
		v := h
		for bit := range 128 {
			if acc[bit/8]>>(7-bit%8)&1 != 0 {
				for i := range z {
					z[i] ^= v[i]
				}
			}
			carry := byte(0)
			for i := range v {
				v[i], carry = v[i]>>1|carry<<7, v[i]&1
			}
			if carry != 0 {
				v[0] ^= 0xE1
			}
		}
		acc = z
	}
	return acc
}

func TestNEONGHASH(t *testing.T) {
	const seed = 7
	random := rand.NewChaCha8([32]byte{seed})
	one := [16]byte{0x80}
	for draw := range 8 {
		h := [16]byte(randomBytes(random, 16))
		switch draw {
		case 0:
			h = one
		case 1:
			h = [16]byte(bytes.Repeat([]byte{0xFF}, 16))
		}
		var table ghashTableNEON
		ghashInitNEON(&table, &h)
		for n := 1; n <= 27; n++ {
			src := randomBytes(random, 16*n)
			start := [16]byte(randomBytes(random, 16))
			got := start
			ghashNEON(&table, &got, &src[0], 16*n)
			if want := slowGHASH(start, h, src); got != want {
				t.Fatalf("h %x, %d blocks: got %x, want %x", h, n, got, want)
			}
		}
	}
}
