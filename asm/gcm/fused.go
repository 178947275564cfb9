package gcm

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"vpaes.example/aes/asm/rounds"
)

// Registers of short messages and of the end of a long one. Registers 0 to 4
// carry AES states; the product is where the bulk loops have it.
const (
	nextReg     = 4 // the base after the next, until the last states need the register
	lastReg     = 6 // the last block of the message
	blocksReg   = 7 // scratch: blocks that are being hashed
	powerReg    = 8 // scratch: their powers
	shortTemp   = 9 // scratch
	baseReg     = 13
	baseNextReg = 14 // the base for counters that carry out of base
	j0Reg       = 15 // J0 XOR round key 0, then its encryption
)

// half is how many registers of blocks the code of short messages has at most.
const half = batch / 2

// A kernel is one function, gcmSeal or gcmOpen, while it is being written.
type kernel struct {
	Form
	seal bool
	c    rounds.Cipher
	w    field // all lanes
	one  field // one block

	dst, src, n, table reg.GPVirtual
	// longNonce is 0 if the counter of the first block is 2 more than a multiple
	// of the blocks in a batch. With a nonce of 12 bytes it is; with others nothing
	// is asked of the counter, which is as secret as the hash key.
	longNonce reg.GPVirtual
	counter   operand.Mem // the base of counters, in every lane
	lengths   operand.Mem // the block of lengths, reversed
	// J0, without round key 0: what is on the stack stays there.
	j0 operand.Mem
}

// GCM writes gcmSeal or gcmOpen.
func (f Form) GCM(seal bool) {
	k := kernel{Form: f, seal: seal, w: f.wide(), one: f.narrow()}
	name, does := "gcmOpen"+f.AES, "decrypts"
	if seal {
		name, does = "gcmSeal"+f.AES, "encrypts"
	}
	build.TEXT(name, attr.NOSPLIT, "func(rounds int, enc *[15][16]byte, table "+f.tableType()+
		", dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[16]byte, stream *[4][16]byte)")
	build.Doc(name+" "+does+" n bytes from src to dst and computes the whole tag.",
		"If stream is nil, this is a whole message with a nonce of 12 bytes and n + aadLen",
		"is at most 64 KiB. Else it is a part of one, of at most 64 KiB; nonce and aad are not",
		"used, and aadLen is 0 if the nonce had 12 bytes, else 1: then the counter, which is",
		"derived from the hash key, takes no part in any branch. If tag is nil, it is not the",
		"last part, n is a multiple of 256, and the hash and the counter in the stream are",
		"brought forward.")
	build.Pragma("noescape")
	k.counter, k.lengths, k.j0 = build.AllocLocal(64), operand.Mem{}, operand.Mem{}
	k.lengths, k.j0 = k.counter.Offset(32), k.counter.Offset(48)

	k.c = rounds.Cipher{Encoding: f.Wide, Direction: rounds.Encrypt, Schedule: rounds.Load("rounds", "enc")}
	k.dst, k.src, k.n, k.table, k.longNonce = build.GP64(), build.GP64(), build.GP64(), build.GP64(), build.GP64()
	build.Load(build.Param("table"), k.table)
	build.Load(build.Param("dst"), k.dst)
	build.Load(build.Param("src"), k.src)
	build.Load(build.Param("n"), k.n)

	stream := build.GP64()
	build.Load(build.Param("stream"), stream)
	build.TESTQ(stream, stream)
	build.JNE(operand.LabelRef("streaming"))
	k.whole()
	build.Label("streaming")
	k.part(stream)
	build.Label("bulk")
	k.bulk()
	k.afterBulk()
	build.Label("short")
	k.short()
}

// whole begins a message with a nonce of 12 bytes. J0 is nonce || 1, so the
// base of all counters is nonce || 0, to which short messages need no addition:
// the number of a block is XORed in.
func (k kernel) whole() {
	one, w := k.one, k.w
	nonce, aad, aadLen := build.GP64(), build.GP64(), build.GP64()
	base := one.Reg(baseReg)
	build.Comment("The base of the counters: nonce || 0.")
	build.Load(build.Param("nonce"), nonce)
	t := one.Reg(shortTemp)
	one.Load8(base, at(nonce, 0))
	one.Load8(t, at(nonce, 4))
	one.Shr64(t, t, 32)
	one.UnpackLo64(base, base, t)
	build.Comment("The block of lengths, in bits.")
	build.Load(build.Param("aadLen"), aadLen)
	lengths := one.Reg(lastReg)
	one.From64(lengths, k.n)
	one.From64(t, aadLen)
	one.UnpackLo64(lengths, lengths, t)
	one.Shl64(lengths, lengths, 3)
	one.Store(k.lengths, lengths)
	build.XORL(k.longNonce.As32(), k.longNonce.As32())
	build.Load(build.Param("aad"), aad)
	build.Comment("Is it short?")
	build.CMPQ(k.n, operand.U32(batch*w.Bytes()))
	build.JA(operand.LabelRef("long"))
	build.CMPQ(aadLen, operand.Imm(16))
	build.JA(operand.LabelRef("long"))

	key := one.Reg(shortTemp)
	one.Load(key, k.c.Key(0))
	one.Xor(base, base, key)
	one.Xor(one.Reg(j0Reg), base, one.number(1))
	w.copyLane(w.Reg(baseReg), w.Reg(baseReg))
	w.Xor(w.Reg(baseNextReg), w.Reg(baseReg), w.number(half*w.Blocks()))
	w.Xor(w.Reg(nextReg), w.Reg(baseReg), w.number(batch*w.Blocks()))

	build.Comment("Up to 16 bytes of additional data have a power of their own.")
	nothing, seeded := rounds.NewLabel("no_aad"), rounds.NewLabel("aad_loaded")
	first := one.Reg(blocksReg)
	power := k.firstPower()
	build.TESTQ(aadLen, aadLen)
	build.JE(operand.LabelRef(nothing))
	k.partial().Load(first, aad, aadLen)
	one.Shuffle(first, first, one.reverse())
	build.Label(seeded)
	k.seed(at(power, -16))
	build.JMP(operand.LabelRef("short"))
	build.Label(nothing)
	one.Zero(first)
	build.JMP(operand.LabelRef(seeded))

	build.Label("long")
	build.Comment("J0, for later.")
	j0 := one.Reg(j0Reg)
	one.Xor(j0, base, one.number(1))
	one.Store(k.j0, j0)
	w.copyLane(w.Reg(baseReg), w.Reg(baseReg))
	w.Store(k.counter, w.Reg(baseReg))

	build.Comment("Hash the additional data. Its last product is reduced with the first batch.")
	acc := one.Reg(accReg)
	rest, pending := rounds.NewLabel("aad_rest"), rounds.NewLabel("aad_pending")
	one.Zero(acc)
	blocks := build.GP64()
	build.MOVQ(aadLen, blocks)
	build.ANDQ(operand.Imm(15), aadLen)
	build.ANDQ(operand.I32(-16), blocks)
	build.JE(operand.LabelRef(rest))
	k.hashBlocks(k.table, aad, blocks)
	build.Label(rest)
	k.pend()
	build.TESTQ(aadLen, aadLen)
	build.JE(operand.LabelRef(pending))
	data, h := one.Reg(dataReg), one.Reg(halfReg)
	k.partial().Load(data, aad, aadLen)
	one.Shuffle(data, data, one.reverse())
	one.Xor(data, data, acc)
	one.Load(h, at(k.table, k.power(1)))
	one.multiplyFast(k.lowProduct(), data, h, one.Reg(tempReg))
	build.Label(pending)
	build.JMP(operand.LabelRef("bulk"))
}

// part begins a part of a message from the state in the stream: the hash, the
// counter block before the next, J0, and the lengths of the message in bytes,
// first the text's.
func (k kernel) part(stream reg.GPVirtual) {
	one, w := k.one, k.w
	acc, base, t := one.Reg(accReg), one.Reg(baseReg), one.Reg(j0Reg)
	build.Comment("The hash so far.")
	one.Load(acc, at(stream, 0))
	one.Shuffle(acc, acc, one.reverse())
	k.pend()
	build.Comment("The base of the counters is one less than the counter block before.")
	one.Load(base, at(stream, 16))
	one.Shuffle(base, base, one.reverseCounter())
	one.Add32(base, base, one.counterStep(-1))
	w.copyLane(w.Reg(baseReg), w.Reg(baseReg))
	w.Store(k.counter, w.Reg(baseReg))
	build.Load(build.Param("aadLen"), k.longNonce)
	build.Comment("J0 and the lengths, for later.")
	one.Load(t, at(stream, 32))
	one.Store(k.j0, t)
	one.Load(t, at(stream, 48))
	one.Shl64(t, t, 3)
	one.Store(k.lengths, t)
}

// afterBulk ends a part that is not the last, and leads others to the code of
// short messages.
func (k kernel) afterBulk() {
	one, w := k.one, k.w
	acc, base := one.Reg(accReg), one.Reg(baseReg)
	tag := build.GP64()
	last := rounds.NewLabel("last_part")
	build.Load(build.Param("tag"), tag)
	build.TESTQ(tag, tag)
	build.JNE(operand.LabelRef(last))
	build.Comment("More is to come.")
	stream := build.GP64()
	build.Load(build.Param("stream"), stream)
	one.Shuffle(acc, acc, one.reverse())
	one.Store(at(stream, 0), acc)
	one.Load(base, k.counter)
	one.Add32(base, base, one.counterStep(1))
	one.Shuffle(base, base, one.reverseCounter())
	one.Store(at(stream, 16), base)
	k.Wide.Done()
	build.RET()

	build.Label(last)
	k.seedHash()
	build.Label("tail")
	t, key := w.Reg(blocksReg), w.Reg(shortTemp)
	build.Comment("The bases for what is left.")
	w.Load(t, k.counter)
	w.Load16(key, k.c.Key(0))
	for i, r := range []Op{w.Reg(baseReg), w.Reg(baseNextReg), w.Reg(nextReg)} {
		if i == 0 {
			w.Mov(r, t)
		} else {
			w.Add32(r, t, w.counterStep(i*half*w.Blocks()))
		}
		w.Shuffle(r, r, w.reverseCounter())
		w.Xor(r, r, key)
	}
	one.XorFrom(one.Reg(j0Reg), one.Reg(shortTemp), k.j0)
}

// seedHash starts the product with the hash so far, as one more block, of the
// power of the next, and returns the address of that power.
func (k kernel) seedHash() reg.GPVirtual {
	k.one.Mov(k.one.Reg(blocksReg), k.one.Reg(accReg))
	power := k.firstPower()
	k.seed(at(power, 0))
	return power
}

// firstPower is the address of the power for the first of the last n bytes.
func (k kernel) firstPower() reg.GPVirtual {
	power, blocks := build.GP64(), build.GP64()
	build.Comment("The power of the first block: their number, and one for the lengths.")
	build.LEAQ(at(k.n, 15), blocks)
	build.ANDQ(operand.I32(-16), blocks)
	build.LEAQ(at(k.table, k.power(1)), power)
	build.SUBQ(blocks, power)
	return power
}

// seed starts the product with the block in blocksReg times a power, and the
// block of lengths times H.
func (k kernel) seed(power operand.Mem) {
	w, p := k.w, k.product()
	blocks, powers, t := w.Reg(blocksReg), w.Reg(powerReg), w.Reg(shortTemp)
	w.Load16(powers, power)
	if w.Blocks() == 2 {
		w.Insert(blocks, blocks, k.lengths, 1)
		w.Insert(powers, powers, at(k.table, k.power(1)), 1)
	}
	w.multiplyFast(p, blocks, powers, t)
	if w.Blocks() == 1 {
		w.Load(blocks, k.lengths)
		w.Load(powers, at(k.table, k.power(1)))
		w.accumulateFast(p, blocks, powers, t, w.Vec())
	}
}

func (k kernel) lowProduct() product {
	return product{k.one.Reg(loReg), k.one.Reg(midReg), k.one.Reg(hiReg)}
}

func (k kernel) partial() rounds.Partial { return rounds.NewPartial(k.one.Encoding, k.Table) }
