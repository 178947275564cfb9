package main

import (
	"fmt"

	"vpaes.example/aes/asm/arm64"
)

// short handles what is left, at most a batch, and makes the tag.
//
// If there are more blocks than half a batch, the first half goes first; the
// processor overlaps the two, as neither waits for the other. Then there is
// straight code for each number of blocks, with J0 as one more.
func (k fused) short() {
	k.CmpI(gN, 16*few, "")
	k.Branch("LS", "last_blocks")
	k.Comment("Half a batch.")
	s := states[:few]
	k.counters(s)
	k.LdrQ(extra, gNumbers, 16*(few-firstNumber), "")
	k.Add32(counter, counter, extra, "")
	k.crypt(s, nil)
	for _, s := range s {
		k.block(s)
	}

	k.Label("last_blocks")
	k.FromR(j0, gJ0, "J0")
	k.InsR(j0, 1, gJ0End, "")
	for m := range few {
		k.CmpI(gN, 16*m, "")
		k.Branch("LS", fmt.Sprintf("blocks%d", m))
	}
	for m := few; m >= 0; m-- {
		k.Comment(fmt.Sprintf("%d left, and J0.", m))
		k.Label(fmt.Sprintf("blocks%d", m))
		s := states[few-m : few]
		k.counters(s)
		k.crypt(append(s[:m:m], j0), nil)
		k.Jump(fmt.Sprintf("finish%d", m))
	}
	for m := few; m > 1; m-- {
		k.Label(fmt.Sprintf("finish%d", m))
		k.block(states[few-m])
	}
	k.Label("finish1")
	k.lastBlock()
	k.Label("finish0")
	k.tag()
}

// counters sets the states to the counter blocks of the next numbers.
func (k fused) counters(s []arm64.V) {
	inPairs(s, func(a, b arm64.V) {
		k.LdpQ(a, b, gNumbers, 16*int(a-s[0]), "numbers of the counter blocks")
	}, func(a arm64.V) { k.LdrQ(a, gNumbers, 16*int(a-s[0]), "number of the counter block") })
	for _, s := range s {
		k.Add32(s, s, counter, "")
		k.Rev32(s, s, "")
	}
}

// block encrypts or decrypts a block, from the state before the last round
// key, and hashes it.
func (k fused) block(s arm64.V) {
	k.LdrQNext(dataA, gSrc, 16, "text")
	k.LdrQNext(powerA, gPower, 16, "its power")
	k.Eor(s, s, k.last(), "key stream")
	k.Eor(s, s, dataA, "+ text")
	k.StrQNext(s, gDst, "")
	k.SubI(gN, gN, 16, "")
	if k.seal {
		k.Rev64(dataA, s, "")
	} else {
		k.Rev64(dataA, dataA, "")
	}
	k.multiply(dataA, powerA, false)
}

// lastBlock is block for the last one, which may be partial.
func (k fused) lastBlock() {
	k.Eor(tail, tail, k.last(), "key stream")
	k.LdrQNext(powerA, gPower, 16, "its power")
	k.CmpI(gN, 16, "")
	k.Branch("NE", "last_partial")
	k.LdrQ(dataA, gSrc, 0, "text")
	k.Eor(tail, tail, dataA, "+ key stream")
	k.StrQ(tail, gDst, 0, "")
	k.Jump("last_done")

	k.Label("last_partial")
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
	k.Label("last_done")
	if k.seal {
		k.Rev64(dataA, tail, "")
	} else {
		k.Rev64(dataA, dataA, "")
	}
	k.multiply(dataA, powerA, false)
}

// tag hashes the lengths and writes the tag: the hash + the encryption of J0.
func (k fused) tag() {
	lengths, n, aadLen := "lengths", low, high
	k.Arg(gTag, "tag", 72)
	k.LdrQ(powerA, gPower, 0, "H")
	k.BranchZero(gStream, "whole_lengths")
	k.LdpI(n, aadLen, gStream, 48, "")
	k.Jump(lengths)
	k.Label("whole_lengths")
	k.Arg(n, "n", 40)
	k.Arg(aadLen, "aadLen", 64)
	k.Label(lengths)
	k.Lsl(n, n, 3, "in bits")
	k.Lsl(aadLen, aadLen, 3, "")
	k.FromR(dataA, aadLen, "the block of lengths")
	k.InsR(dataA, 1, n, "")
	k.multiply(dataA, powerA, false)
	k.Eor(j0, j0, k.last(), "the encryption of J0")
	k.reduce(false).run()
	k.Rev64(acc, acc, "")
	k.Eor(acc, acc, j0, "")
	k.StrQ(acc, gTag, 0, "")
	k.Ret()
}
