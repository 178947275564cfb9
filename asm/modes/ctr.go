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
// A call whose counters carry from the low half into the high one is split
// there and goes through the code twice; no other part of it knows of carries.
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

	build.Comment("Does the last counter, lo + (n-1)/16, carry?")
	build.XORL(later.As32(), later.As32())
	last, split, start := build.GP64(), rounds.NewLabel("split"), rounds.NewLabel("start")
	build.LEAQ(operand.Mem{Base: p.n, Disp: -1}, last)
	build.SHRQ(operand.Imm(4), last)
	build.ADDQ(lo, last)
	build.JC(operand.LabelRef(split))
	build.Label(start)

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
	f.batches(p, func(registers int) {
		s := c.States(registers)
		build.Comment("Counter blocks.")
		counters.Blocks(s, base, reverse)
		c.Add64(base, base, counters.Step(registers*c.Blocks()))
		c.Whiten(s)
		c.Middle(s)
		build.Comment("Last round, with the last round key XOR the data.")
		k := c.LoadKey(c.LastKey())
		for i, s := range s {
			t := c.Vec()
			c.XorFrom(t, k, at(p.src).Offset(i*c.Bytes()))
			c.LastWith(s, t)
		}
		c.StoreAll(s, at(p.dst))
	})
	f.clean()

	build.Label(tail)
	one := c.At(f.narrow())
	counters = rounds.NewCounters(one.Encoding, f.Table)
	low := simd.Low(base)
	block := func() Op {
		s := one.States(1)
		one.Shuffle(s[0], low, counters.Reverse())
		one.Whiten(s)
		one.Middle(s)
		return s[0]
	}
	if f.Wide.Blocks() > 1 {
		rest := rounds.NewLabel("rest")
		build.CMPQ(p.n, operand.Imm(16))
		build.JB(operand.LabelRef(rest))
		build.Comment("One block.")
		s, t := block(), one.Vec()
		one.XorFrom(t, one.LoadKey(one.LastKey()), at(p.src))
		one.LastWith(s, t)
		one.Store(at(p.dst), s)
		one.Add64(low, low, counters.Step(1))
		p.advance(16)
		build.Label(rest)
	}
	done := rounds.NewLabel("done")
	build.TESTQ(p.n, p.n)
	build.JE(operand.LabelRef(done))
	build.Comment("Part of a block.")
	s := block()
	one.Last([]Op{s})
	rounds.NewPartial(one.Encoding, f.Table).Xor(p.dst, p.src, p.n, s)
	build.RET()

	build.Label(done)
	finished := rounds.NewLabel("finished")
	build.TESTQ(later, later)
	build.JE(operand.LabelRef(finished))
	build.Comment("Carry into the high half, and go on.")
	build.MOVQ(later, p.n)
	build.XORL(later.As32(), later.As32())
	build.XORL(lo.As32(), lo.As32())
	build.INCQ(hi)
	build.JMP(operand.LabelRef(start))
	build.Label(finished)
	build.RET()

	build.Label(split)
	build.Comment("First the bytes up to the carry, later those after it.")
	build.MOVQ(p.n, later)
	build.MOVQ(lo, p.n)
	build.NEGQ(p.n)
	build.SHLQ(operand.Imm(4), p.n)
	build.SUBQ(p.n, later)
	build.JMP(operand.LabelRef(start))
}
