package main

import (
	"fmt"

	"vpaes.example/aes/asm/arm64"
	"vpaes.example/aes/asm/tower"
)

// A window is a run of counter blocks that differ in nothing but their last
// byte. Then they share all of the first round apart from the S-box of that
// byte and what MixColumns makes of it: four bytes of the state, the S-box's
// value times 1, 1, 3 and 2. One pass through the rounds' code with three lanes
// does the first round of a window: one lane for what is shared, as if the
// S-box of the last byte were 0, and two lanes with the last bytes of 32
// counters. What each counter adds is kept in memory as four bytes, in the order
// of the rows: the first round of a block is a load, a permutation and a sum.
// Which windows there are depends on the counter and the length alone.
const (
	windowBlocks  = 32
	windowBatches = 4 // a window has at least so many

	// frame: four bytes for each counter, then the shared state
	sharedAt  = 4 * windowBlocks
	frameSize = sharedAt + 16

	// constants of windowTable
	counting, entrySize, spreadAt, ownKeyAt, withoutAt = 0, 48, 0, 16, 32
)

// windowTable starts with the numbers 0 to 15. An entry of 48 bytes for 12
// rounds and one for 10 and 14 follow; they differ in how often ShiftRows was
// applied to the input.
func windowTable(file *arm64.File) *arm64.Table {
	t := file.Table("windowNEON")
	var numbers [16]byte
	for n := range numbers {
		numbers[n] = byte(n)
	}
	t.Add("0 to 15", numbers)
	for _, rounds := range []int{12, 14} {
		var at byte // where the last byte of a counter block goes
		for q, p := range tower.Shifted(rounds) {
			if p == 15 {
				at = byte(q)
			}
		}
		spread, ownKey, without := tower.Repeat(0xFF), tower.Repeat(at), [16]byte{}
		for rows := range 4 {
			for q, p := range tower.Neighbour(rounds-1, rows) {
				if p == at {
					spread[q] = byte(q % 4)
				}
			}
		}
		without[at] = tower.Infinity
		t.Add(fmt.Sprintf("%d rounds: where the four bytes go", rounds), spread)
		t.Add("its byte of the round key", ownKey)
		t.Add("leaves it out: look-ups give 0", without)
	}
	return t
}

// counterMode is the function and its registers.
type counterMode struct {
	*cipher
}

const (
	hi      = arm64.R(5)
	lo      = arm64.R(6)
	frame   = arm64.R(13) // of the window
	entry   = arm64.R(14) // of the window's constants
	batches = arm64.R(15) // left in the window
	added   = arm64.R(16) // what the next counters add
	t0      = arm64.R(17)
	t1      = arm64.R(19)
)

// ctr XORs the key stream into src. The last batch may be short: then its key
// stream is used up block by block, and the rest by halves of halves of a block.
func (p *program) ctr() {
	c := counterMode{p.cipher("func ctrNEON(rounds int, enc *[15][16]byte, dst, src *byte, n int, hi, lo uint64)", 56, encryption)}
	three, one := lanes(interleave), lanes(1)
	c.Arg(hi, "hi", 40)
	c.Arg(lo, "lo", 48)
	c.Frame(frame, frameSize, "")
	c.Address(entry, p.window, "")
	c.AndI(t0, rounds, 2, "rounds modulo 4")
	c.AddShl(entry, entry, t0, 4, "")
	c.AddShl(entry, entry, t0, 3, "entry of 48 bytes; the numbers come before it")

	c.Label("next")
	c.CmpI(n, 16, "")
	c.Branch("LS", "single")
	c.openWindow(p)
	c.Label("batch")
	c.startInWindow(three)
	c.Label("run")
	c.middleRounds(three, "rounds3")
	c.CmpI(n, batch, "")
	c.Branch("LO", "short")
	c.finish(three, func() {
		c.Ld1(three[0].t, interleave, src, "text")
		for _, l := range three {
			c.Eor(l.s, l.s, l.t, "text + key stream")
		}
		c.St1(0, interleave, dst, "")
		c.AddI(src, src, batch, "")
		c.AddI(dst, dst, batch, "")
		c.SubI(n, n, batch, "")
	})
	c.BranchZero(batches, "closed")
	c.SubsI(batches, batches, 1, "")
	c.Branch("NE", "batch")
	c.closeWindow()
	c.Label("closed")
	c.BranchNotZero(n, "next")
	c.Ret()

	c.Label("plain")
	c.MovRI(batches, 0, "no window")
	c.start(three, c.counters(three, true))
	c.Jump("run")

	c.Label("short")
	c.finish(three, nil)
	c.Jump("drain")

	c.Label("single")
	c.start(one, c.counters(one, false))
	c.middleRounds(one, "rounds1")
	c.finish(one, nil)
	c.drain()
}

// counters makes the counter blocks of ls, and the counter that comes next if
// there are to be more.
func (c counterMode) counters(ls []lane, more bool) func() {
	return func() {
		for i, l := range ls {
			c.Rev(t0, hi, "")
			c.Rev(t1, lo, "")
			c.FromR(l.s, t0, "counter block, first half")
			c.InsR(l.s, 1, t1, "second half")
			if i == len(ls)-1 && !more {
				continue
			}
			c.AddsI(lo, lo, 1, "count in 128 bits")
			c.AdcZero(hi, hi, "")
		}
	}
}

// openWindow does the first round for a window, or goes to plain if too few
// blocks are left before the last byte of the counter wraps or the text ends.
func (c counterMode) openWindow(p *program) {
	c.AndI(t1, lo, 255, "last byte of the counter")
	c.MovRI(t0, 256, "")
	c.Sub(t0, t0, t1, "blocks before it wraps")
	c.MovRI(batches, windowBlocks, "")
	c.Cmp(t0, batches, "")
	c.Csel("LO", batches, t0, batches, "")
	c.Lsr(t0, n, 4, "whole blocks")
	c.Cmp(t0, batches, "")
	c.Csel("LO", batches, t0, batches, "blocks of the window")
	c.MovRI(t0, 43, "")
	c.Mul(batches, batches, t0, "")
	c.Lsr(batches, batches, 7, "a third of it: batches")
	c.CmpI(batches, windowBatches, "")
	c.Branch("LO", "plain")

	ls := lanes(interleave)
	shared, bytes := ls[0], ls[1:]
	c.Block(false, func() {
		c.LdrQ(oneDown, shiftAll, 0, "ShiftRows of all rounds")
		c.LdrQ(key, schedule, 0, "round key")
		c.Address(added, p.window, "")
		c.LdrQ(shared.t, added, counting, "0 to 15")
		c.LdrQ(shared.a, entry, 16+ownKeyAt, "")
		c.MovR(added, frame, "")

		c.Rev(t0, hi, "")
		c.FromR(shared.s, t0, "counter block, first half")
		c.Rev(t0, lo, "")
		c.InsR(shared.s, 1, t0, "second half")
		c.Tbl(shared.s, shared.s, oneDown, "ShiftRows")
		c.Tbl(shared.a, key, shared.a, "the last byte's part of the round key")
		for i, l := range bytes {
			if i == 1 {
				c.AddI(t1, t1, 16, "")
			}
			c.Dup(l.s, t1, "")
			c.Add8(l.s, l.s, shared.t, "last bytes of 16 counters")
		}
		for _, l := range ls {
			roundKey := key
			if l != shared {
				roundKey = shared.a
			}
			nibbles(c.Func, l.io, l.i, l.s)
			c.Tbl(l.io, c.in, l.io, "the state's basis")
			c.Tbl(l.i, c.in+1, l.i, "the state's basis")
			c.Eor(l.s, l.io, roundKey, "low nibble's part + key")
			c.Eor(l.s, l.s, l.i, "the state")
		}
	})
	c.Block(false, func() {
		c.LdrQ(key, schedule, 16, "round key")
		c.LdrQ(oneDown, firstDown, 0, "one row down")
		c.LdrQ(twoDown, firstDown, 16, "two rows down")
		c.LdrQ(shared.t, entry, 16+withoutAt, "")
		for _, l := range ls {
			l.invert(c.Func)
		}
		c.Orr(shared.io, shared.io, shared.t, "no last byte")
		c.Orr(shared.jo, shared.jo, shared.t, "no last byte")
		shared.mixColumns(c.Func)
		c.StrQ(shared.s, frame, sharedAt, "what the counters share")
		for i, l := range bytes {
			s, s2, s3 := l.s, l.io, l.a
			form(c.Func, s, l.i, forms, l.io, l.jo, "s")
			form(c.Func, s3, l.t, forms+2, l.io, l.jo, "3s")
			c.Eor(s2, s, s3, "2s")
			c.Zip1(l.i, s, s, "s, s of eight counters")
			c.Zip2(s, s, s, "of the others")
			c.Zip1(l.jo, s3, s2, "3s, 2s of eight counters")
			c.Zip2(s3, s3, s2, "of the others")
			c.Zip1x16(l.io, l.i, l.jo, "s, s, 3s, 2s of four counters")
			c.StrQ(l.io, frame, 64*i, "")
			c.Zip2x16(l.i, l.i, l.jo, "of the next four")
			c.StrQ(l.i, frame, 64*i+16, "")
			c.Zip1x16(l.t, s, s3, "of the next four")
			c.StrQ(l.t, frame, 64*i+32, "")
			c.Zip2x16(s, s, s3, "of the next four")
			c.StrQ(s, frame, 64*i+48, "")
		}
	})
}

// startInWindow takes the blocks of a batch through the first round.
func (c counterMode) startInWindow(ls []lane) {
	c.Block(false, func() {
		shared, spread := ls[0].t, ls[1].t
		c.LdrQ(shared, frame, sharedAt, "what the counters share")
		c.LdrQ(spread, entry, 16+spreadAt, "")
		for i, l := range ls {
			c.LdrS(l.s, added, 4*i, "s, s, 3s, 2s of the last byte")
		}
		c.AddI(added, added, 4*interleave, "")
		c.AddI(nextKey, schedule, 32, "")
		c.AddI(nextDown, firstDown, c.step, "")
		c.AddsI(lo, lo, interleave, "count in 128 bits")
		c.AdcZero(hi, hi, "")
		for _, l := range ls {
			c.Tbl(l.s, l.s, spread, "to their places in the state")
			c.Eor(l.s, l.s, shared, "the state")
		}
	})
}

// closeWindow leaves nothing of the window in memory.
func (c counterMode) closeWindow() {
	c.Block(false, func() {
		c.Movi(0, 0, "")
		for at := 0; at < frameSize; at += 16 {
			c.StrQ(0, frame, at, "leave nothing behind")
		}
	})
}

// drain uses up the key stream in V0, V1 and V2 for the last n < 48 bytes.
func (c counterMode) drain() {
	const (
		stream = arm64.R(14)
		second = arm64.R(15)
		data   = arm64.R(16)
	)
	c.Label("drain")
	c.SubsI(n, n, 16, "")
	c.Branch("LO", "partial")
	c.Ld1Next(3, 1, src, "text")
	c.Eor(3, 3, 0, "text + key stream")
	c.St1Next(3, 1, dst, "")
	c.Mov(0, 1, "next block of key stream")
	c.Mov(1, 2, "")
	c.BranchNotZero(n, "drain")
	c.Ret()

	c.Comment("The low four bits of n are the length of the partial block.")
	c.Label("partial")
	c.ToR(stream, 0, 0, "")
	c.ToR(second, 0, 1, "")
	for bytes := 8; bytes > 0; bytes /= 2 {
		skip := fmt.Sprintf("below%d", bytes)
		c.BranchBitClear(n, bits(bytes), skip)
		c.LoadR(data, src, bytes, "text")
		c.EorR(data, data, stream, "text + key stream")
		c.StoreR(data, dst, bytes, "")
		switch bytes {
		case 8:
			c.MovR(stream, second, "")
		case 4, 2:
			c.Lsr(stream, stream, 8*bytes, "")
		}
		c.Label(skip)
	}
	c.Ret()
}

// bits is the number of the bit that is set in the power of two n.
func bits(n int) (bit int) {
	for n > 1 {
		n, bit = n/2, bit+1
	}
	return bit
}
