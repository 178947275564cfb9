package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"vpaes.example/aes/asm/tower"
)

// The general registers of the key expansion.
var (
	enc    = reg.R8
	dec    = reg.R9
	rcon   = reg.R10
	from   = reg.RSI // the key
	next   = reg.RDI // where the next words go, then the round key at hand
	mirror = reg.RBX // that round key's place among those to decrypt
	left   = reg.RCX // round keys to come
	turn   = reg.R12 // 16 times the ShiftRows that a round key for encryption is ahead, modulo 4
	back   = reg.R13 // likewise the InvShiftRows for decryption
)

// expandKey writes expandKey: first the words of FIPS 197's key expansion, in
// the basis of the state to encrypt, one after the other in enc; then each
// round key is brought to the form in which the rounds use it.
func (k kernel) expandKey() {
	k.function("expandKey", "(rounds int, key *byte, enc, dec *[15][16]byte)",
		"expands a key of 4*(rounds-6) bytes into round keys to encrypt and to decrypt.")
	r := shape{k.narrow(), 1}.batch()
	build.Load(build.Param("rounds"), rounds_)
	build.Load(build.Param("key"), from)
	build.Load(build.Param("enc"), enc)
	build.Load(build.Param("dec"), dec)
	r.loadConstants()
	build.LEAQ(constants.Row(tower.Schedule.Rcon[:]...), rcon)
	build.MOVQ(enc, next)
	build.Comment("The first four words, in the basis of the state.")
	words := r.Reg(4)
	r.Load(r.a[0], at(from, 0))
	r.apply(tower.Encryption.In)
	r.Mov(words, r.a[0])
	r.Store(at(next, 0), words)
	build.CMPQ(rounds_, imm(12))
	build.JE(operand.LabelRef("key192"))
	build.JA(operand.LabelRef("key256"))
	r.words128(words)
	build.JMP(operand.LabelRef("convert"))
	build.Label("key192")
	r.words192(words, r.Reg(5))
	build.JMP(operand.LabelRef("convert"))
	build.Label("key256")
	r.words256(words, r.Reg(5))
	build.Label("convert")
	r.convert()
	build.Comment("Leave no round key behind.")
	for _, i := range []int{0, 1, 2, 3, 4, 5, 12, 13} {
		r.Zero(r.Reg(i))
	}
	build.RET()
}

// substituteWord is words 0 to 3 of c = the S-box, without its constant, of
// one word of a register: bytes turn, turn+1 ... of word n.
func (r batch) substituteWord(words Op, n, turn int) {
	var order [16]byte
	for p := range order {
		order[p] = byte(4*n + (p+turn)%4)
	}
	r.Mov(r.a[0], words)
	r.Shuffle(r.a[0], r.a[0], constants.At(order))
	r.invert()
	r.lookup(r.c, tower.Encryption.Out[1].IO, r.a)
	r.lookup(r.d, tower.Encryption.Out[1].JO, r.b)
	r.add(r.c, r.c, r.d)
}

// addBefore adds to every word all words before it.
func (r batch) addBefore(words Op) {
	build.Comment("Every word plus all before it; the substituted word.")
	r.ShlBytes(r.t, words, 4)
	r.Xor(words, words, r.t)
	r.ShlBytes(r.t, words, 8)
	r.Xor(words, words, r.t)
}

// nextRcon adds the next round constant.
func (r batch) nextRcon(words Op) {
	r.Load(r.t, at(rcon, 0))
	r.Xor(words, words, r.t)
	build.ADDQ(imm(16), rcon)
}

// times repeats the code that follows, up to [again].
func times(n int, label string) {
	build.MOVQ(operand.U32(uint64(n)), left)
	build.Label(label)
}

func again(label string) {
	build.DECQ(left)
	build.JNZ(operand.LabelRef(label))
}

func (r batch) words128(words Op) {
	times(10, "words128")
	r.substituteWord(words, 3, 1)
	r.addBefore(words)
	r.nextRcon(words)
	r.Xor(words, words, r.c[0])
	r.Store(at(next, 16), words)
	build.ADDQ(imm(16), next)
	again("words128")
}

// words192 has words 0 to 3 of six in words and the other two in rest.
func (r batch) words192(words, rest Op) {
	r.Load8(r.a[0], at(from, 16))
	r.apply(tower.Encryption.In)
	r.Mov(rest, r.a[0])
	r.Store8(at(next, 16), rest)
	times(8, "words192")
	r.substituteWord(rest, 1, 1)
	r.addBefore(words)
	r.nextRcon(words)
	r.Xor(words, words, r.c[0])
	r.Store(at(next, 24), words)
	build.Comment("Words 4 and 5 follow without a substitution.")
	r.ShlBytes(r.t, rest, 4)
	r.Xor(rest, rest, r.t)
	r.Shuffle32(r.t, words, 0xff)
	r.Xor(rest, rest, r.t)
	r.Store8(at(next, 40), rest)
	build.ADDQ(imm(24), next)
	again("words192")
}

// words256 has words 0 to 3 of eight in words and 4 to 7 in rest.
func (r batch) words256(words, rest Op) {
	r.Load(r.a[0], at(from, 16))
	r.apply(tower.Encryption.In)
	r.Mov(rest, r.a[0])
	r.Store(at(next, 16), rest)
	times(7, "words256")
	r.substituteWord(rest, 3, 1)
	r.addBefore(words)
	r.nextRcon(words)
	r.Xor(words, words, r.c[0])
	r.Store(at(next, 32), words)
	build.Comment("The seventh time this was the last round key.")
	build.CMPQ(left, imm(1))
	build.JE(operand.LabelRef("convert"))
	r.substituteWord(words, 3, 0)
	r.addBefore(rest)
	r.Xor(rest, rest, constants.At(tower.Schedule.EncryptionConstant))
	r.Xor(rest, rest, r.c[0])
	r.Store(at(next, 48), rest)
	build.ADDQ(imm(32), next)
	again("words256")
}

// convert takes the round keys from plain words to their final forms.
func (r batch) convert() {
	s := tower.Schedule
	shifted := constants.Row(tower.Shifted(0), tower.Shifted(1), tower.Shifted(2), tower.Shifted(3))
	orders := neighbours
	build.LEAQ(shifted, orders)
	ahead := func(turns reg.Register) operand.Mem { return operand.Mem{Base: orders, Index: turns, Scale: 1} }

	build.Comment("Round key 0: in order to encrypt; to decrypt, it is the last one, in AES's bytes.")
	build.MOVQ(rounds_, turn)
	build.SHLQ(imm(4), turn)
	build.LEAQ(operand.Mem{Base: dec, Index: turn, Scale: 1}, mirror)
	build.MOVQ(enc, next)
	build.ANDQ(imm(0x30), turn)
	r.Load(r.a[0], at(next, 0))
	r.permute(r.a, r.a, ahead(turn))
	r.Store(at(next, 0), r.a[0])
	r.Load(r.a[0], at(from, 0))
	r.Store(at(mirror, 0), r.a[0])

	build.Comment("Middle round keys, from 1 on.")
	build.XORQ(back, back)
	build.LEAQ(at(rounds_, -1), left)
	build.Label("middle")
	for _, p := range []reg.GPPhysical{turn, back} {
		build.SUBQ(imm(16), p)
		build.ANDQ(imm(0x30), p)
	}
	build.ADDQ(imm(16), next)
	build.SUBQ(imm(16), mirror)
	build.Comment("To encrypt: the S-box's constant, and in order.")
	r.Load(r.a[0], at(next, 0))
	r.Xor(r.d[0], r.a[0], constants.At(s.EncryptionConstant))
	r.permute(r.d, r.d, ahead(turn))
	r.Store(at(next, 0), r.d[0])
	build.Comment("To decrypt: InvMixColumns and the change of basis, the S-box's constant, and in order.")
	r.split()
	r.multiple(r.c, 0xB)
	r.permute(r.c, r.c, constants.At(tower.Neighbour(0, 1)))
	r.multiple(r.d, 0xD)
	r.permute(r.d, r.d, constants.At(tower.Neighbour(0, 2)))
	r.add(r.c, r.c, r.d)
	r.multiple(r.d, 0x9)
	r.permute(r.d, r.d, constants.At(tower.Neighbour(0, 3)))
	r.add(r.c, r.c, r.d)
	r.multiple(r.d, 0xE)
	r.Xor(r.c[0], r.c[0], constants.At(s.DecryptionConstant))
	r.add(r.c, r.c, r.d)
	r.permute(r.c, r.c, ahead(back))
	r.Store(at(mirror, 0), r.c[0])
	again("middle")

	build.Comment("The last round key: AES's bytes to encrypt; to decrypt, it is the first one.")
	build.SUBQ(imm(16), back)
	build.ANDQ(imm(0x30), back)
	r.Load(r.a[0], at(next, 16))
	r.split()
	r.lookup(r.c, s.Output.Low, r.a)
	r.addLookup(r.c, s.Output.High, r.b)
	r.Xor(r.c[0], r.c[0], constants.At(s.OutputConstant))
	r.Store(at(next, 16), r.c[0])
	r.multiple(r.c, 1)
	r.Xor(r.c[0], r.c[0], constants.At(s.DecryptionConstant))
	r.permute(r.c, r.c, ahead(back))
	r.Store(at(mirror, -16), r.c[0])
}

// multiple is d = n times the nibbles in a and b, in the basis to decrypt.
func (r batch) multiple(d []Op, n int) {
	m := tower.Schedule.Decryption[n]
	r.lookup(d, m.Low, r.a)
	r.addLookup(d, m.High, r.b)
}
