package aes

import (
	"encoding/binary"
	"math/bits"
)

// This file holds the linear steps of the bit-sliced AES: the way into the
// planes and back, and MixColumns in the four coordinate systems.

// pack turns four blocks into planes.
//
// Of each block it takes the columns c and c + 2 for c = 0, 1 and interleaves
// their bytes into one word, so that word 4c + b has the byte of row r and
// column c (then c + 2) of block b as its byte 2r (then 2r + 1). Transposing
// the 8×8 bits that equal bytes of the eight words form gives the planes.
func (p *planes) pack(src *[batchSize]byte) {
	for b := range 4 {
		lo := binary.LittleEndian.Uint64(src[16*b:])
		hi := binary.LittleEndian.Uint64(src[16*b+8:])
		p[b] = interleave(lo&0xffffffff | hi<<32)
		p[4+b] = interleave(lo>>32 | hi>>32<<32)
	}
	p.transpose()
}

// unpack turns planes into four blocks.
func (p *planes) unpack(dst *[batchSize]byte) {
	p.transpose()
	for b := range 4 {
		even, odd := deinterleave(p[b]), deinterleave(p[4+b])
		binary.LittleEndian.PutUint64(dst[16*b:], even&0xffffffff|odd<<32)
		binary.LittleEndian.PutUint64(dst[16*b+8:], even>>32|odd>>32<<32)
	}
}

// unpackXOR is unpack, with src XORed into the blocks on their way.
func (p *planes) unpackXOR(dst, src *[batchSize]byte) {
	p.transpose()
	for b := range 4 {
		even, odd := deinterleave(p[b]), deinterleave(p[4+b])
		lo := even&0xffffffff | odd<<32 ^ binary.LittleEndian.Uint64(src[16*b:])
		hi := even>>32 | odd>>32<<32 ^ binary.LittleEndian.Uint64(src[16*b+8:])
		binary.LittleEndian.PutUint64(dst[16*b:], lo)
		binary.LittleEndian.PutUint64(dst[16*b+8:], hi)
	}
}

// interleave brings the bytes 0…3 and 4…7 into the order 0 4 1 5 2 6 3 7.
func interleave(x uint64) uint64 {
	t := (x ^ x>>16) & 0x00000000ffff0000
	x ^= t ^ t<<16
	t = (x ^ x>>8) & 0x0000ff000000ff00
	return x ^ t ^ t<<8
}

// deinterleave undoes interleave.
func deinterleave(x uint64) uint64 {
	t := (x ^ x>>8) & 0x0000ff000000ff00
	x ^= t ^ t<<8
	t = (x ^ x>>16) & 0x00000000ffff0000
	return x ^ t ^ t<<16
}

// transpose exchanges bit i of each byte of word j with bit j of that byte of word i.
func (p *planes) transpose() {
	p0, p1, p2, p3, p4, p5, p6, p7 := p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]

	p0, p1 = swapBits(p0, p1, 1, 0x5555555555555555)
	p2, p3 = swapBits(p2, p3, 1, 0x5555555555555555)
	p4, p5 = swapBits(p4, p5, 1, 0x5555555555555555)
	p6, p7 = swapBits(p6, p7, 1, 0x5555555555555555)

	p0, p2 = swapBits(p0, p2, 2, 0x3333333333333333)
	p1, p3 = swapBits(p1, p3, 2, 0x3333333333333333)
	p4, p6 = swapBits(p4, p6, 2, 0x3333333333333333)
	p5, p7 = swapBits(p5, p7, 2, 0x3333333333333333)

	p0, p4 = swapBits(p0, p4, 4, 0x0f0f0f0f0f0f0f0f)
	p1, p5 = swapBits(p1, p5, 4, 0x0f0f0f0f0f0f0f0f)
	p2, p6 = swapBits(p2, p6, 4, 0x0f0f0f0f0f0f0f0f)
	p3, p7 = swapBits(p3, p7, 4, 0x0f0f0f0f0f0f0f0f)

	p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7] = p0, p1, p2, p3, p4, p5, p6, p7
}

// swapBits exchanges the bits of x that lie n above the mask with the bits of y in the mask.
func swapBits(x, y uint64, n uint, mask uint64) (uint64, uint64) {
	t := (x>>n ^ y) & mask
	return x ^ t<<n, y ^ t
}

// xor is AddRoundKey.
func (p *planes) xor(k *planes) {
	for j := range p {
		p[j] ^= k[j]
	}
}

// shiftRows does ShiftRows n times, for even n.
func (p *planes) shiftRows(n int) {
	if n%4 == 0 {
		return
	}
	for j := range p {
		// Rows 1 and 3 change their columns 0 and 1 for 2 and 3.
		t := (p[j] ^ p[j]>>8) & 0x00ff000000ff0000
		p[j] ^= t ^ t<<8
	}
}

// nextRowD moves to every byte the one that MixColumns finds below it when D
// ShiftRows are outstanding: one row down and D columns to the right. The mask
// keeps the columns that do not wrap around within their row of 16 bits.
func nextRow0(x uint64) uint64 { return bits.RotateLeft64(x, -16) }
func nextRow1(x uint64) uint64 { return rotate(x, 20, 0x0fff0fff0fff0fff) }
func nextRow2(x uint64) uint64 { return rotate(x, 24, 0x00ff00ff00ff00ff) }
func nextRow3(x uint64) uint64 { return rotate(x, 28, 0x000f000f000f000f) }

// nextRowsD moves two rows down and 2D columns to the right: for even D that is
// no column at all.
func nextRowsEven(x uint64) uint64 { return bits.RotateLeft64(x, -32) }
func nextRowsOdd(x uint64) uint64  { return rotate(x, 40, 0x00ff00ff00ff00ff) }

// rotate takes each bit of the mask from n places above it, all others from
// n − 16 above.
func rotate(x uint64, n int, mask uint64) uint64 {
	return bits.RotateLeft64(x, -n)&mask | bits.RotateLeft64(x, 16-n)&^mask
}

// mixColumnsD is MixColumns with D outstanding ShiftRows, and AddRoundKey.
//
// FIPS 197 §5.1.3 makes of a byte a and the three below it, a₁, a₂ and a₃, the
// byte 2a ⊕ 3a₁ ⊕ a₂ ⊕ a₃. With t = a ⊕ a₁ that is 2t ⊕ a ⊕ t ⊕ t₂. The planes
// of 2t are those of t one place up, bit 7 counting as 0x1b.
func (p *planes) mixColumns0(k *planes) {
	t7 := p[7] ^ nextRow0(p[7])
	t := p[0] ^ nextRow0(p[0])
	p[0] ^= t ^ nextRowsEven(t) ^ t7 ^ k[0]
	u := p[1] ^ nextRow0(p[1])
	p[1] ^= u ^ nextRowsEven(u) ^ t ^ t7 ^ k[1]
	t = p[2] ^ nextRow0(p[2])
	p[2] ^= t ^ nextRowsEven(t) ^ u ^ k[2]
	u = p[3] ^ nextRow0(p[3])
	p[3] ^= u ^ nextRowsEven(u) ^ t ^ t7 ^ k[3]
	t = p[4] ^ nextRow0(p[4])
	p[4] ^= t ^ nextRowsEven(t) ^ u ^ t7 ^ k[4]
	u = p[5] ^ nextRow0(p[5])
	p[5] ^= u ^ nextRowsEven(u) ^ t ^ k[5]
	t = p[6] ^ nextRow0(p[6])
	p[6] ^= t ^ nextRowsEven(t) ^ u ^ k[6]
	p[7] ^= t7 ^ nextRowsEven(t7) ^ t ^ k[7]
}

func (p *planes) mixColumns1(k *planes) {
	t7 := p[7] ^ nextRow1(p[7])
	t := p[0] ^ nextRow1(p[0])
	p[0] ^= t ^ nextRowsOdd(t) ^ t7 ^ k[0]
	u := p[1] ^ nextRow1(p[1])
	p[1] ^= u ^ nextRowsOdd(u) ^ t ^ t7 ^ k[1]
	t = p[2] ^ nextRow1(p[2])
	p[2] ^= t ^ nextRowsOdd(t) ^ u ^ k[2]
	u = p[3] ^ nextRow1(p[3])
	p[3] ^= u ^ nextRowsOdd(u) ^ t ^ t7 ^ k[3]
	t = p[4] ^ nextRow1(p[4])
	p[4] ^= t ^ nextRowsOdd(t) ^ u ^ t7 ^ k[4]
	u = p[5] ^ nextRow1(p[5])
	p[5] ^= u ^ nextRowsOdd(u) ^ t ^ k[5]
	t = p[6] ^ nextRow1(p[6])
	p[6] ^= t ^ nextRowsOdd(t) ^ u ^ k[6]
	p[7] ^= t7 ^ nextRowsOdd(t7) ^ t ^ k[7]
}

func (p *planes) mixColumns2(k *planes) {
	t7 := p[7] ^ nextRow2(p[7])
	t := p[0] ^ nextRow2(p[0])
	p[0] ^= t ^ nextRowsEven(t) ^ t7 ^ k[0]
	u := p[1] ^ nextRow2(p[1])
	p[1] ^= u ^ nextRowsEven(u) ^ t ^ t7 ^ k[1]
	t = p[2] ^ nextRow2(p[2])
	p[2] ^= t ^ nextRowsEven(t) ^ u ^ k[2]
	u = p[3] ^ nextRow2(p[3])
	p[3] ^= u ^ nextRowsEven(u) ^ t ^ t7 ^ k[3]
	t = p[4] ^ nextRow2(p[4])
	p[4] ^= t ^ nextRowsEven(t) ^ u ^ t7 ^ k[4]
	u = p[5] ^ nextRow2(p[5])
	p[5] ^= u ^ nextRowsEven(u) ^ t ^ k[5]
	t = p[6] ^ nextRow2(p[6])
	p[6] ^= t ^ nextRowsEven(t) ^ u ^ k[6]
	p[7] ^= t7 ^ nextRowsEven(t7) ^ t ^ k[7]
}

func (p *planes) mixColumns3(k *planes) {
	t7 := p[7] ^ nextRow3(p[7])
	t := p[0] ^ nextRow3(p[0])
	p[0] ^= t ^ nextRowsOdd(t) ^ t7 ^ k[0]
	u := p[1] ^ nextRow3(p[1])
	p[1] ^= u ^ nextRowsOdd(u) ^ t ^ t7 ^ k[1]
	t = p[2] ^ nextRow3(p[2])
	p[2] ^= t ^ nextRowsOdd(t) ^ u ^ k[2]
	u = p[3] ^ nextRow3(p[3])
	p[3] ^= u ^ nextRowsOdd(u) ^ t ^ t7 ^ k[3]
	t = p[4] ^ nextRow3(p[4])
	p[4] ^= t ^ nextRowsOdd(t) ^ u ^ t7 ^ k[4]
	u = p[5] ^ nextRow3(p[5])
	p[5] ^= u ^ nextRowsOdd(u) ^ t ^ k[5]
	t = p[6] ^ nextRow3(p[6])
	p[6] ^= t ^ nextRowsOdd(t) ^ u ^ k[6]
	p[7] ^= t7 ^ nextRowsOdd(t7) ^ t ^ k[7]
}

// invMixColumns is AddRoundKey and then InvMixColumns (FIPS 197 §5.3.3) with d
// outstanding ShiftRows. The matrix is that of MixColumns times one that has 5
// on the diagonal and 4 two places off, so 4(a ⊕ a₂) is added first.
func (p *planes) invMixColumns(d int, k *planes) {
	switch d % 4 {
	case 0:
		p.fourTimesEven(k)
		p.mixColumns0(&zeroKey)
	case 1:
		p.fourTimesOdd(k)
		p.mixColumns1(&zeroKey)
	case 2:
		p.fourTimesEven(k)
		p.mixColumns2(&zeroKey)
	case 3:
		p.fourTimesOdd(k)
		p.mixColumns3(&zeroKey)
	}
}

// zeroKey is what MixColumns adds where it is part of its inverse.
var zeroKey planes

// fourTimesEven is AddRoundKey, and then adds 4(a ⊕ a₂) to every byte a, for
// even numbers of outstanding ShiftRows. The planes of 4u are those of u two
// places up, bits 6 and 7 counting as 0x1b and 0x36.
func (p *planes) fourTimesEven(k *planes) {
	a0, a1, a2, a3 := p[0]^k[0], p[1]^k[1], p[2]^k[2], p[3]^k[3]
	a4, a5, a6, a7 := p[4]^k[4], p[5]^k[5], p[6]^k[6], p[7]^k[7]
	u6 := a6 ^ nextRowsEven(a6)
	u7 := a7 ^ nextRowsEven(a7)
	p[0] = a0 ^ u6
	p[1] = a1 ^ u6 ^ u7
	p[2] = a2 ^ u7 ^ a0 ^ nextRowsEven(a0)
	p[3] = a3 ^ u6 ^ a1 ^ nextRowsEven(a1)
	p[4] = a4 ^ u6 ^ u7 ^ a2 ^ nextRowsEven(a2)
	p[5] = a5 ^ u7 ^ a3 ^ nextRowsEven(a3)
	p[6] = a6 ^ a4 ^ nextRowsEven(a4)
	p[7] = a7 ^ a5 ^ nextRowsEven(a5)
}

// fourTimesOdd is AddRoundKey, and then adds 4(a ⊕ a₂) to every byte a, for
// odd numbers of outstanding ShiftRows. The planes of 4u are those of u two
// places up, bits 6 and 7 counting as 0x1b and 0x36.
func (p *planes) fourTimesOdd(k *planes) {
	a0, a1, a2, a3 := p[0]^k[0], p[1]^k[1], p[2]^k[2], p[3]^k[3]
	a4, a5, a6, a7 := p[4]^k[4], p[5]^k[5], p[6]^k[6], p[7]^k[7]
	u6 := a6 ^ nextRowsOdd(a6)
	u7 := a7 ^ nextRowsOdd(a7)
	p[0] = a0 ^ u6
	p[1] = a1 ^ u6 ^ u7
	p[2] = a2 ^ u7 ^ a0 ^ nextRowsOdd(a0)
	p[3] = a3 ^ u6 ^ a1 ^ nextRowsOdd(a1)
	p[4] = a4 ^ u6 ^ u7 ^ a2 ^ nextRowsOdd(a2)
	p[5] = a5 ^ u7 ^ a3 ^ nextRowsOdd(a3)
	p[6] = a6 ^ a4 ^ nextRowsOdd(a4)
	p[7] = a7 ^ a5 ^ nextRowsOdd(a5)
}
