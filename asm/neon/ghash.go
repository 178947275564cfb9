package main

import (
	"fmt"

	"vpaes.example/aes/asm/arm64"
)

const ghashProse = `
GHASH for NEON without a carry-less multiply of 64 bits.

PMULL on bytes makes eight products of two polynomials of eight coefficients.
A product of two 64-bit polynomials a and b has 64 such products a[i]·b[k] of
their bytes, each with its weight of i+k bytes. Lane j of PMULL(a, b rotated by
r) is a[j]·b[j+r], with weight 2j+r as long as j+r < 8, and 2j+r-8 in the last r
lanes, where the rotation came round; PMULL(a rotated by r, b) has the same
weights. So eight products suffice, and they fall into five sums of equal
weights, r = 0 to 4:

	sum 0: a·b
	sum r: a·(b rotated by r) + (a rotated by r)·b     for r = 1, 2, 3
	sum 4: a·(b rotated by 4)

Only when the sums are put together is there anything else to do: sum r moves up
by r bytes, and what came round moves by half a register more.

GHASH multiplies 128-bit blocks by powers of H: three products of 64 bits by
Karatsuba's method, those of the low halves, of the high halves, and of the sums
of the halves. All this is linear, so blocks times their own powers are added up
in the same fifteen sums, which are put together and reduced once for up to
eight blocks. The blocks go in pairs: the halves of the first in the low halves
of the registers, those of the second in the high ones, for PMULL and PMULL2.
An odd number of blocks starts with a block of zeros.

The table has 240 bytes for each pair of powers, H⁸ and H⁷ first: the rotations
by 0 to 4 of the low halves, of the high halves, and of their sums. The powers
in it are multiplied by x, which makes up for GHASH's reflected order of bits: a
product of reflected polynomials is one bit too low.

Every instruction and address is the same whatever the data: constant time.
`

const (
	powers    = 8 // of H in the table: blocks to a reduction
	rotations = 5 // in the table for each half
	pairBytes = 16 * 3 * rotations
)

// ghashFile describes ghash_neon_arm64.s.
func ghashFile() *arm64.File {
	file := arm64.NewFile(generator, ghashProse)
	turned := file.Table("ghashTurnNEON").Add("both halves rotated by a byte",
		[16]byte{1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8})
	around := file.Table("ghashAroundNEON")
	for r := 1; r < rotations; r++ {
		around.Add(fmt.Sprintf("what came round in sum %d, when that has moved up by %[1]d bytes", r), cameRound(r))
	}
	g := &ghash{File: file, turned: turned, around: around}
	g.init()
	g.blocks()
	return file
}

// cameRound selects the last r lanes of a sum that was rotated up by r bytes.
func cameRound(r int) (bytes [16]byte) {
	for lane := 8 - r; lane < 8; lane++ {
		bytes[(2*lane+r)%16] = 0xFF
		bytes[(2*lane+r+1)%16] = 0xFF
	}
	return bytes
}

// ghash is the file and its constants.
type ghash struct {
	*arm64.File
	turned, around *arm64.Table
}

// A third is one of Karatsuba's three products: its factor and its sums, whose
// registers are consecutive.
type third struct {
	name   string
	factor arm64.V
	sums   arm64.V
	offset int // of the power's rotations in the table
}

var (
	low    = third{"low halves", 15, 0, 0}
	high   = third{"high halves", 16, 5, 16 * rotations}
	middle = third{"sums of halves", 17, 10, 32 * rotations}
	thirds = []third{low, high, middle}
)

// Registers beside those of the thirds: V0-V17.
const (
	turn = arm64.V(18)
	// the pair to come
	firstBlock  = arm64.V(19)
	secondBlock = arm64.V(20)
	// what was hashed so far, while no pair is to come
	state = arm64.V(21)
)

// ring hands out registers in turn.
type ring struct {
	from, to, next arm64.V
}

func (r *ring) take() arm64.V {
	if r.next < r.from || r.next >= r.to {
		r.next = r.from
	}
	r.next++
	return r.next - 1
}

// A multiplier emits products. The halves are those of the registers that count.
type multiplier struct {
	*arm64.Func
	table  arm64.R
	halves []int
	power  ring // rotations of powers
	data   ring // rotated data and products
}

func newMultiplier(f *arm64.Func, table arm64.R, halves ...int) *multiplier {
	return &multiplier{f, table, halves, ring{from: 21, to: 25}, ring{from: 25, to: 32}}
}

// add adds to a third's sums its data times the powers at table.
func (m *multiplier) add(t third) {
	rotated := func(r int) arm64.V {
		v := m.power.take()
		m.LdrQ(v, m.table, t.offset+16*r, fmt.Sprintf("power, rotated by %d: %s", r, t.name))
		return v
	}
	power, data := rotated(0), t.factor
	m.addProduct(t, 0, data, power)
	for r := 1; r <= 4; r++ {
		m.addProduct(t, r, t.factor, rotated(r))
		if r < 4 {
			turned := m.data.take()
			m.Tbl(turned, data, turn, fmt.Sprintf("data, rotated by %d: %s", r, t.name))
			data = turned
			m.addProduct(t, r, data, power)
		}
	}
}

func (m *multiplier) addProduct(t third, sum int, data, power arm64.V) {
	for _, half := range m.halves {
		p := m.data.take()
		if half == 0 {
			m.Pmull(p, data, power, "first block")
		} else {
			m.Pmull2(p, data, power, "second block")
		}
		d := t.sums + arm64.V(sum)
		m.Eor(d, d, p, fmt.Sprintf("+ sum %d: %s", sum, t.name))
	}
}

// clearSums starts all sums with 0.
func clearSums(f *arm64.Func) {
	for _, t := range thirds {
		for r := range arm64.V(rotations) {
			f.Movi(t.sums+r, 0, "")
		}
	}
}

// split makes the factors of the thirds out of two blocks whose halves have
// had their bytes reversed: the first half of a block is the high one.
func split(f *arm64.Func) {
	f.Trn2(low.factor, firstBlock, secondBlock, "low halves")
	f.Trn1(high.factor, firstBlock, secondBlock, "high halves")
	f.Eor(middle.factor, low.factor, high.factor, "sums of halves")
}

// reduce puts the sums together and reduces the product: d has the low half
// first. Registers from V15 on are free for it, around is the address of the
// masks.
func (g *ghash) reduce(f *arm64.Func, d arm64.V, around arm64.R) {
	const (
		masks = arm64.V(18) // four registers
		zero  = arm64.V(22)
	)
	free := ring{from: 23, to: 32}
	f.Ld1(masks, 4, around, "what came round in sums 1-4")
	f.Movi(zero, 0, "")
	for i, t := range thirds {
		came := arm64.V(15 + i)
		for r := arm64.V(1); r < rotations; r++ {
			sum := t.sums + r
			f.Ext(sum, sum, sum, 16-int(r), fmt.Sprintf("sum %d in its place", r))
			f.Eor(t.sums, t.sums, sum, "")
			if r == 1 {
				f.And(came, sum, masks, "what came round")
				continue
			}
			f.And(sum, sum, masks+r-1, "what came round")
			f.Eor(came, came, sum, "")
		}
		f.Eor(t.sums, t.sums, came, "does not belong here")
		f.Ext(came, came, came, 8, "but half a register away")
		f.Eor(t.sums, t.sums, came, "product of "+t.name)
	}
	l, h, m := low.sums, high.sums, middle.sums
	f.Eor(m, m, l, "Karatsuba")
	f.Eor(m, m, h, "")
	t := free.take()
	f.Ext(t, zero, m, 8, "its low half")
	f.Eor(l, l, t, "low 128 bits of the product")
	t = free.take()
	f.Ext(t, m, zero, 8, "its high half")
	f.Eor(h, h, t, "high 128 bits")

	f.Comment("Reduce modulo the reflected x¹²⁸ + x⁷ + x² + x + 1.")
	s := free.take()
	f.Shl64(s, l, 63, "x¹²⁷")
	for _, n := range []int{62, 57} {
		t := free.take()
		f.Shl64(t, l, n, "")
		f.Eor(s, s, t, "what the shifts below would move into the next word")
	}
	t = free.take()
	f.Ext(t, zero, s, 8, "")
	f.Eor(l, l, t, "from word 0 into word 1")
	t = free.take()
	f.Ext(t, s, zero, 8, "")
	f.Eor(h, h, t, "from word 1 into word 2")
	f.Eor(h, h, l, "the low words times 1")
	for _, n := range []int{1, 2, 7} {
		t := free.take()
		f.Ushr64(t, l, n, "times x to this power")
		to := h
		if n == 7 {
			to = d
		}
		f.Eor(to, h, t, "")
	}
}

// init is ghashInitNEON: each power of H is the one before times H, whose
// rotations are in the second half of the table's last pair.
func (g *ghash) init() {
	f := g.Func(fmt.Sprintf("func ghashInitNEON(table *[%d][16]byte, h *[16]byte)", powers/2*pairBytes/16), 16)
	const (
		table  = arm64.R(0)
		h      = arm64.R(1)
		at     = arm64.R(2) // of the power to store
		step   = arm64.R(3) // to the power after it
		left   = arm64.R(4)
		around = arm64.R(5)
		hi     = arm64.R(6)
		lo     = arm64.R(7)
		carry  = arm64.R(8)
		t      = arm64.R(9)
	)
	power := firstBlock // the low half first
	f.Arg(table, "table", 0)
	f.Arg(h, "h", 8)
	f.AddI(table, table, (powers/2-1)*pairBytes, "the last pair")
	f.AddI(at, table, 8, "its second half: H")
	f.MovRI(step, 8, "")
	f.MovRI(left, powers, "")
	f.Address(around, g.around, "")
	f.Ld1(power, 1, h, "")
	f.Rev64(power, power, "high half, low half")
	f.Ext(power, power, power, 8, "low half, high half")

	f.Label("next")
	f.ToR(lo, power, 0, "")
	f.ToR(hi, power, 1, "")
	f.Comment("Times x: a shift by a bit, and the reduction of what falls out.")
	f.Asr(carry, hi, 63, "all ones if x¹²⁷ is there")
	f.MovRI64(t, 0xC200000000000000, "")
	f.AndR(t, t, carry, "x¹²⁸ = x⁷ + x² + x + 1, reflected")
	f.Extr(hi, hi, lo, 63, "shift")
	f.EorR(hi, hi, t, "")
	f.Lsr(carry, carry, 63, "")
	f.EorShl(lo, carry, lo, 1, "shift, and 1 for x¹²⁸")
	f.Block(false, func() {
		free := ring{from: 22, to: 32}
		f.EorR(t, lo, hi, "")
		for i, half := range []arm64.R{lo, hi, t} {
			v := arm64.V(i)
			f.FromR(v, half, thirds[i].name)
			f.InsR(v, 1, half, "twice")
			for r := range rotations {
				rotated := v
				if r > 0 {
					rotated = free.take()
					f.Ext(rotated, v, v, r, "rotated")
				}
				f.StrD(rotated, at, thirds[i].offset+16*r, "")
			}
		}
		f.Sub(at, at, step, "a half or a pair and a half back")
		f.MovRI(t, pairBytes, "")
		f.Sub(step, t, step, "")
	})
	f.SubsI(left, left, 1, "")
	f.Branch("EQ", "done")

	f.Block(false, func() {
		clearSums(f)
		g.loadTurn(f, t)
		f.Ext(low.factor, power, power, 8, "low half second")
		f.Mov(high.factor, power, "high half second")
		f.Eor(middle.factor, low.factor, high.factor, "sum of the halves")
		m := newMultiplier(f, table, 1)
		for _, t := range thirds {
			m.add(t)
		}
	})
	f.Block(false, func() { g.reduce(f, power, around) })
	f.Jump("next")

	f.Label("done")
	for v := range arm64.V(32) {
		if v != turn && v != secondBlock && v != state { // masks since the reduction
			f.Wipe(v)
		}
	}
	f.WipeR(hi, lo, carry)
	f.Ret()
}

func (g *ghash) loadTurn(f *arm64.Func, t arm64.R) {
	f.Address(t, g.turned, "")
	f.Ld1(turn, 1, t, "rotation by a byte")
}

// blocks is ghashNEON.
func (g *ghash) blocks() {
	f := g.Func(fmt.Sprintf("func ghashNEON(table *[%d][16]byte, acc *[16]byte, src *byte, n int)", powers/2*pairBytes/16), 32)
	const (
		table  = arm64.R(0)
		acc    = arm64.R(1)
		src    = arm64.R(2)
		n      = arm64.R(3)
		at     = arm64.R(4) // powers of the pair
		left   = arm64.R(5) // pairs after it
		around = arm64.R(6)
		group  = arm64.R(7) // bytes of the group
		t      = arm64.R(8)
		last   = arm64.R(9) // the last pair of powers
	)
	f.Arg(table, "table", 0)
	f.Arg(acc, "acc", 8)
	f.Arg(src, "src", 16)
	f.Arg(n, "n", 24)
	f.Address(around, g.around, "")
	f.AddI(last, table, (powers/2-1)*pairBytes, "the last pair of powers")
	f.Ld1(state, 1, acc, "")
	f.Rev64(state, state, "high half, low half")

	f.Label("group")
	f.MovRI(group, 16*powers, "")
	f.Cmp(n, group, "")
	f.Csel("LO", group, n, group, "bytes of this group")
	f.Sub(n, n, group, "bytes after it")
	f.AddI(left, group, 16, "")
	f.Lsr(left, left, 5, "pairs")
	f.SubI(left, left, 1, "pairs after the first")
	f.MovRI(t, pairBytes, "")
	f.Msub(at, left, t, last, "powers of the first pair")
	f.BranchBitSet(group, 4, "odd")

	load := func() {
		f.Ld1Next(firstBlock, 2, src, "two blocks")
		f.Rev64(firstBlock, firstBlock, "high half, low half")
		f.Rev64(secondBlock, secondBlock, "high half, low half")
	}
	f.Block(false, func() {
		g.loadTurn(f, t)
		load()
		f.Eor(firstBlock, firstBlock, state, "+ what was hashed so far")
		split(f)
		clearSums(f)
	})
	f.BranchZero(left, "last")

	multiply := func() {
		m := newMultiplier(f, at, 0, 1)
		for _, t := range thirds {
			m.add(t)
		}
	}
	f.Label("pair")
	f.Block(true, func() {
		multiply()
		f.AddI(at, at, pairBytes, "")
		f.SubI(left, left, 1, "")
		load()
		split(f)
	})
	f.BranchNotZero(left, "pair")

	f.Label("last")
	f.Block(false, func() {
		multiply()
		g.reduce(f, state, around)
		f.Ext(state, state, state, 8, "high half, low half")
	})
	f.BranchNotZero(n, "group")
	f.Rev64(state, state, "")
	f.St1(state, 1, acc, "")
	f.Ret()

	f.Label("odd")
	f.Block(false, func() {
		g.loadTurn(f, t)
		f.Movi(firstBlock, 0, "a block of zeros")
		f.Ld1Next(secondBlock, 1, src, "the only block of the pair")
		f.Rev64(secondBlock, secondBlock, "high half, low half")
		f.Eor(secondBlock, secondBlock, state, "+ what was hashed so far")
		split(f)
		clearSums(f)
	})
	f.BranchNotZero(left, "pair")
	f.Jump("last")
}
