package aes

import (
	"encoding/binary"
	"math"
	"math/bits"
	"unsafe"
)

// This file is GHASH (SP 800-38D §6.4) in pure Go, for every machine, without a
// table that is looked up by a secret.
//
// A block is a polynomial over GF(2), its first bit the coefficient of x⁰. Read
// as a big-endian number, it is that polynomial with its coefficients in
// reverse, and the product of two reversed polynomials is the reverse of the
// product, but one place too low in 256 bits. So H is multiplied by x once, when
// the key is made, and products come out in place.
//
// What differs between machines is the carry-less multiplication under it:
//
//   - mul64: an integer multiplication adds where a carry-less one XORs. Taking
//     every fourth bit of the factors leaves three zeros after each bit, into
//     which the sums carry; every fourth bit of the sum is the XOR. Sixteen such
//     products, masked, are one carry-less product. A sum of sixteen terms would
//     carry into the next sum's place, so H gives its topmost four bits apart.
//   - mul32: likewise with factors of 32 bits, whose sums of at most eight terms
//     fit, where a product of 64 bits is made of such anyway.
//   - masks: for every bit of the block, the multiple of H that it stands for is
//     added under a mask made of the bit. For machines whose multiplication is
//     not known to take the same time whatever its operands.
//
// It is constant-time because its branches and addresses depend on lengths
// alone, and multiplications are used only where SECURITY.md says why their time
// does not depend on the operands.

// ghashMethod is which of the three this GOARCH uses, a constant in
// ghash_generic_*.go.
type ghashMethod int

const (
	ghashMul64 ghashMethod = iota
	ghashMul32
	ghashMasks
)

// genericGCM is a GCM with the hash written in Go.
type genericGCM struct {
	GCM
	table genericTable
}

func (g *GCM) generic() *genericGCM { return (*genericGCM)(unsafe.Pointer(g)) }

func newGenericGCM(h *[BlockSize]byte) *GCM {
	g := new(genericGCM)
	g.part = math.MaxInt
	g.table.init(h)
	return &g.GCM
}

// An element is a reversed polynomial: hi has the coefficients x⁰ (its most
// significant bit) to x⁶³.
type element struct{ hi, lo uint64 }

func loadElement(b *[BlockSize]byte) element {
	return element{binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:])}
}

func (e element) store(b *[BlockSize]byte) {
	binary.BigEndian.PutUint64(b[:8], e.hi)
	binary.BigEndian.PutUint64(b[8:], e.lo)
}

// timesX multiplies by x modulo x¹²⁸ + x⁷ + x² + x + 1: the coefficient that
// leaves comes back as 1 + x + x² + x⁷.
func (e element) timesX() element {
	out := -(e.lo & 1)
	return element{e.hi>>1 ^ out&(0xe1<<56), e.lo>>1 | e.hi<<63}
}

// overX divides by x.
func (e element) overX() element {
	out := -(e.hi >> 63)
	e.hi ^= out & (0xe1 << 56)
	return element{e.hi<<1 | e.lo>>63, e.lo<<1 | out&1}
}

// reduce takes a product of 256 bits, most significant word first, modulo
// x¹²⁸ + x⁷ + x² + x + 1. The low half holds the powers from x¹²⁸ on; each is
// added at 0, 1, 2 and 7 places further down, in two steps because the last word
// reaches into the one before.
func reduce(p3, p2, p1, p0 uint64) element {
	p1 ^= p0<<63 ^ p0<<62 ^ p0<<57
	return element{
		p3 ^ p1 ^ p1>>1 ^ p1>>2 ^ p1>>7,
		p2 ^ p0 ^ (p0>>1 | p1<<63) ^ (p0>>2 | p1<<62) ^ (p0>>7 | p1<<57),
	}
}

// The three methods side by side; only the table of the one in use has a place
// in a key.

// mul64Table is the hash key for mul64: of x·H's high and low word and of their
// sum, which Karatsuba's method multiplies.
type mul64Table [3]factor64

// A factor64 is one word of the hash key, split.
type factor64 struct {
	every4th [4]uint64 // its bits 4i + j below bit 60, by j
	word     uint64
	top      [4]uint64 // masks: all ones where bit 60 + i is set
}

func (f *factor64) init(w uint64) {
	f.word = w
	for j := range f.every4th {
		f.every4th[j] = w & (1<<60 - 1) & (0x1111111111111111 << j)
		f.top[j] = -(w >> (60 + j) & 1)
	}
}

// mul is the carry-less product with x, as two words.
func (f *factor64) mul(x uint64) (hi, lo uint64) {
	const m0, m1, m2, m3 = 0x1111111111111111, 0x2222222222222222, 0x4444444444444444, 0x8888888888888888
	x0, x1, x2, x3 := x&m0, x&m1, x&m2, x&m3
	y0, y1, y2, y3 := f.every4th[0], f.every4th[1], f.every4th[2], f.every4th[3]

	// Products of bits 4i + j and 4i + k have bits 4i + j + k.
	h, l := mulAdd(0, 0, x0, y0)
	h, l = mulAdd(h, l, x1, y3)
	h, l = mulAdd(h, l, x2, y2)
	h, l = mulAdd(h, l, x3, y1)
	hi, lo = h&m0, l&m0

	h, l = mulAdd(0, 0, x0, y1)
	h, l = mulAdd(h, l, x1, y0)
	h, l = mulAdd(h, l, x2, y3)
	h, l = mulAdd(h, l, x3, y2)
	hi, lo = hi|h&m1, lo|l&m1

	h, l = mulAdd(0, 0, x0, y2)
	h, l = mulAdd(h, l, x1, y1)
	h, l = mulAdd(h, l, x2, y0)
	h, l = mulAdd(h, l, x3, y3)
	hi, lo = hi|h&m2, lo|l&m2

	h, l = mulAdd(0, 0, x0, y3)
	h, l = mulAdd(h, l, x1, y2)
	h, l = mulAdd(h, l, x2, y1)
	h, l = mulAdd(h, l, x3, y0)
	hi, lo = hi|h&m3, lo|l&m3

	// The four bits that were left out.
	hi ^= x>>4&f.top[0] ^ x>>3&f.top[1] ^ x>>2&f.top[2] ^ x>>1&f.top[3]
	lo ^= x<<60&f.top[0] ^ x<<61&f.top[1] ^ x<<62&f.top[2] ^ x<<63&f.top[3]
	return hi, lo
}

func mulAdd(hi, lo, x, y uint64) (uint64, uint64) {
	h, l := bits.Mul64(x, y)
	return hi ^ h, lo ^ l
}

func (t *mul64Table) init(h *[BlockSize]byte) {
	e := loadElement(h).overX()
	t[0].init(e.hi)
	t[1].init(e.lo)
	t[2].init(e.hi ^ e.lo)
}

func (t *mul64Table) ghash(acc *[BlockSize]byte, data []byte) {
	a := loadElement(acc)
	for ; len(data) >= BlockSize; data = data[BlockSize:] {
		x := loadElement((*[BlockSize]byte)(data))
		x.hi ^= a.hi
		x.lo ^= a.lo
		p3, p2 := t[0].mul(x.hi)
		p1, p0 := t[1].mul(x.lo)
		m1, m0 := t[2].mul(x.hi ^ x.lo)
		m1 ^= p3 ^ p1
		m0 ^= p2 ^ p0
		a = reduce(p3, p2^m1, p1^m0, p0)
	}
	a.store(acc)
}

// mul32Table is the hash key for mul32: Karatsuba's method twice over, so the
// three words of mul64Table, each as its high and low half and their sum.
type mul32Table [3][3][4]uint32

func (t *mul32Table) init(h *[BlockSize]byte) {
	e := loadElement(h).overX()
	for i, w := range [3]uint64{e.hi, e.lo, e.hi ^ e.lo} {
		hi, lo := uint32(w>>32), uint32(w)
		for j, half := range [3]uint32{hi, lo, hi ^ lo} {
			for k := range t[i][j] {
				t[i][j][k] = half & (0x11111111 << k)
			}
		}
	}
}

// mul32 is the carry-less product of x with a split half of the hash key.
func mul32(x uint32, y *[4]uint32) uint64 {
	const m0, m1, m2, m3 = 0x1111111111111111, 0x2222222222222222, 0x4444444444444444, 0x8888888888888888
	x0, x1, x2, x3 := uint64(x&0x11111111), uint64(x&0x22222222), uint64(x&0x44444444), uint64(x&0x88888888)
	y0, y1, y2, y3 := uint64(y[0]), uint64(y[1]), uint64(y[2]), uint64(y[3])
	return (x0*y0^x1*y3^x2*y2^x3*y1)&m0 |
		(x0*y1^x1*y0^x2*y3^x3*y2)&m1 |
		(x0*y2^x1*y1^x2*y0^x3*y3)&m2 |
		(x0*y3^x1*y2^x2*y1^x3*y0)&m3
}

// mul32x2 is the carry-less product of x with a word of the hash key.
func mul32x2(x uint64, y *[3][4]uint32) (hi, lo uint64) {
	xh, xl := uint32(x>>32), uint32(x)
	hi, lo = mul32(xh, &y[0]), mul32(xl, &y[1])
	m := mul32(xh^xl, &y[2]) ^ hi ^ lo
	return hi ^ m>>32, lo ^ m<<32
}

func (t *mul32Table) ghash(acc *[BlockSize]byte, data []byte) {
	a := loadElement(acc)
	for ; len(data) >= BlockSize; data = data[BlockSize:] {
		x := loadElement((*[BlockSize]byte)(data))
		x.hi ^= a.hi
		x.lo ^= a.lo
		p3, p2 := mul32x2(x.hi, &t[0])
		p1, p0 := mul32x2(x.lo, &t[1])
		m1, m0 := mul32x2(x.hi^x.lo, &t[2])
		m1 ^= p3 ^ p1
		m0 ^= p2 ^ p0
		a = reduce(p3, p2^m1, p1^m0, p0)
	}
	a.store(acc)
}

// maskTable is the hash key for masks: H·xⁱ for each bit i of a block.
type maskTable [128]element

func (t *maskTable) init(h *[BlockSize]byte) {
	e := loadElement(h)
	for i := range t {
		t[i] = e
		e = e.timesX()
	}
}

func (t *maskTable) ghash(acc *[BlockSize]byte, data []byte) {
	a := loadElement(acc)
	for ; len(data) >= BlockSize; data = data[BlockSize:] {
		x := loadElement((*[BlockSize]byte)(data))
		x.hi ^= a.hi
		x.lo ^= a.lo
		a = element{}
		for i := range 64 {
			hi, lo := &t[i], &t[64+i]
			mhi, mlo := -(x.hi >> 63), -(x.lo >> 63)
			a.hi ^= hi.hi&mhi ^ lo.hi&mlo
			a.lo ^= hi.lo&mhi ^ lo.lo&mlo
			x.hi <<= 1
			x.lo <<= 1
		}
	}
	a.store(acc)
}
