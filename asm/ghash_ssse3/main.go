// Command ghash_ssse3 writes GHASH for CPUs without a carry-less multiply:
// ghash_ssse3_amd64.s and the declarations beside it.
//
// # The field
//
// A block of GCM is an element of GF(2¹²⁸): the top bit of byte 0 is the
// coefficient of x⁰, the low bit of byte 15 that of x¹²⁷, and x¹²⁸ = 1 + x +
// x² + x⁷. Here blocks are reversed as they are read. In a reversed block the
// bits run without a break from x⁰ at the top to x¹²⁷ at the bottom, and
// multiplication by xⁿ is a shift right by n.
//
// # The product by look-ups
//
// Byte p of a block, counted from the top, stands for x⁸ᵖ times its high
// nibble plus x⁸ᵖ⁺⁴ times its low one. So the product with H is made of the 16
// products n·H of nibbles. To look those up by memory address would tell the
// nibbles to the cache. A byte shuffle looks up 16 nibbles at once, but gets
// one byte each from a table of 16. Hence the table is transposed: row b has
// byte b of all n·H, and shuffling row b by the high nibbles of a block gives
// byte b of 16 products, one for each byte position. All of them belong b bytes
// further down from where they are: the row is added to an accumulator of two
// blocks' width that is shifted by one byte from row to row, the last row first.
// The low nibbles have an accumulator of their own, which is multiplied by x⁴ at
// the end; then the lower half of the sum is reduced.
//
// # Several blocks at a time
//
// The shifts and the reduction are a good part of that work, and they are
// linear. So the product sum
//
//	(sum + X₁)·H⁴ + X₂·H³ + X₃·H² + X₄·H
//
// takes all four blocks through the rows together, each with the table of its
// own power, into the same accumulators. Groups of one to three blocks do the
// same with lower powers.
//
// With 16-byte registers the two accumulators are two pairs of registers. With
// 32-byte registers they are the two halves of one pair: a block is read into
// both halves and one of them reduced to high nibbles, the other to low ones,
// and each row of the table is read into both. The table is the same.
//
// # Constant time
//
// Addresses and branches depend on the number of blocks only, and no
// instruction used here takes a time that depends on its operands.
package main

import (
	"github.com/mmcloughlin/avo/build"
	"vpaes.example/aes/asm/simd"
)

// powers is how many powers of H have a table: H to H⁴.
const powers = 4

// constants is the table of all constants of the file.
var constants *simd.Table

func main() {
	build.ConstraintExpr("gc,!purego")
	constants = simd.NewTable("ghashSSSE3")
	for _, f := range []form{{simd.SSE, "SSSE3"}, {simd.AVX2, "VPAVX2"}} {
		f.ghashInit()
		f.ghash()
	}
	build.Generate()
}
