package rounds

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"vpaes.example/aes/asm/simd"
)

// Partial reads and writes the first n bytes of a block, 0 < n < 16, touching
// no others and looping over none.
//
// With w the largest power of two that is not above n, the w bytes at the
// start and the w bytes at the end cover all n, overlapping where n < 2w. To
// read, the second piece is moved up by n-w bytes and ORed in: where the two
// overlap they agree. To write, the block is moved down by n-w bytes for the
// second piece. A move by a variable number of bytes is a byte shuffle whose
// indices are a window on a row of constants; an index with its top bit set
// gives zero. The branches and the windows depend on n alone, which is public.
type Partial struct {
	e     simd.Encoding
	shift operand.Mem // indices of a move by no bytes, with room for 8 on both sides
	keep  operand.Mem // a mask of all bytes, followed by one of none
}

// NewPartial makes the pieces for registers of one block; e is SSE or AVX.
func NewPartial(e simd.Encoding, t *simd.Table) Partial {
	if e == simd.AVX2 {
		panic("rounds: partial blocks are in registers of one block")
	}
	var low, high, all, zero [16]byte
	for i := range 16 {
		low[i], high[i], all[i] = 0x80, 0x80, 0xff
	}
	for i := range 8 {
		low[8+i], high[i] = byte(i), byte(8+i)
	}
	return Partial{e, t.Row(low, high).Offset(8), t.Row(all, zero).Offset(16)}
}

// window reads the 16 bytes that start n bytes after a constant, or before it.
func (p Partial) window(m operand.Mem, n reg.Register, before bool) Op {
	at, w := build.GP64(), build.XMM()
	build.LEAQ(m, at)
	if before {
		build.SUBQ(n, at)
		p.e.Load(w, operand.Mem{Base: at})
	} else {
		p.e.Load(w, operand.Mem{Base: at, Index: n, Scale: 1})
	}
	return w
}

// Up moves the bytes of x up by n <= 8 and fills with zeros: a shift left.
func (p Partial) Up(x Op, n reg.Register) { p.e.Shuffle(x, x, p.window(p.shift, n, true)) }

// Down moves the bytes of x down by n <= 8 and fills with zeros: a shift right.
func (p Partial) Down(x Op, n reg.Register) { p.e.Shuffle(x, x, p.window(p.shift, n, false)) }

// Keep clears all bytes of x after the first n, 0 <= n <= 16.
func (p Partial) Keep(x Op, n reg.Register) {
	p.e.And(x, x, p.window(p.keep, n, true))
}

// pieces branches on n to the code for its w; f reads or writes the two pieces
// of w bytes, the second at displacement n-w, which it gets in a register.
func (p Partial) pieces(base, n reg.Register, f func(w int, first, second operand.Mem, rest reg.Register)) {
	done := NewLabel("partial_done")
	for w := 8; w >= 1; w /= 2 {
		less := NewLabel("partial_less")
		if w > 1 {
			build.Commentf("At least %d bytes?", w)
			build.CMPQ(n, operand.Imm(uint64(w)))
			build.JB(operand.LabelRef(less))
		}
		rest := build.GP64()
		first := operand.Mem{Base: base}
		if w > 1 {
			build.LEAQ(operand.Mem{Base: n, Disp: -w}, rest)
		}
		f(w, first, operand.Mem{Base: base, Index: rest, Scale: 1}, rest)
		if w > 1 {
			build.JMP(operand.LabelRef(done))
			build.Label(less)
		}
	}
	build.Label(done)
}

// Load reads the n bytes at base into d and fills with zeros.
func (p Partial) Load(d Op, base, n reg.Register) {
	p.pieces(base, n, func(w int, first, second operand.Mem, rest reg.Register) {
		p.loadPiece(d, first, w)
		if w > 1 {
			t := build.XMM()
			p.loadPiece(t, second, w)
			p.Up(t, rest)
			p.e.Or(d, d, t)
		}
	})
}

// Store writes the first n bytes of x to base; x is lost.
func (p Partial) Store(base, n reg.Register, x Op) {
	p.pieces(base, n, func(w int, first, second operand.Mem, rest reg.Register) {
		p.storePiece(first, x, w)
		if w > 1 {
			p.Down(x, rest)
			p.storePiece(second, x, w)
		}
	})
}

// Xor writes x XOR the first n bytes at src to dst, which is src or disjoint
// from it; x is lost.
func (p Partial) Xor(dst, src, n reg.Register, x Op) {
	p.pieces(src, n, func(w int, first, second operand.Mem, rest reg.Register) {
		a, b := build.XMM(), build.XMM()
		p.loadPiece(a, first, w)
		p.e.Xor(a, a, x)
		first.Base, second.Base = dst, dst
		if w > 1 {
			p.loadPiece(b, operand.Mem{Base: src, Index: rest, Scale: 1}, w)
			p.Down(x, rest)
			p.e.Xor(b, b, x)
			p.storePiece(second, b, w)
		}
		p.storePiece(first, a, w)
	})
}

// loadPiece reads w bytes. Below 8 they go through a general register, whose
// moves to and from vectors the assembler writes at 64 bits only.
func (p Partial) loadPiece(d Op, m operand.Mem, w int) {
	r := build.GP64()
	switch w {
	case 8:
		p.e.Load8(d, m)
		return
	case 4:
		build.MOVL(m, r.As32())
	case 2:
		build.MOVWLZX(m, r.As32())
	case 1:
		build.MOVBLZX(m, r.As32())
	}
	p.e.From64(d, r)
}

func (p Partial) storePiece(m operand.Mem, x Op, w int) {
	r := build.GP64()
	if w == 8 {
		p.e.Store8(m, x)
		return
	}
	p.e.To64(r, x)
	switch w {
	case 4:
		build.MOVL(r.As32(), m)
	case 2:
		build.MOVW(r.As16(), m)
	case 1:
		build.MOVB(r.As8(), m)
	}
}
