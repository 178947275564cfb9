package main

import (
	"fmt"

	"vpaes.example/aes/asm/arm64"
)

// short handles what is left of a message that is not of the shortest, at most a
// batch, and makes the tag. If there are more blocks than half a batch, the first
// half goes first; the processor overlaps the two, as neither waits for the other.
func (k fused) short() {
	k.CmpI(gN, 16*few, "")
	k.Branch("LS", "the_last")
	k.Label("half")
	s := states[:few]
	k.firstPower()
	k.AddI(gPower, gPower, single(1), "the power of the first block")
	k.counters(s)
	k.LdrQ(extra, gNumbers, addedNumbers+16*(few-firstNumber), "")
	k.Add32(counter, counter, extra, "")
	k.crypt(s, nil, nil)
	k.blocks(s, func() { k.LdpQNext(powerA, powerB, gPower, "its power") })
	k.SubI(gN, gN, 16*few, "")

	k.Label("the_last")
	k.Mov(common, k.first, "round key 0")
	k.counters(states[:few])
	k.FromR(j0, gJ0, "J0")
	k.InsR(j0, 1, gJ0End, "")
	k.Jump("choose")
}

// lastBlocks handles the last blocks, half a batch at most, by straight code for each
// number of them, with J0 as one more. Each state and the register common add up
// to a counter block + round key 0.
func (k fused) lastBlocks() {
	k.Label("choose")
	k.CmpI(gN, 16*2, "")
	k.Branch("HI", "above2")
	k.CmpI(gN, 16, "")
	k.Branch("HI", "blocks2")
	k.BranchNotZero(gN, "blocks1")
	k.Jump("blocks0")
	k.Label("above2")
	k.CmpI(gN, 16*3, "")
	k.Branch("LS", "blocks3")
	for _, m := range []int{4, 3, 2, 0, 1} { // one block goes straight on
		k.Comment(fmt.Sprintf("%d left, and J0.", m))
		k.Label(fmt.Sprintf("blocks%d", m))
		s := states[:m]
		all := append(s[:m:m], j0)
		for _, s := range all {
			k.full(s, common, "round 0")
		}
		k.middle(all, nil, nil)
		if m == 0 {
			k.Jump("tag")
			continue
		}
		whole := m - 1 // the last one may be partial
		next := m + 1
		k.blocks(s[:whole], func() {
			k.loadSingle(gTable, next)
			next--
		})
		k.Eor(tail, s[whole], k.last(), "key stream")
		if m > 1 {
			k.Jump("last_block")
		}
	}

	k.Label("last_block")
	k.loadSingle(gTable, 2)
	k.TstI(gN, 15, "is it partial?")
	k.Branch("NE", "last_partial")
	k.LdrQ(dataA, gSrc, 0, "text")
	k.Eor(tail, tail, dataA, "+ key stream")
	k.StrQ(tail, gDst, 0, "")
	k.Label("last_hash")
	hashed := dataA
	if k.seal {
		hashed = tail
	}
	k.Rev64(dataA, hashed, "")
	k.multiply(dataA, false)

	k.Comment("The tag: the hash + the encryption of J0.")
	k.Label("tag")
	k.FromR(dataA, gAADLen, "the block of lengths")
	k.InsR(dataA, 1, gBytes, "")
	k.loadSingle(gTable, 1)
	k.Shl64(dataA, dataA, 3, "in bits")
	k.multiply(dataA, false)
	k.reduceSingle()
	k.Rev64(acc, acc, "")
	k.add(acc, j0, k.last(), false, "+ the encryption of J0")
	k.StrQ(acc, gTag, 0, "")
	k.Ret()

	k.Label("last_partial")
	k.AndI(gN, gN, 15, "")
	k.loadPartial(dataA, gSrc, gN)
	k.Eor(tail, tail, dataA, "+ key stream")
	k.storePartial(tail, gDst, gN)
	if k.seal {
		k.Address(gLeft, k.tables.masks, "")
		k.AddI(gLeft, gLeft, 16, "")
		k.Sub(gLeft, gLeft, gN, "")
		k.LdrQ(extra, gLeft, 0, "")
		k.And(tail, tail, extra, "zeros after the end")
	}
	k.Jump("last_hash")
}

// counters sets the states to the counter blocks of the next numbers.
func (k fused) counters(s []arm64.V) {
	inPairs(s, func(a, b arm64.V) { k.LdpQ(a, b, gNumbers, addedNumbers+16*int(a), "numbers of the counter blocks") }, nil)
	for _, s := range s {
		k.Add32(s, s, counter, "")
		k.Rev32(s, s, "counter block")
	}
}

// blocks encrypts or decrypts blocks, from the states before the last round key,
// and hashes them.
func (k fused) blocks(s []arm64.V, loadPower func()) {
	hash := func(s, text arm64.V) {
		hashed := text
		if k.seal {
			hashed = s
		}
		k.Rev64(text, hashed, "")
		loadPower()
		k.multiply(text, false)
	}
	inPairs(s, func(a, b arm64.V) {
		k.LdpQNext(dataA, dataB, gSrc, "text")
		k.add(a, dataA, k.last(), false, "+ key stream")
		k.add(b, dataB, k.last(), false, "")
		k.StpQNext(a, b, gDst, "")
		hash(a, dataA)
		hash(b, dataB)
	}, func(a arm64.V) {
		k.LdrQNext(dataA, gSrc, 16, "text")
		k.add(a, dataA, k.last(), false, "+ key stream")
		k.StrQNext(a, gDst, "")
		hash(a, dataA)
	})
}
