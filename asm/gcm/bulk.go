package gcm

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"vpaes.example/aes/asm/rounds"
)

// bulk handles batches as long as more than one batch is left; all of them if
// the message goes on. Each is encrypted while a batch is hashed: when opening,
// the same one, when sealing, the one before, from where it was written. What
// comes before is a product that is not yet reduced.
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

	sealed := "bulk_sealed"
	build.TESTQ(k.longNonce, k.longNonce)
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
			k.advance(batch)
			build.CMPQ(k.n, end)
			build.JBE(operand.LabelRef(sealed))
		}
		build.Label(label)
		hashed := at(k.src, 0)
		if k.seal {
			hashed = at(k.dst, -size)
		}
		k.cryptBatch(isAligned, k.reducePending(), k.hashBatch(hashed, k.table))
		k.advance(batch)
		build.CMPQ(k.n, end)
		build.JA(operand.LabelRef(label))
		if !isAligned {
			build.JMP(operand.LabelRef(sealed))
		}
	}
	build.Label(sealed)
	if k.seal {
		build.Comment("Is there half a batch more to encrypt while the last batch is hashed?")
		alone := "hash_last_batch"
		build.CMPQ(k.n, operand.U32(size/2))
		build.JBE(operand.LabelRef(alone))
		k.sealHalf()
		build.Label(alone)
		k.reducePending().part(0, 1)
		k.hashBatch(at(k.dst, -size), k.table).part(0, 1)
	}
	build.Label(done)
	k.reducePending().part(0, 1)
}

// advance moves past so many registers of data.
func (k kernel) advance(registers int) {
	bytes := operand.U32(registers * k.w.Bytes())
	build.ADDQ(bytes, k.src)
	build.ADDQ(bytes, k.dst)
	build.SUBQ(bytes, k.n)
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

// sealHalf encrypts half a batch while the last batch is hashed, and hashes it
// with what is left.
func (k kernel) sealHalf() {
	w := k.w
	states := k.states(half)
	base, next := w.Reg(dataReg), w.Reg(halfReg)
	added, encrypt := rounds.NewLabel("half_added"), rounds.NewLabel("half_encrypt")
	key := k.c.LoadKey(k.c.Key(0))
	w.Load(base, k.counter)
	build.TESTQ(k.longNonce, k.longNonce)
	build.JNE(operand.LabelRef(added))
	w.Shuffle(base, base, w.reverseCounter())
	w.Xor(base, base, key)
	w.Xor(next, base, w.number(half*w.Blocks()))
	k.aligned(states, base, next, half*w.Blocks())
	w.Load(base, k.counter)
	build.JMP(operand.LabelRef(encrypt))
	build.Label(added)
	k.added(states, base, key)
	build.Label(encrypt)
	k.advanceCounter(base, half*w.Blocks())
	k.reducePending().part(0, 1)
	hashing := k.hashBatch(at(k.dst, -batch*w.Bytes()), k.table)
	k.c.Middle(states, func(round int) { hashing.part(round-1, 9) })
	k.lastRound(states, w.Reg(dataReg), k.c.LoadKey(k.c.LastKey()))
	k.c.StoreAll(states, at(k.dst, 0))
	k.reducePending().part(0, 1)
	power := k.seedHash()
	for i, s := range states {
		k.hash(s, at(power, i*w.Bytes()))
	}
	k.advance(half)
	build.JMP(operand.LabelRef("tail"))
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
