package main

import (
	"vpaes.example/aes/asm/arm64"
)

// A fused is gcmSeal or gcmOpen while it is being written.
type fused struct {
	hasher
	seal bool
}

// gcm writes gcmSeal or gcmOpen.
func (fm form) gcm(file *arm64.File, seal bool) {
	name := "gcmOpen"
	if seal {
		name = "gcmSeal"
	}
	f := file.Func("func "+name+fm.aes+"(rounds int, enc *[15][16]byte, table "+tableType+
		", dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[16]byte, stream *[4][16]byte)", 88)
	f.Needs(fm.needs(true))
	k := fused{hasher{cipher{f, gcmKeys, encryption, new(int)}, fm}, seal}
	// The arguments lie side by side, two to be loaded at a time.
	f.ArgAddress(gLeft, "rounds", 0)
	for i, r := range [][2]arm64.R{{rounds, schedule}, {gTable, gDst}, {gSrc, gN}, {gNonce, gAAD}, {gAADLen, gTag}} {
		f.LdpI(r[0], r[1], gLeft, 16*i, "")
	}
	f.LdrI(gStream, gLeft, 80, 8, "")
	k.loadKeys()
	k.Address(gNumbers, fm.tables.numbers, "")
	k.LdrQ(poly, gNumbers, polyConstant, "")
	k.BranchNotZero(gStream, "streaming")
	k.shortest()
	k.lastBlocks()
	k.notShortest()
	k.Label("streaming")
	k.part()
	k.Label("bulk")
	k.bulk()
	k.afterBulk()
	k.Label("short")
	k.short()
}

// shortest begins a message of up to half a batch and a block of additional data,
// with a nonce of 12 bytes. J0 is nonce || 1, so the base of all counters is
// nonce || 0, and the number of J0 is 1.
func (k fused) shortest() {
	k.LdrI(low, gNonce, 8, 4, "nonce")
	k.LdrD(counter, gNonce, 0, "")
	k.InsR(counter, 1, low, "the base of the counters, nonce || 0")
	k.MovR(gBytes, gN, "")
	k.Comment("Is it short?")
	k.CmpI(gN, 16*few, "")
	k.Branch("HI", "not_few")
	k.CmpI(gAADLen, 16, "")
	k.Branch("HI", "long")
	k.BranchZero(gAADLen, "no_aad")
	k.blockOfAAD()
	k.Label("aad_done")
	k.Comment("The numbers as counter blocks, the base beside them with round key 0.")
	k.Eor(common, counter, k.first, "the base + round key 0")
	k.LdrQ(j0, gNumbers, oneNumber, "J0 has number 1")
	k.Ld1(states[0], few, gNumbers, "those of the text are 2 and on")
}

// blockOfAAD hashes up to 16 bytes of additional data, by a power of their own.
func (k fused) blockOfAAD() {
	k.firstPower()
	k.LdpQ(powerA, powerB, gPower, single(2), "the one before")
	k.loadPartial(dataA, gAAD, gAADLen)
	k.Rev64(dataA, dataA, "")
	k.multiply(dataA, true)
}

// notShortest begins any other message with a nonce of 12 bytes.
func (k fused) notShortest() {
	k.Label("no_aad")
	k.clear()
	k.Jump("aad_done")

	k.Label("not_few")
	k.CmpI(gN, 16*batch, "")
	k.Branch("HI", "long")
	k.CmpI(gAADLen, 16, "")
	k.Branch("HI", "long")
	k.nonceJ0()
	k.BranchZero(gAADLen, "half_no_aad")
	k.blockOfAAD()
	k.Jump("half")
	k.Label("half_no_aad")
	k.clear()
	k.Jump("half")

	k.Label("long")
	k.nonceJ0()
	k.MovRI(gLongNonce, 0, "the counter is aligned")
	k.Movi(acc, 0, "")
	k.AndI(gLeft, gAADLen, -16, "")
	k.BranchZero(gLeft, "aad_rest")
	k.hashBlocks(gAAD, gLeft, gTable, gPower)
	k.Label("aad_rest")
	k.AndI(gLeft, gAADLen, 15, "")
	k.BranchZero(gLeft, "bulk")
	k.loadPartial(dataA, gAAD, gLeft)
	k.loadSingle(gTable, 1)
	k.Rev64(dataA, dataA, "")
	k.Eor(dataA, dataA, acc, "")
	k.multiply(dataA, true)
	k.reduceSingle()
	k.Jump("bulk")
}

// nonceJ0 makes J0, and the base of the counters words.
func (k fused) nonceJ0() {
	k.LdrI(gJ0, gNonce, 0, 8, "J0 is nonce || 1")
	k.LdrI(gJ0End, gNonce, 8, 4, "")
	k.OrrRU(gJ0End, gJ0End, 1<<56, "")
	k.Rev32(counter, counter, "the base of the counters, in words")
}

// part begins a part of a message from the state in the stream: the hash, the
// counter block before the next, J0, and the lengths of the message in bytes,
// first the text's.
//
// gLongNonce is 0 with a nonce of 12 bytes, which makes the counter of J0 1 and each
// batch aligned. Any other nonce was hashed to make J0, so whoever knows J0 knows
// something of H, and no branch asks for it.
func (k fused) part() {
	k.LdpQ(acc, counter, gStream, 0, "the hash, and the counter block before")
	k.LdpI(gJ0, gJ0End, gStream, 32, "J0")
	k.MovR(gLongNonce, gAADLen, "")
	k.LdpI(gBytes, gAADLen, gStream, 48, "lengths of all of the message")
	k.Rev64(acc, acc, "")
	k.LdrQ(extra, gNumbers, minusOneNumber, "")
	k.Rev32(counter, counter, "in words")
	k.Add32(counter, counter, extra, "number 0, if the next is 2")
}

// firstPower finds the power for the first of the last n bytes, as many as there
// are blocks, and one for the lengths: it is at gPower + single(1).
func (k fused) firstPower() {
	k.AddI(low, gN, 15, "")
	k.AndI(low, low, -16, "")
	k.SubShl(gPower, gTable, low, 1, "where the powers for the blocks start")
}

// bulk handles batches as long as more than one batch is left; all of them if
// the message goes on.
func (k fused) bulk() {
	size := 16 * batch
	k.MovRI(gLimit, 0, "what is left to the code of short messages: nothing")
	k.BranchZero(gTag, "limit")
	k.MovRI(gLimit, size, "or a batch at most")
	k.Label("limit")
	k.CmpR(gN, gLimit, "")
	k.Branch("LS", "bulk_done")
	k.BranchNotZero(gLongNonce, "added")
	for _, aligned := range []bool{true, false} {
		loop := "aligned_batch"
		if !aligned {
			loop = "added_batch"
			k.Label("added")
		} else {
			k.Rev32(common, counter, "")
			k.Eor(common, common, k.first, "the base + round key 0")
		}
		advance := func() {
			k.SubI(gN, gN, size, "")
			k.CmpR(gN, gLimit, "")
		}
		if k.seal {
			k.Comment("The first batch, with none to hash yet.")
			k.batch(aligned, nil)
			advance()
			k.Branch("LS", "sealed")
		}
		k.Align(32)
		k.Label(loop)
		hashed, offset := gSrc, 0
		if k.seal {
			hashed, offset = gDst, -size
		}
		k.batch(aligned, k.hashBatch(hashed, offset, gTable))
		advance()
		k.Branch("HI", loop)
		if aligned {
			k.Jump("sealed")
		}
	}
	k.Label("sealed")
	if k.seal {
		k.Comment("Hash the last batch.")
		k.hashBatch(gDst, -size, gTable).run()
	}
	k.Label("bulk_done")
}

// batch encrypts or decrypts a batch, with other work among the rounds.
func (k fused) batch(aligned bool, work steps) {
	next := func() {
		k.LdrQ(extra, gNumbers, batchNumber, "")
		k.Add32(counter, counter, extra, "the next base")
	}
	if aligned {
		inPairs(states, func(a, b arm64.V) { k.LdpQ(a, b, gNumbers, 16*int(a), "numbers of the counter blocks") }, nil)
		for i, s := range states {
			if i == batch-firstNumber {
				next()
				k.Rev32(common, counter, "")
				k.Eor(common, common, k.first, "the base + round key 0")
			}
			k.full(s, common, "round 0")
		}
	} else {
		inPairs(states, func(a, b arm64.V) { k.LdpQ(a, b, gNumbers, addedNumbers+16*int(a), "numbers of the counter blocks") }, nil)
		for _, s := range states {
			k.Add32(s, s, counter, "")
			k.Rev32(s, s, "counter block")
			k.full(s, k.first, "round 0")
		}
		next()
	}
	// The product is done with before the text comes.
	text := []arm64.V{dataA, dataB, powerA, powerB, half, extra, sumLo, sumMid}
	inPairs(text, func(a, b arm64.V) {
		work.add(func() { k.LdpQNext(a, b, gSrc, "text") })
		if !k.eor3 {
			work.add(
				func() { k.Eor(a, a, k.last(), "+ the last round key") },
				func() { k.Eor(b, b, k.last(), "") },
			)
		}
	}, nil)
	k.middle(states, work, func(i int) {
		s := states[i]
		if k.eor3 {
			k.Eor3(s, s, text[i], k.last(), "text + key stream")
		} else {
			k.Eor(s, s, text[i], "text + key stream")
		}
	})
	k.store(states, gDst)
}

// afterBulk ends a part that is not the last, and leads others to the code of
// short messages.
func (k fused) afterBulk() {
	k.BranchNotZero(gTag, "last_part")
	k.Comment("More is to come.")
	k.Rev64(acc, acc, "")
	k.LdrQ(extra, gNumbers, minusOneNumber, "")
	k.Sub32(counter, counter, extra, "")
	k.Rev32(counter, counter, "the counter block before the next")
	k.StpQ(acc, counter, gStream, 0, "")
	k.Ret()
	k.Label("last_part")
	k.Comment("The hash so far is one more block, of the power of the next.")
	k.firstPower()
	k.LdpQ(powerA, powerB, gPower, single(1), "")
	k.multiply(acc, true)
}
