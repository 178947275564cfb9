package main

import (
	"encoding/binary"
	"fmt"

	"vpaes.example/aes/asm/arm64"
)

// bigCounter is the number i as a counter block.
func bigCounter(i int) (b [16]byte) {
	binary.BigEndian.PutUint32(b[12:], uint32(i))
	return b
}

// Registers of ctr besides those of all functions.
const (
	hi      = arm64.R(5) // the next counter block
	lo      = arm64.R(6)
	revHi   = arm64.R(7)
	revLo   = arm64.R(8)
	keyHi   = arm64.R(9) // round key 0
	keyLo   = arm64.R(10)
	numbers = arm64.R(11)
	after   = arm64.R(16) // bytes after those that n counts

	base = arm64.V(30) // the first counter block of a batch + round key 0
	last = arm64.V(3)  // key stream of the last of a few blocks
)

const few = batch / 2

// ctr adds the key stream. Batches start at multiples of eight; the blocks
// before the first such and those after the last whole batch, or all if they
// are eight or less, go through the code for a few blocks.
func ctr(file *arm64.File, table *arm64.Table) {
	c := newCipher(file, "ctrARMCE", ", hi, lo uint64", 56, encryption)
	c.Arg(hi, "hi", 40)
	c.Arg(lo, "lo", 48)
	c.loadKeys()
	c.MovRI(after, 0, "")
	c.AndI(scratch, lo, batch-1, "blocks since a multiple of eight")
	c.BranchZero(scratch, "aligned")
	c.CmpI(n, 16*batch, "")
	c.Branch("LS", "few")
	c.MovRI(after, batch, "")
	c.Sub(scratch, after, scratch, "blocks up to the next")
	c.Lsl(scratch, scratch, 4, "")
	c.Sub(after, n, scratch, "")
	c.MovR(n, scratch, "")
	c.Jump("few")

	c.Label("aligned")
	c.SubsI(n, n, 16*batch, "")
	c.Branch("LO", "short")
	c.LdpI(keyHi, keyLo, schedule, 0, "round key 0")
	c.Address(numbers, table, "")
	// next makes the base.
	next := steps{
		func() { c.Rev(revHi, hi, "") },
		func() { c.Rev(revLo, lo, "") },
		func() { c.EorR(revHi, revHi, keyHi, "") },
		func() { c.EorR(revLo, revLo, keyLo, "") },
		func() { c.FromR(base, revHi, "counter block + round key 0, first half") },
		func() { c.InsR(base, 1, revLo, "second half") },
	}
	next.run()
	c.Align(32)
	c.Label("batch")
	c.AddsI(lo, lo, batch, "count in 128 bits")
	c.AdcZero(hi, hi, "")
	inPairs(states, func(a, b arm64.V) { c.LdpQ(a, b, numbers, 16*int(a), "numbers of the counter blocks") }, nil)
	for _, s := range states {
		c.full(s, base, "round 0")
	}
	var work steps
	inPairs(again, func(a, b arm64.V) {
		work.add(func() { c.LdpQNext(a, b, src, "text") })
	}, nil)
	work.add(next...)
	for _, a := range again {
		work.add(func() { c.Eor(a, a, c.last(), "+ the last round key") })
	}
	c.middle(states, work, func(i int) { c.Eor(states[i], states[i], again[i], "text + key stream") })
	c.store(states, dst)
	c.SubsI(n, n, 16*batch, "")
	c.Branch("HS", "batch")

	c.Label("short")
	c.AddsI(n, n, 16*batch, "")
	c.Branch("NE", "few")
	c.Ret()

	c.Comment("Up to eight blocks, the last of which may be partial.")
	c.Label("few")
	c.CmpI(n, 16*few, "")
	c.Branch("LS", "last")
	c.counters(states[:few])
	c.crypt(states[:few], nil, nil)
	c.load(again[:few], src, "text")
	for i, s := range states[:few] {
		c.Eor(s, s, c.last(), "key stream")
		c.Eor(s, s, again[i], "+ text")
	}
	c.store(states[:few], dst)
	c.SubI(n, n, 16*few, "")

	c.Label("last")
	for m := 1; m < few; m++ {
		c.CmpI(n, 16*m, "")
		c.Branch("LS", fmt.Sprintf("blocks%d", m))
	}
	for m := few; m >= 1; m-- {
		c.Comment(fmt.Sprintf("%d left.", m))
		c.Label(fmt.Sprintf("blocks%d", m))
		s := states[few-m : few]
		c.counters(s)
		c.crypt(s, nil, nil)
		if m > 1 {
			c.Jump(fmt.Sprintf("finish%d", m))
		}
	}
	c.Jump("finish1")
	for m := few; m > 1; m-- {
		c.Label(fmt.Sprintf("finish%d", m))
		s := states[few-m]
		c.LdrQNext(again[0], src, 16, "text")
		c.Eor(s, s, c.last(), "key stream")
		c.Eor(s, s, again[0], "+ text")
		c.StrQNext(s, dst, "")
		c.SubI(n, n, 16, "")
	}
	c.Label("finish1")
	c.Eor(last, last, c.last(), "key stream")
	c.CmpI(n, 16, "")
	c.Branch("NE", "partial")
	c.LdrQNext(again[0], src, 16, "text")
	c.Eor(last, last, again[0], "")
	c.StrQNext(last, dst, "")
	c.MovR(n, after, "")
	c.MovRI(after, 0, "")
	c.BranchNotZero(n, "aligned")
	c.Ret()

	c.Label("partial")
	c.loadPartial(again[0], src, n)
	c.Eor(last, last, again[0], "")
	c.storePartial(last, dst, n)
	c.Ret()
}

// counters makes the next counter blocks.
func (c cipher) counters(s []arm64.V) {
	for _, s := range s {
		c.Rev(revHi, hi, "")
		c.Rev(revLo, lo, "")
		c.FromR(s, revHi, "counter block, first half")
		c.InsR(s, 1, revLo, "second half")
		c.AddsI(lo, lo, 1, "count in 128 bits")
		c.AdcZero(hi, hi, "")
	}
}
