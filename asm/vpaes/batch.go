package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"vpaes.example/aes/asm/simd"
	"vpaes.example/aes/asm/tower"
)

type Op = simd.Op

// A shape is how many registers of which width go through the rounds side by
// side. One round is a chain of a dozen dependent instructions and leaves the
// units idle most of the time; two or three chains fill them.
type shape struct {
	simd.Encoding
	streams int
}

// bytes is how many bytes a batch of the shape holds.
func (s shape) bytes() int { return s.streams * s.Bytes() }

// narrow is the encoding for registers of one block.
func (s shape) narrow() simd.Encoding {
	if s.Encoding == simd.AVX2 {
		return simd.AVX
	}
	return s.Encoding
}

// A batch is the vector registers of a shape: four for each stream, where the
// state is in a between rounds, two temporary ones, and two constants.
type batch struct {
	shape
	a, b, c, d    []Op
	t, u          Op
	mask, inverse Op // 0x0f in every byte; the table of reciprocals
}

func (s shape) batch() batch {
	r := batch{shape: s, t: s.Reg(12), u: s.Reg(13), mask: s.Reg(14), inverse: s.Reg(15)}
	for i := range s.streams {
		r.a = append(r.a, s.Reg(4*i))
		r.b = append(r.b, s.Reg(4*i+1))
		r.c = append(r.c, s.Reg(4*i+2))
		r.d = append(r.d, s.Reg(4*i+3))
	}
	return r
}

// loadConstants fills the registers that hold constants.
func (r batch) loadConstants() {
	r.Load16(r.mask, constants.At(tower.Repeat(0x0f)))
	r.Load16(r.inverse, constants.At(tower.Reciprocal))
}

// each runs f for every stream.
func (r batch) each(f func(i int)) {
	for i := range r.streams {
		f(i)
	}
}

// lookup is d = table[by] in every stream. Legacy SSE overwrites the table,
// which it reads from memory each time; d is not by.
func (r batch) lookup(d []Op, table tower.Table, by []Op) {
	from := Op(constants.At(table))
	if r.Encoding != simd.SSE {
		r.Load16(r.t, from.(operand.Mem))
		from = r.t
	}
	r.each(func(i int) { r.Shuffle(d[i], from, by[i]) })
}

// addLookup is d ^= table[by] in every stream.
func (r batch) addLookup(d []Op, table tower.Table, by []Op) {
	from, value := Op(constants.At(table)), []Op{r.t, r.u}
	if r.Encoding != simd.SSE {
		r.Load16(r.t, from.(operand.Mem))
		from, value = r.t, []Op{r.u, r.u}
	}
	r.each(func(i int) {
		r.Shuffle(value[i%2], from, by[i])
		r.Xor(d[i], d[i], value[i%2])
	})
}

// permute is d = the bytes of a in the order at m, in every stream.
func (r batch) permute(d, a []Op, m operand.Mem) {
	order := Op(m)
	if r.Encoding == simd.AVX2 {
		r.Load16(r.t, m)
		order = r.t
	}
	r.each(func(i int) { r.Shuffle(d[i], a[i], order) })
}

// add is d = a ^ b in every stream.
func (r batch) add(d, a, b []Op) {
	r.each(func(i int) { r.Xor(d[i], a[i], b[i]) })
}

// addKey is d ^= the 16 bytes at m in every stream.
func (r batch) addKey(d []Op, m operand.Mem) {
	r.Load16(r.t, m)
	r.each(func(i int) { r.Xor(d[i], d[i], r.t) })
}

// split leaves the low nibbles of a in a and the high ones in b.
func (r batch) split() {
	r.each(func(i int) { r.Shr32(r.b[i], r.a[i], 4) })
	r.each(func(i int) { r.And(r.a[i], r.a[i], r.mask) })
	r.each(func(i int) { r.And(r.b[i], r.b[i], r.mask) })
}

// apply is a = the linear map m of a.
func (r batch) apply(m tower.Map) {
	r.split()
	r.lookup(r.c, m.Low, r.a)
	r.lookup(r.a, m.High, r.b)
	r.add(r.a, r.a, r.c)
}

// invert takes a to its (io, jo), which it leaves in a and b.
func (r batch) invert() {
	build.Comment("Split into k (low nibble) and i (high).")
	r.split()
	build.Comment("a/k, and j = i + k.")
	r.lookup(r.c, tower.Quotient, r.a)
	r.add(r.a, r.a, r.b)
	build.Comment("1/i + a/k and 1/j + a/k.")
	r.each(func(i int) { r.Shuffle(r.d[i], r.inverse, r.b[i]) })
	r.add(r.d, r.d, r.c)
	r.addReciprocal(r.c, r.a)
	build.Comment("io = 1/(1/i + a/k) + j and jo = 1/(1/j + a/k) + i.")
	r.addReciprocal(r.a, r.d)
	r.addReciprocal(r.b, r.c)
}

// addReciprocal is d += 1/by in every stream.
func (r batch) addReciprocal(d, by []Op) {
	r.each(func(i int) {
		value := []Op{r.t, r.u}[i%2]
		r.Shuffle(value, r.inverse, by[i])
		r.Xor(d[i], d[i], value)
	})
}

// move is d = a in every stream.
func (r batch) move(d, a []Op) {
	r.each(func(i int) { r.Mov(d[i], a[i]) })
}

// General registers. BP, R14 and R15 belong to Go.
var (
	rounds_    = reg.RAX // the number of rounds, then where the index of the first one starts
	scratch    = reg.RBX
	length     = reg.RCX // bytes left
	index      = reg.RDX // 16 times the number of the round, from below up to 0 for the last
	src        = reg.RSI
	dst        = reg.RDI
	counterHi  = reg.R8
	counterLo  = reg.R9
	neighbours = reg.R10 // behind the last of the orders of bytes, one for each round
	keys       = reg.R11 // the last round key
	group      = reg.R12 // CTR: counter blocks left whose first round is known; CBC: the IV's address
	order      = reg.R13 // the constants for this number of rounds modulo 4
)

func imm(n int) Op { return operand.Imm(uint64(n)) }

func at(base reg.Register, displacement int) operand.Mem {
	return operand.Mem{Base: base, Disp: displacement}
}

func indexed(base reg.Register, displacement int) operand.Mem {
	return operand.Mem{Base: base, Index: index, Scale: 1, Disp: displacement}
}
