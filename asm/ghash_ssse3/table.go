package main

import (
	"github.com/mmcloughlin/avo/build"
)

// timesX is d = a·x: a shift right, and 1 + x + x² + x⁷ for the bit it loses.
func (f form) timesX(d, a, t, u Op) {
	f.Shl32(t, a, 31)
	f.Shuffle32(t, t, 0)
	f.Sar32(t, t, 31)
	f.And(t, t, constants.At([16]byte{15: 0xe1}))
	f.Shl64(u, a, 63)
	f.ShrBytes(u, u, 8)
	f.Shr64(d, a, 1)
	f.Xor(t, t, u)
	f.Xor(d, d, t)
}

// square is d = a². Squaring doubles every exponent: each nibble becomes a byte
// with zeros between its bits.
func (f form) square(d, a Op) {
	build.Comment("Square: spread the nibbles to bytes.")
	var spread [16]byte
	for n := range spread {
		for bit := range 4 {
			spread[n] |= byte(n>>bit&1) << (2*bit + 1) // x⁰ is the top bit of either
		}
	}
	high, low, upper, lower, t := f.Reg(0), f.Reg(1), f.Reg(2), f.Reg(3), f.Reg(4)
	f.Shr32(high, a, 4)
	f.And(high, high, f.both(bytesOf(0x0f)))
	f.Mov(low, a)
	f.And(low, low, f.both(bytesOf(0x0f)))
	f.Load(upper, constants.At(spread))
	f.Mov(lower, upper)
	f.Shuffle(upper, upper, high)
	f.Shuffle(lower, lower, low)
	f.UnpackLo8(t, lower, upper)
	f.UnpackHi8(lower, lower, upper)
	f.reduce(d, lower, t, high, low)
}

// writeTable writes the table of one power of H.
//
// The products of a nibble are sums of h, h·x, h·x² and h·x³. So row b is a sum
// of two look-ups: by the upper two bits of the nibble in the bytes b of 0, h·x,
// h and h + h·x, by the lower two bits in those of 0, h·x³, h·x² and their sum.
// Interleaved, four such tables of four bytes fill a register.
func (f form) writeTable(h Op, power int) {
	build.Commentf("Table of H to the power %d.", power+1)
	x, x2, x3 := f.Reg(0), f.Reg(1), f.Reg(2)
	f.timesX(x, h, f.Reg(3), f.Reg(4))
	f.timesX(x2, x, f.Reg(3), f.Reg(4))
	f.timesX(x3, x2, f.Reg(3), f.Reg(4))
	high := []Op{f.Reg(8), f.Reg(9), f.Reg(10), f.Reg(11)}
	f.interleave(high, x, h)
	low := []Op{f.Reg(12), f.Reg(13), f.Reg(14), f.Reg(15)}
	f.interleave(low, x3, x2)
	for r := range 16 {
		var byHigh, byLow [16]byte
		for n := range 16 {
			byHigh[n] = byte(r%4*4 + n>>2)
			byLow[n] = byte(r%4*4 + n&3)
		}
		t, u := f.Reg(r%2*2), f.Reg(r%2*2+1)
		f.Shuffle(t, high[r/4], constants.At(byHigh))
		f.Shuffle(u, low[r/4], constants.At(byLow))
		f.Xor(t, t, u)
		f.Store(at(table, tableSize*power+16*r), t)
	}
}

// interleave is d = the bytes of 0, a, b and a + b in turn.
func (f form) interleave(d []Op, a, b Op) {
	sum, t, u := f.Reg(3), f.Reg(4), f.Reg(5)
	f.Xor(sum, a, b)
	f.Zero(t)
	f.UnpackLo8(t, t, a)
	f.UnpackLo8(u, b, sum)
	f.UnpackLo16(d[0], t, u)
	f.UnpackHi16(d[1], t, u)
	f.Zero(t)
	f.UnpackHi8(t, t, a)
	f.UnpackHi8(u, b, sum)
	f.UnpackLo16(d[2], t, u)
	f.UnpackHi16(d[3], t, u)
}
