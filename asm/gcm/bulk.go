package gcm

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// bulk handles batches as long as more than one batch is left; all of them if
// the message goes on. Each is encrypted while a batch is hashed: when opening,
// the same one, when sealing, the one before, from where it was written.
func (k kernel) bulk() {
	w := k.w
	size := batch * w.Bytes()
	end := build.GP64()
	tag := build.GP64()
	threshold, aligned, loop, added, done := "threshold", "aligned", "aligned_loop", "added_loop", "bulk_done"
	build.Comment("How many bytes are left to the code of short messages, at most?")
	build.XORL(end.As32(), end.As32())
	build.Load(build.Param("tag"), tag)
	build.TESTQ(tag, tag)
	build.JE(operand.LabelRef(threshold))
	build.MOVL(operand.U32(size), end.As32())
	build.Label(threshold)
	build.CMPQ(k.n, end)
	build.JBE(operand.LabelRef(done))

	k.pend()
	advance := func(again string) {
		build.ADDQ(operand.U32(size), k.src)
		build.ADDQ(operand.U32(size), k.dst)
		build.SUBQ(operand.U32(size), k.n)
		build.CMPQ(k.n, end)
		if again != "" {
			build.JA(operand.LabelRef(again))
		}
	}
	sealed := "bulk_sealed"
	build.TESTQ(k.unaligned, k.unaligned)
	build.JE(operand.LabelRef(aligned))
	for _, isAligned := range []bool{false, true} {
		label := added
		if isAligned {
			label = loop
			build.Label(aligned)
		}
		if k.seal {
			build.Comment("The first batch, with none to hash yet.")
			k.cryptBatch(isAligned, nil, nil)
			advance("")
			build.JBE(operand.LabelRef(sealed))
		}
		build.Label(label)
		hashed := at(k.src, 0)
		if k.seal {
			hashed = at(k.dst, -size)
		}
		k.cryptBatch(isAligned, k.reducePending(), k.hashBatch(hashed, k.table))
		advance(label)
		if !isAligned {
			build.JMP(operand.LabelRef(sealed))
		}
	}
	build.Label(sealed)
	if k.seal {
		build.Comment("Hash the last batch.")
		s := append(k.reducePending(), k.hashBatch(at(k.dst, -size), k.table)...)
		s.part(0, 1)
	}
	k.reducePending().part(0, 1)
	build.Label(done)
}

// cryptBatch encrypts or decrypts a batch. The batch before is reduced first,
// and the hashing goes among the rounds.
func (k kernel) cryptBatch(aligned bool, reduction, hashing steps) {
	w := k.w
	states := k.states(batch)
	base, next := w.Reg(dataReg), w.Reg(halfReg)
	key := k.c.LoadKey(k.c.Key(0))
	if aligned {
		k.bases(base, next, key)
		k.aligned(states, base, next, batch*w.Blocks())
		w.Load(base, k.counter)
	} else {
		w.Load(base, k.counter)
		k.added(states, base, key)
	}
	k.advanceCounter(base, batch*w.Blocks())
	reduction.part(0, 1)
	const among = 8 // so many rounds
	k.c.Middle(states, func(round int) {
		if round <= among {
			hashing.part(round-1, among)
		}
	})
	k.lastRound(states, w.Reg(dataReg), k.c.LoadKey(k.c.LastKey()))
	k.c.StoreAll(states, at(k.dst, 0))
}

// lastRound is the last round of states that are all XORed with data at src,
// which goes into the round key.
func (k kernel) lastRound(states []Op, t, key Op) {
	build.Comment("Last round, with the last round key XOR the data.")
	for i, s := range states {
		k.w.XorFrom(t, key, at(k.src, i*k.w.Bytes()))
		k.c.LastWith(s, t)
	}
}
