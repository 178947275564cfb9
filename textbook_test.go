package aes

import "math/bits"

// This file is AES and GHASH as the standards write them down, slow and with
// everything in plain sight: what the implementations are held against where
// the standard library offers no such piece.

// textbookSubBytes is the S-box of FIPS 197 §5.1.1, computed: the inverse in
// GF(2⁸) (0 stays 0), then the affine map.
var textbookSubBytes = func() (s [256]byte) {
	for i := range s {
		inverse := byte(1)
		for range 254 {
			inverse = gf256Mul(inverse, byte(i))
		}
		b := inverse
		for k := 1; k <= 4; k++ {
			b ^= bits.RotateLeft8(inverse, k)
		}
		s[i] = b ^ 0x63
	}
	return s
}()

// gf256Mul multiplies modulo x⁸ + x⁴ + x³ + x + 1 (FIPS 197 §4.2).
func gf256Mul(a, b byte) (p byte) {
	for ; b != 0; b >>= 1 {
		if b&1 != 0 {
			p ^= a
		}
		a = a<<1 ^ a>>7*0x1b
	}
	return p
}

// textbookCipher is Cipher of FIPS 197 §5.1, given the words of the key
// schedule as bytes. Byte 4c + r of a block is row r of column c.
func textbookCipher(schedule []byte, in [BlockSize]byte) [BlockSize]byte {
	rounds := len(schedule)/BlockSize - 1
	state := in
	for round := 0; ; round++ {
		for i := range state {
			state[i] ^= schedule[BlockSize*round+i]
		}
		if round == rounds {
			return state
		}
		was := state
		for c := range 4 {
			for r := range 4 {
				state[4*c+r] = textbookSubBytes[was[4*((c+r)%4)+r]]
			}
		}
		if round == rounds-1 {
			continue
		}
		was = state
		for c := range 4 {
			col := was[4*c : 4*c+4]
			for r := range 4 {
				state[4*c+r] = gf256Mul(2, col[r]) ^ gf256Mul(3, col[(r+1)%4]) ^ col[(r+2)%4] ^ col[(r+3)%4]
			}
		}
	}
}

// textbookMul is the multiplication of blocks of SP 800-38D §6.3, bit by bit.
func textbookMul(x, y [BlockSize]byte) [BlockSize]byte {
	var z element
	v := loadElement(&y)
	for i := range 128 {
		if x[i/8]>>(7-i%8)&1 != 0 {
			z.hi ^= v.hi
			z.lo ^= v.lo
		}
		lsb := v.lo & 1
		v.lo = v.lo>>1 | v.hi<<63
		v.hi >>= 1
		if lsb != 0 {
			v.hi ^= 0xe1 << 56
		}
	}
	var out [BlockSize]byte
	z.store(&out)
	return out
}

// textbookGHASH continues GHASH (SP 800-38D §6.4) from acc over data, filled up
// with zeros to whole blocks.
func textbookGHASH(h, acc [BlockSize]byte, data []byte) [BlockSize]byte {
	for i := 0; i < len(data); i += BlockSize {
		for j, b := range data[i:min(i+BlockSize, len(data))] {
			acc[j] ^= b
		}
		acc = textbookMul(acc, h)
	}
	return acc
}

// textbookInverse is h to the power 2¹²⁸ − 2.
func textbookInverse(h [BlockSize]byte) [BlockSize]byte {
	p, square := [BlockSize]byte{0x80}, h // the block 0x80 0 0 … is 1
	for range 127 {
		square = textbookMul(square, square)
		p = textbookMul(p, square)
	}
	return p
}
