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
func (f Form) CTR() {
	c, p := f.begin("ctr", ", hi, lo uint64", rounds.Encrypt, "enc",
		"XORs the key stream of the counter blocks hi:lo, hi:lo + 1, … into the n bytes",
		"at src and writes them to dst. The counters are big-endian, of 128 bits.")
	hi, lo, later := build.GP64(), build.GP64(), build.GP64()
	build.Load(build.Param("hi"), hi)
	build.Load(build.Param("lo"), lo)
	counters := rounds.NewCounters(f.Wide, f.Table)
	f.ctrOne(c.At(f.narrow()), p, hi, lo)

	batch := f.Lanes * f.Wide.Blocks()
	long := operand.U32(16 * batch * f.Align) // how much data pays for a cut to align

	piece, go_ := rounds.NewLabel("piece"), rounds.NewLabel("go")
	cutCarry, cutAlign := rounds.NewLabel("cut_carry"), rounds.NewLabel("cut_align")
	build.Label(piece)
	build.XORL(later.As32(), later.As32())
	build.Comment("Long, and the counters not aligned?")
	short, last := rounds.NewLabel("short"), build.GP64()
	build.CMPQ(p.n, long)
	build.JB(operand.LabelRef(short))
	build.TESTQ(operand.U32(batch-1), lo)
	build.JNE(operand.LabelRef(cutAlign))
	build.Label(short)
	build.Comment("Does the last counter, lo + (n-1)/16, carry?")
	build.LEAQ(operand.Mem{Base: p.n, Disp: -1}, last)
	build.SHRQ(operand.Imm(4), last)
	build.ADDQ(lo, last)
	build.JC(operand.LabelRef(cutCarry))

	build.Label(go_)
	base := c.Vec()
	counters.Join(base, hi, lo)
	tail := rounds.NewLabel("tail")
	if f.Wide.Blocks() > 1 {
		build.CMPQ(p.n, operand.U32(f.Wide.Bytes()))
		build.JB(operand.LabelRef(tail))
		counters.Spread(base)
	}
	reverse := c.Vec()
	c.Load(reverse, counters.Reverse())
	finish := func(s []Op) {
		c.Middle(s)
		build.Comment("Last round, with the last round key XOR the data.")
		k := c.LoadKey(c.LastKey())
		for i, s := range s {
			t := c.Vec()
			c.XorFrom(t, k, at(p.src).Offset(i*c.Bytes()))
			c.LastWith(s, t)
		}
		c.StoreAll(s, at(p.dst))
		build.Comment("The next counters.")
		c.Add64(base, base, counters.Step(len(s)*c.Blocks()))
	}
	any := func(registers int) {
		s := c.States(registers)
		build.Comment("Counter blocks.")
		counters.Blocks(s, base, reverse)
		c.Whiten(s)
		finish(s)
	}
	aligned, rest := rounds.NewLabel("aligned"), rounds.NewLabel("rest")
	build.CMPQ(p.n, operand.U32(16*batch))
	build.JB(operand.LabelRef(rest))
	build.TESTQ(operand.U32(batch-1), lo)
	build.JE(operand.LabelRef(aligned))
	f.loop(p, f.Lanes, func() { any(f.Lanes) })
	build.JMP(operand.LabelRef(rest))
	build.Label(aligned)
	f.loop(p, f.Lanes, func() {
		s := c.States(f.Lanes)
		build.Comment("Aligned counter blocks XOR round key 0.")
		counters.Aligned(s, base, reverse, c.LoadKey(c.Key(0)))
		finish(s)
	})
	build.Label(rest)
	f.rest(p, any)
	f.clean()
	build.Label(tail)
	low := simd.Low(base)
	f.ctrTail(c.At(f.narrow()), p, low)

	build.Comment("Is there another piece? Its first counter, and a carry into the high half.")
	finished := rounds.NewLabel("finished")
	build.TESTQ(later, later)
	build.JE(operand.LabelRef(finished))
	build.MOVQ(later, p.n)
	f.narrow().To64(lo, low)
	build.TESTQ(lo, lo)
	build.JNE(operand.LabelRef(piece))
	build.INCQ(hi)
	build.JMP(operand.LabelRef(piece))
	build.Label(finished)
	build.RET()

	cut := func(modulus string, label string, reduce func()) {
		build.Label(label)
		build.Comment("First the blocks up to " + modulus + ", later those after it.")
		build.MOVQ(p.n, later)
		build.MOVQ(lo, p.n)
		build.NEGQ(p.n)
		reduce()
		build.SHLQ(operand.Imm(4), p.n)
		build.SUBQ(p.n, later)
		build.JMP(operand.LabelRef(go_))
	}
	cut("the carry", cutCarry, func() {})
	cut("a multiple of the batch", cutAlign, func() { build.ANDQ(operand.U32(batch-1), p.n) })
}

// ctrOne returns if at most a block is wanted, which needs none of the rest.
func (f Form) ctrOne(c rounds.Cipher, p data, hi, lo reg.Register) {
	more, less, base := rounds.NewLabel("more"), rounds.NewLabel("less"), c.Vec()
	build.Comment("At most a block?")
	build.CMPQ(p.n, operand.Imm(16))
	build.JA(operand.LabelRef(more))
	rounds.NewCounters(c.Encoding, f.Table).Join(base, hi, lo)
	s := f.ctrBlock(c, base)
	build.CMPQ(p.n, operand.Imm(16))
	build.JB(operand.LabelRef(less))
	f.ctrWhole(c, p, s)
	build.RET()
	build.Label(less)
	f.ctrPart(c, p, s)
	build.RET()
	build.Label(more)
}

// ctrTail is what is left of a piece after the wide registers: a block if those
// are wider, and part of one. After part of a block the function returns.
func (f Form) ctrTail(c rounds.Cipher, p data, base Op) {
	if f.Wide.Blocks() > 1 {
		less := rounds.NewLabel("less")
		build.CMPQ(p.n, operand.U32(16))
		build.JB(operand.LabelRef(less))
		f.ctrWhole(c, p, f.ctrBlock(c, base))
		c.Add64(base, base, rounds.NewCounters(c.Encoding, f.Table).Step(1))
		p.advance(16)
		build.Label(less)
	}
	whole := rounds.NewLabel("whole")
	build.TESTQ(p.n, p.n)
	build.JE(operand.LabelRef(whole))
	f.ctrPart(c, p, f.ctrBlock(c, base))
	build.RET()
	build.Label(whole)
}

// ctrBlock is the counter block of base before the last round.
func (f Form) ctrBlock(c rounds.Cipher, base Op) Op {
	s := c.States(1)
	build.Comment("One counter block.")
	c.Shuffle(s[0], base, rounds.NewCounters(c.Encoding, f.Table).Reverse())
	c.Whiten(s)
	c.Middle(s)
	return s[0]
}

// ctrWhole is the last round and a block of data, ctrPart less of it.
func (f Form) ctrWhole(c rounds.Cipher, p data, s Op) {
	build.Comment("A block of data.")
	t := c.Vec()
	c.XorFrom(t, c.LoadKey(c.LastKey()), at(p.src))
	c.LastWith(s, t)
	c.Store(at(p.dst), s)
}

func (f Form) ctrPart(c rounds.Cipher, p data, s Op) {
	build.Comment("Part of a block of data.")
	c.Last([]Op{s})
	rounds.NewPartial(c.Encoding, f.Table).Xor(p.dst, p.src, p.n, s)
}
