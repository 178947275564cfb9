// Package gcm writes GHASH, and kernels that do all of AES-GCM in one call, for
// processors with AES instructions and carry-less multiplication. One
// description gives three forms: a register of one block in the legacy encoding
// or in VEX, or of two blocks.
//
// The hash. GHASH of blocks X1 … Xn is X1·H^n + … + Xn·H. With the powers of H
// in a table, the products are independent of each other and are reduced
// together, once. field.go has the arithmetic, hash.go the table and GHASH.
//
// Long messages, bulk.go. A batch is eight registers of counter blocks. While
// the rounds of AES carry it along, the ciphertext of a batch is hashed: the one
// that is being decrypted, or the one encrypted before. The two need different
// parts of the processor. The product of the batch before is reduced first, and
// the register of blocks that it is added to is hashed last. Then half a batch
// goes the same way, while the last batch is hashed.
//
// What is left and short messages, short.go. J0 is encrypted in the lane after
// the last block, whatever it takes. The block of lengths, and additional data
// of up to 16 bytes or the hash so far, have their own powers in the same sum.
//
// Registers. 0 to 7 carry states of AES; in bulk 9 is the hash so far, 10 to 12
// the product, 13 to 15 scratch; hash.go and fused.go list them. In memory are
// the schedule, the table, and 64 bytes of the stack for the counter, the block
// of lengths and J0.
//
// Constant time. Branches depend on the number of rounds, on lengths, on
// whether the nonce has 12 bytes, and on which part of a message it is;
// addresses on these alone. All else is in vector instructions whose time does
// not depend on data. A counter that comes from a long nonce is derived from H,
// so nothing branches on it.
package gcm

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"vpaes.example/aes/asm/rounds"
	"vpaes.example/aes/asm/simd"
)

type Op = operand.Op

// A field multiplies in GHASH's field, in registers of an encoding's width.
//
// A block is a polynomial whose first coefficient is the top bit of the first
// byte. With its bytes reversed it is a number whose bit 127-i is the
// coefficient of x^i, and the carry-less product of two such numbers is the
// product of the polynomials in the same order, but one bit too low. The
// powers of H are stored times x, which puts it right.
//
// A product of 255 bits is lo + mid·2^64 + hi·2^128, unreduced, so that the
// products of many blocks are summed before one reduction.
type field struct {
	simd.Encoding
	t *simd.Table
}

type product struct{ lo, mid, hi Op }

// each is a constant that every lane of a register has.
func (f field) each(c [16]byte) operand.Mem {
	if f.Blocks() == 2 {
		return f.t.Row(c, c)
	}
	return f.t.Row(c)
}

// polynomial is x^128 + x^7 + x^2 + x + 1 with the coefficient of x^i at bit
// 128-i; the bit of x^0 does not fit and is implied.
func (f field) polynomial() operand.Mem {
	var c [16]byte
	for _, exponent := range []int{128, 7, 2, 1} {
		bit := 128 - exponent
		c[bit/8] |= 1 << (bit % 8)
	}
	return f.each(c)
}

// reverse is the shuffle that reverses the bytes of a block.
func (f field) reverse() operand.Mem { return rounds.NewCounters(f.Encoding, f.t).Reverse() }

const swapHalves = 0b01_00_11_10 // a Shuffle32 that swaps the halves of a block

// multiply is p = a·h; t is scratch.
func (f field) multiply(p product, a, h, t Op) {
	f.Clmul(p.lo, a, h, 0x00)
	f.Clmul(p.hi, a, h, 0x11)
	f.Clmul(p.mid, a, h, 0x01)
	f.Clmul(t, a, h, 0x10)
	f.Xor(p.mid, p.mid, t)
}

// accumulate is p += a·h; t is scratch.
func (f field) accumulate(p product, a, h, t Op) {
	for _, part := range []struct {
		sum    Op
		halves int
	}{{p.lo, 0x00}, {p.hi, 0x11}, {p.mid, 0x01}, {p.mid, 0x10}} {
		f.Clmul(t, a, h, part.halves)
		f.Xor(part.sum, part.sum, t)
	}
}

// accumulateFast is accumulate by Karatsuba's method, whose middle sums want
// karatsuba before reduce; a, t and u are scratch. Where the multiplier is what
// is short, its three multiplications are better than four.
func (f field) accumulateFast(p product, a, h, t, u Op) {
	f.Shuffle32(t, a, swapHalves)
	f.Shuffle32(u, h, swapHalves)
	f.Xor(t, t, a)
	f.Xor(u, u, h)
	f.Clmul(t, t, u, 0x00)
	f.Clmul(u, a, h, 0x00)
	f.Clmul(a, a, h, 0x11)
	f.Xor(p.mid, p.mid, t)
	f.Xor(p.lo, p.lo, u)
	f.Xor(p.hi, p.hi, a)
}

// multiplyFast is multiply by Karatsuba's method, likewise; t is scratch.
func (f field) multiplyFast(p product, a, h, t Op) {
	f.Shuffle32(p.mid, a, swapHalves)
	f.Shuffle32(t, h, swapHalves)
	f.Xor(p.mid, p.mid, a)
	f.Xor(t, t, h)
	f.Clmul(p.mid, p.mid, t, 0x00)
	f.Clmul(p.lo, a, h, 0x00)
	f.Clmul(p.hi, a, h, 0x11)
}

// reduce leaves the product modulo the polynomial in p.hi; p.lo, p.mid and t
// are scratch. The low 64 bits are cleared by adding a multiple of the
// polynomial, whose bit of x^128 is the lowest; then the next 64 are.
func (f field) reduce(p product, t Op) {
	for _, part := range [][2]Op{{p.lo, p.mid}, {p.mid, p.hi}} {
		low, next := part[0], part[1]
		f.Clmul(t, low, f.polynomial(), 0x10)
		f.Shuffle32(low, low, swapHalves)
		f.Xor(next, next, low)
		f.Xor(next, next, t)
	}
}

// karatsuba corrects a middle sum whose terms are (a.lo+a.hi)·(h.lo+h.hi).
func (f field) karatsuba(p product) {
	f.Xor(p.mid, p.mid, p.lo)
	f.Xor(p.mid, p.mid, p.hi)
}

// sumLanes adds the lanes of a into its first, and clears the others; t is scratch.
func (f field) sumLanes(a, t Op) {
	if f.Blocks() == 2 {
		f.Extract(simd.Low(t), a, 1)
		simd.AVX.Xor(simd.Low(a), simd.Low(a), simd.Low(t))
	}
}

// copyLane sets every lane of d to the first lane of a.
func (f field) copyLane(d, a Op) {
	if f.Blocks() == 2 {
		build.VINSERTI128(operand.Imm(1), simd.Low(a), a, d)
	} else {
		f.Mov(d, a)
	}
}
