package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"vpaes.example/aes/asm/simd"
)

type Op = simd.Op

// A form is one set of functions.
type form struct {
	simd.Encoding
	suffix string
}

// The general registers.
var (
	table  = reg.RDI
	src    = reg.RSI
	length = reg.RCX
	sumAt  = reg.RDX
	row    = reg.R8 // the row at hand of the table of H
	end    = reg.R9 // behind the last one
)

func imm(n int) Op { return operand.Imm(uint64(n)) }

func at(base reg.Register, displacement int) operand.Mem {
	return operand.Mem{Base: base, Disp: displacement}
}

const (
	tableSize = 16 * 16 // of one power
	unroll    = 2       // rows in the loop
)

// parts is how many accumulators there are: one for high nibbles and one for
// low ones, or one register that has both.
func (f form) parts() int { return 2 / f.Blocks() }

// nibbles is the register with the nibbles of a block for an accumulator, as
// indices of look-ups.
func (f form) nibbles(block, part int) Op { return f.Reg(f.parts()*block + part) }

// upper and lower are the registers of an accumulator: coefficients of x⁰ to
// x¹²⁷, and of x¹²⁸ on.
func (f form) upper(part int) Op { return f.Reg(8 + part) }
func (f form) lower(part int) Op { return f.Reg(10 + part) }

// temp is one of four temporary registers; the sum is in the first between groups.
func (f form) temp(i int) Op { return f.Reg(12 + i) }
func (f form) sum() Op       { return f.temp(0) }

// both is a constant for registers of one or two blocks. In wide registers the
// high nibbles have the first half.
func (f form) both(c [16]byte) operand.Mem { return f.halves(c, c) }

func (f form) halves(high, low [16]byte) operand.Mem { return constants.Row(high, low) }

// reversed is the shuffle that reverses a block.
func reversed() (c [16]byte) {
	for i := range c {
		c[i] = byte(15 - i)
	}
	return c
}

func bytesOf(b byte) (c [16]byte) {
	for i := range c {
		c[i] = b
	}
	return c
}

// counts is two equal counts of shifts of 64-bit elements.
func counts(n byte) [16]byte { return simd.Bytes(n, 0, 0, 0, 0, 0, 0, 0, n, 0, 0, 0, 0, 0, 0, 0) }

// readBlock reads a block, reversed.
func (f form) readBlock(d Op, m operand.Mem) {
	f.Load16(d, m)
	f.Shuffle(d, d, f.both(reversed()))
}

// split makes indices of a block that is in the last of its nibble registers.
func (f form) split(block int) {
	low := f.nibbles(block, f.parts()-1)
	if f.Encoding == simd.AVX2 {
		build.VPSRLVQ(f.halves(counts(4), counts(0)), low, low)
	} else {
		high := f.nibbles(block, 0)
		f.Shr32(high, low, 4)
		f.And(high, high, f.both(bytesOf(0x0f)))
	}
	f.And(low, low, f.both(bytesOf(0x0f)))
}

// group is sum = (sum + X₁)·Hᵐ + … + Xₘ·H for m blocks at src.
func (f form) group(m int) {
	for i := range m {
		build.Commentf("Block %d: high and low nibbles.", i+1)
		x := f.nibbles(i, f.parts()-1)
		f.readBlock(x, at(src, 16*i))
		if i == 0 {
			f.Xor(x, x, f.sum())
		}
		f.split(i)
	}
	f.multiply(m)
}

// multiply is sum = the sum of the products of m blocks, in their nibble
// registers, with descending powers.
func (f form) multiply(m int) {
	for p := range f.parts() {
		f.Zero(f.upper(p))
		f.Zero(f.lower(p))
	}
	build.MOVQ(table, row)
	build.LEAQ(at(table, tableSize), end)
	loop := label(fmt.Sprintf("rows%dx", m))
	build.Label(loop)
	for r := range unroll {
		f.row(m, 16*r)
	}
	build.ADDQ(imm(16*unroll), row)
	build.CMPQ(row, end)
	build.JNE(operand.LabelRef(loop))
	f.join()
	f.reduce(f.sum(), f.upper(0), f.lower(0), f.temp(1), f.temp(2))
}

// row multiplies the accumulators by x⁸ and adds a row.
func (f form) row(m, displacement int) {
	build.Comment("Times x⁸.")
	for p := range f.parts() {
		f.Align(f.temp(p), f.upper(p), f.lower(p), 1)
		f.Mov(f.lower(p), f.temp(p))
		f.ShrBytes(f.upper(p), f.upper(p), 1)
	}
	build.Comment("The row, looked up by every block's nibbles.")
	for i := range m {
		// Pairs of blocks are added up before they go to the accumulator.
		t := i % 2 * f.parts()
		f.Load16(f.temp(t), at(row, displacement+tableSize*(m-1-i)))
		for p := f.parts() - 1; p >= 0; p-- {
			f.Shuffle(f.temp(t+p), f.temp(t), f.nibbles(i, p))
		}
		for p := range f.parts() {
			switch {
			case t > 0:
				f.Xor(f.temp(p), f.temp(p), f.temp(t+p))
			case i < m-1:
				continue
			}
			f.Xor(f.upper(p), f.upper(p), f.temp(p))
		}
	}
}

// join adds x⁴ times the accumulator of the low nibbles to that of the high
// ones. In wide registers both halves get the sum.
func (f form) join() {
	build.Comment("Low nibbles count x⁴ times.")
	last := f.parts() - 1
	u, l, uCarry, lCarry := f.upper(last), f.lower(last), f.temp(0), f.temp(1)
	if f.Encoding == simd.AVX2 {
		build.VPSLLVQ(f.halves(counts(64), counts(60)), u, uCarry)
		build.VPSLLVQ(f.halves(counts(64), counts(60)), l, lCarry)
		build.VPSRLVQ(f.halves(counts(0), counts(4)), u, u)
		build.VPSRLVQ(f.halves(counts(0), counts(4)), l, l)
	} else {
		f.Shl64(uCarry, u, 60)
		f.Shl64(lCarry, l, 60)
		f.Shr64(u, u, 4)
		f.Shr64(l, l, 4)
	}
	f.Align(f.temp(2), uCarry, lCarry, 8)
	f.Xor(l, l, f.temp(2))
	f.ShrBytes(uCarry, uCarry, 8)
	f.Xor(u, u, uCarry)
	if f.Encoding == simd.AVX2 {
		build.VPERM2I128(imm(1), u, u, uCarry)
		build.VPERM2I128(imm(1), l, l, lCarry)
		f.Xor(u, u, uCarry)
		f.Xor(l, l, lCarry)
	} else {
		f.Xor(f.upper(0), f.upper(0), u)
		f.Xor(f.lower(0), f.lower(0), l)
	}
}

// reduce is d = upper + x¹²⁸·lower; lower and the temporary registers are lost.
//
// Times 1 + x + x² + x⁷ is the sum of lower and its shifts by 1, 2 and 7 bits.
// The bits that these shifts lose at the end of a 64-bit half are the same half
// shifted left by 63, 62 and 57. Those of the upper half go to the lower one.
// Those of the lower half are coefficients of x¹²⁸ and more again: they belong
// to the top of lower itself, so they are shifted too, but lose nothing more.
func (f form) reduce(d, upper, lower, t, u Op) {
	build.Comment("Reduce.")
	f.Shl64(t, lower, 63)
	f.Shl64(u, lower, 62)
	f.Xor(t, t, u)
	f.Shl64(u, lower, 57)
	f.Xor(t, t, u)
	f.Xor(upper, upper, lower)
	f.ShlBytes(u, t, 8)
	f.Xor(lower, lower, u)
	f.Shuffle32(t, t, 0x4e)
	f.Xor(upper, upper, t)
	f.Shr64(d, lower, 1)
	f.Shr64(t, lower, 2)
	f.Shr64(u, lower, 7)
	f.Xor(d, d, upper)
	f.Xor(t, t, u)
	f.Xor(d, d, t)
}

var labels int

func label(name string) string {
	labels++
	return fmt.Sprintf("%s%d", name, labels)
}
