package modes

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"vpaes.example/aes/asm/rounds"
	"vpaes.example/aes/asm/simd"
)

// CTR writes the counter mode.
//
// Counters are kept as two 64-bit halves, so that one addition makes the next.
// A call is cut in two where its counters carry from the low half into the high
// one, so no addition ever carries. Batches whose first counter is a multiple of
// their number of blocks save two of three instructions for each counter; a
// long call is cut in two to have only such. The pieces go through the same code
// one after the other.
//
// The data is XORed into the last round key instead of the result, which takes
// it off the path that the result waits for.
//
// Branches depend on the length and the counters, so those must be public, and
// on nothing else.
func (f Form) CTR() {
	c, p := f.begin("ctr", ", hi, lo uint64", rounds.Encrypt, "enc",
		"XORs the key stream of the counter blocks hi:lo, hi:lo + 1, … into the n bytes",
		"at src and writes them to dst. The counters are big-endian, of 128 bits, and public.")
	hi, lo, later := build.GP64(), build.GP64(), build.GP64()
	build.Load(build.Param("hi"), hi)
	build.Load(build.Param("lo"), lo)
	f.ctrOne(c.At(f.narrow()), p, hi, lo)

	batch := f.Lanes * f.Wide.Blocks()
	piece, run := rounds.NewLabel("piece"), rounds.NewLabel("run")
	cutCarry, cutAlign := rounds.NewLabel("cut_carry"), rounds.NewLabel("cut_align")
	build.Label(piece)
	build.XORL(later.As32(), later.As32())
	build.Comment("Long, and the counters not aligned?")
	short, last := rounds.NewLabel("short"), build.GP64()
	build.CMPQ(p.n, operand.U32(16*batch*f.Align))
	build.JB(operand.LabelRef(short))
	build.TESTQ(operand.U32(batch-1), lo)
	build.JNE(operand.LabelRef(cutAlign))
	build.Label(short)
	build.Comment("Does the last counter, lo + (n-1)/16, carry?")
	build.LEAQ(operand.Mem{Base: p.n, Disp: -1}, last)
	build.SHRQ(operand.Imm(4), last)
	build.ADDQ(lo, last)
	build.JC(operand.LabelRef(cutCarry))

	build.Label(run)
	base := c.Vec()
	f.counters(c.Encoding).Join(base, hi, lo)
	f.ctrRun(f.walk(c, p), lo, base)

	build.Comment("Is there another piece? Its first counter, and the carry into the high half.")
	done := rounds.NewLabel("done")
	build.TESTQ(later, later)
	build.JE(operand.LabelRef(done))
	build.MOVQ(later, p.n)
	f.narrow().To64(lo, simd.Low(base))
	build.TESTQ(lo, lo)
	build.JNE(operand.LabelRef(piece))
	build.INCQ(hi)
	build.JMP(operand.LabelRef(piece))
	build.Label(done)
	build.RET()

	cut := func(label, where string, reduce func()) {
		build.Label(label)
		build.Comment("First the blocks up to " + where + ", later those after it.")
		build.MOVQ(p.n, later)
		build.MOVQ(lo, p.n)
		build.NEGQ(p.n)
		reduce()
		build.SHLQ(operand.Imm(4), p.n)
		build.SUBQ(p.n, later)
		build.JMP(operand.LabelRef(run))
	}
	cut(cutCarry, "the carry", func() {})
	cut(cutAlign, "a multiple of the batch", func() { build.ANDQ(operand.U32(batch-1), p.n) })
}

// ctrRun walks over a piece. The first lane of base is its first counter, and
// in the end the one after its last. After part of a block, which ends the last
// piece, the function returns.
func (f Form) ctrRun(w walk, lo reg.Register, base Op) {
	c := w.c
	if w.wide != w.end {
		w.ifLess(1, w.narrow)
		f.counters(c.Encoding).Spread(base)
	}
	reverse := c.Vec()
	c.Load(reverse, f.counters(c.Encoding).Reverse())

	finish := func(c rounds.Cipher, s []Op, base Op) {
		c.Middle(s)
		build.Comment("Last round, with the last round key XOR the data.")
		k := c.LoadKey(c.LastKey())
		for i, s := range s {
			t := c.Vec()
			c.XorFrom(t, k, at(w.src).Offset(i*c.Bytes()))
			c.LastWith(s, t)
		}
		c.StoreAll(s, at(w.dst))
		build.Comment("The next counters.")
		c.Add64(base, base, f.counters(c.Encoding).Step(len(s)*c.Blocks()))
	}
	aligned := func(c rounds.Cipher, registers int) {
		s := c.States(registers)
		build.Comment("Aligned counter blocks XOR round key 0.")
		f.counters(c.Encoding).Aligned(s, base, reverse, c.LoadKey(c.Key(0)))
		finish(c, s, base)
	}
	other := func(c rounds.Cipher, registers int) {
		s, base, order := c.States(registers), c.Part(base), Op(reverse)
		build.Comment("Counter blocks.")
		if c.Encoding != w.c.Encoding { // reverse may not be set
			order = f.counters(c.Encoding).Reverse()
		}
		f.counters(c.Encoding).Blocks(s, base, order)
		c.Whiten(s)
		finish(c, s, base)
	}

	rest, isAligned := rounds.NewLabel("rest"), rounds.NewLabel("aligned")
	w.ifLess(f.Lanes, rest)
	build.TESTQ(operand.U32(f.Lanes*c.Blocks()-1), lo)
	build.JE(operand.LabelRef(isAligned))
	w.loop(other)
	build.JMP(operand.LabelRef(rest))
	build.Label(isAligned)
	w.loop(aligned)
	build.Label(rest)
	w.rest(other)

	one := c.At(f.narrow())
	f.ctrPart(one, w.data, f.ctrBlock(one, simd.Low(base)))
	build.RET()
	w.finish()
}

// ctrOne returns if at most a block is wanted, which needs none of the rest.
func (f Form) ctrOne(c rounds.Cipher, p data, hi, lo reg.Register) {
	more, part, base := rounds.NewLabel("more"), rounds.NewLabel("part"), c.Vec()
	build.Comment("At most a block?")
	build.CMPQ(p.n, operand.Imm(16))
	build.JA(operand.LabelRef(more))
	f.counters(c.Encoding).Join(base, hi, lo)
	s := f.ctrBlock(c, base)
	build.CMPQ(p.n, operand.Imm(16))
	build.JB(operand.LabelRef(part))
	build.Comment("The whole block.")
	t := c.Vec()
	c.XorFrom(t, c.LoadKey(c.LastKey()), at(p.src))
	c.LastWith(s, t)
	c.Store(at(p.dst), s)
	build.RET()
	build.Label(part)
	f.ctrPart(c, p, s)
	build.RET()
	build.Label(more)
}

// ctrBlock is the counter block of base before the last round.
func (f Form) ctrBlock(c rounds.Cipher, base Op) Op {
	s := c.States(1)
	build.Comment("One counter block.")
	c.Shuffle(s[0], base, f.counters(c.Encoding).Reverse())
	c.Whiten(s)
	c.Middle(s)
	return s[0]
}

// ctrPart is the last round and less than a block of data.
func (f Form) ctrPart(c rounds.Cipher, p data, s Op) {
	build.Comment("Part of a block.")
	c.Last([]Op{s})
	rounds.NewPartial(c.Encoding, f.Table).Xor(p.dst, p.src, p.n, s)
}
