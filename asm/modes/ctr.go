package modes

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"vpaes.example/aes/asm/rounds"
	"vpaes.example/aes/asm/simd"
)

// CTR writes the counter mode.
//
// Counters are kept as two 64-bit halves, so that one addition makes the next.
// A call is cut in two where its counters carry from the low half into the high
// one, and where they reach a multiple of the blocks in a batch if full batches
// follow. So no addition ever carries, and all full batches are aligned, which
// saves them two of three instructions for each counter. The pieces go through
// the same code one after the other.
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
	batch := f.Lanes * f.Wide.Blocks()

	piece, go_ := rounds.NewLabel("piece"), rounds.NewLabel("go")
	cutCarry, cutAlign := rounds.NewLabel("cut_carry"), rounds.NewLabel("cut_align")
	build.Label(piece)
	build.XORL(later.As32(), later.As32())
	build.Comment("Are the counters aligned, if a batch follows?")
	few, last := rounds.NewLabel("few"), build.GP64()
	build.CMPQ(p.n, operand.U32(16*batch))
	build.JB(operand.LabelRef(few))
	build.TESTQ(operand.U32(batch-1), lo)
	build.JNE(operand.LabelRef(cutAlign))
	build.Label(few)
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
	f.bulk(p, func() {
		s := c.States(f.Lanes)
		build.Comment("Aligned counter blocks XOR round key 0.")
		counters.Aligned(s, base, reverse, c.LoadKey(c.Key(0)))
		finish(s)
	})
	f.rest(p, func(registers int) {
		s := c.States(registers)
		build.Comment("Counter blocks.")
		counters.Blocks(s, base, reverse)
		c.Whiten(s)
		finish(s)
	})
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

// ctrTail is what is left of a piece after the wide registers: a block if those
// are wider, and part of one. After part of a block the function returns.
func (f Form) ctrTail(c rounds.Cipher, p data, base Op) {
	counters := rounds.NewCounters(c.Encoding, f.Table)
	block := func() Op {
		s := c.States(1)
		c.Shuffle(s[0], base, counters.Reverse())
		c.Whiten(s)
		c.Middle(s)
		return s[0]
	}
	if f.Wide.Blocks() > 1 {
		less := rounds.NewLabel("less")
		build.CMPQ(p.n, operand.U32(16))
		build.JB(operand.LabelRef(less))
		build.Comment("One block.")
		s, t := block(), c.Vec()
		c.XorFrom(t, c.LoadKey(c.LastKey()), at(p.src))
		c.LastWith(s, t)
		c.Store(at(p.dst), s)
		c.Add64(base, base, counters.Step(1))
		p.advance(16)
		build.Label(less)
	}
	whole := rounds.NewLabel("whole")
	build.TESTQ(p.n, p.n)
	build.JE(operand.LabelRef(whole))
	build.Comment("Part of a block.")
	s := block()
	c.Last([]Op{s})
	rounds.NewPartial(c.Encoding, f.Table).Xor(p.dst, p.src, p.n, s)
	build.RET()
	build.Label(whole)
}
