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
	x := shape{k.narrow(), 1}.batch().stream[0]
	build.Load(build.Param("rounds"), roundsReg)
	build.Load(build.Param("key"), from)
	build.Load(build.Param("enc"), enc)
	build.Load(build.Param("dec"), dec)
	k.loadMask()
	build.LEAQ(constants.Row(tower.Schedule.Rcon[:]...), rcon)
	build.MOVQ(enc, next)
	build.Comment("The first four words, in the basis of the state.")
	words := x.Reg(4)
	x.Load(x.a, at(from, 0))
	x.apply(tower.Encryption.In)
	x.Mov(words, x.a)
	x.Store(at(next, 0), words)
	build.CMPQ(roundsReg, imm(12))
	build.JE(operand.LabelRef("key192"))
	build.JA(operand.LabelRef("key256"))
	x.words128(words)
	build.JMP(operand.LabelRef("convert"))
	build.Label("key192")
	x.words192(words, x.Reg(5))
	build.JMP(operand.LabelRef("convert"))
	build.Label("key256")
	x.words256(words, x.Reg(5))
	build.Label("convert")
	x.convert()
	build.Comment("Leave no round key behind.")
	for _, i := range []int{0, 1, 2, 3, 4, 5, 12} {
		x.Zero(x.Reg(i))
	}
	build.RET()
}

// substituteWord is words 0 to 3 of c = the S-box, without its constant, of
// one word of a register: bytes turn, turn+1 ... of word n.
func (x stream) substituteWord(words Op, n, turn int) {
	var order [16]byte
	for p := range order {
		order[p] = byte(4*n + (p+turn)%4)
	}
	x.Mov(x.a, words)
	x.Shuffle(x.a, x.a, constants.At(order))
	x.invert()
	x.lookup(x.c, tower.Encryption.Out[1].IO, x.a)
	x.lookup(x.d, tower.Encryption.Out[1].JO, x.b)
	x.add(x.c, x.c, x.d)
}

// addBefore adds to every word all words before it.
func (x stream) addBefore(words Op) {
	build.Comment("Every word plus all before it; the substituted word.")
	x.ShlBytes(x.temp, words, 4)
	x.Xor(words, words, x.temp)
	x.ShlBytes(x.temp, words, 8)
	x.Xor(words, words, x.temp)
}

// nextRcon adds the next round constant.
func (x stream) nextRcon(words Op) {
	x.Load(x.temp, at(rcon, 0))
	x.Xor(words, words, x.temp)
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

func (x stream) words128(words Op) {
	times(10, "words128")
	x.substituteWord(words, 3, 1)
	x.addBefore(words)
	x.nextRcon(words)
	x.Xor(words, words, x.c)
	x.Store(at(next, 16), words)
	build.ADDQ(imm(16), next)
	again("words128")
}

// words192 has words 0 to 3 of six in words and the other two in rest.
func (x stream) words192(words, rest Op) {
	x.Load8(x.a, at(from, 16))
	x.apply(tower.Encryption.In)
	x.Mov(rest, x.a)
	x.Store8(at(next, 16), rest)
	times(8, "words192")
	x.substituteWord(rest, 1, 1)
	x.addBefore(words)
	x.nextRcon(words)
	x.Xor(words, words, x.c)
	x.Store(at(next, 24), words)
	build.Comment("Words 4 and 5 follow without a substitution.")
	x.ShlBytes(x.temp, rest, 4)
	x.Xor(rest, rest, x.temp)
	x.Shuffle32(x.temp, words, 0xff)
	x.Xor(rest, rest, x.temp)
	x.Store8(at(next, 40), rest)
	build.ADDQ(imm(24), next)
	again("words192")
}

// words256 has words 0 to 3 of eight in words and 4 to 7 in rest.
func (x stream) words256(words, rest Op) {
	x.Load(x.a, at(from, 16))
	x.apply(tower.Encryption.In)
	x.Mov(rest, x.a)
	x.Store(at(next, 16), rest)
	times(7, "words256")
	x.substituteWord(rest, 3, 1)
	x.addBefore(words)
	x.nextRcon(words)
	x.Xor(words, words, x.c)
	x.Store(at(next, 32), words)
	build.Comment("The seventh time this was the last round key.")
	build.CMPQ(left, imm(1))
	build.JE(operand.LabelRef("convert"))
	x.substituteWord(words, 3, 0)
	x.addBefore(rest)
	x.Xor(rest, rest, constants.At(tower.Schedule.EncryptionConstant))
	x.Xor(rest, rest, x.c)
	x.Store(at(next, 48), rest)
	build.ADDQ(imm(32), next)
	again("words256")
}

// convert takes the round keys from plain words to their final forms.
func (x stream) convert() {
	s := tower.Schedule
	var shifted, shiftedDown [][16]byte
	for turns := range 4 {
		shifted = append(shifted, tower.Shifted(turns))
		shiftedDown = append(shiftedDown, tower.ShiftedDown(turns, 1))
	}
	orders := neighbours
	build.LEAQ(constants.Row(append(shifted, shiftedDown...)...), orders)
	ahead := func(turns reg.Register) operand.Mem { return operand.Mem{Base: orders, Index: turns, Scale: 1} }
	aheadDown := func(turns reg.Register) operand.Mem { return ahead(turns).Offset(4 * 16) }

	build.Comment("Round key 0: in order to encrypt; to decrypt, it is the last one, in AES's bytes.")
	build.MOVQ(roundsReg, turn)
	build.SHLQ(imm(4), turn)
	build.LEAQ(operand.Mem{Base: dec, Index: turn, Scale: 1}, mirror)
	build.MOVQ(enc, next)
	build.ANDQ(imm(0x30), turn)
	x.Load(x.a, at(next, 0))
	x.permute(x.a, x.a, ahead(turn))
	x.Store(at(next, 0), x.a)
	x.Load(x.a, at(from, 0))
	x.Store(at(mirror, 0), x.a)

	build.Comment("Middle round keys, from 1 on.")
	build.XORQ(back, back)
	build.LEAQ(at(roundsReg, -1), left)
	build.Label("middle")
	for _, p := range []reg.GPPhysical{turn, back} {
		build.SUBQ(imm(16), p)
		build.ANDQ(imm(0x30), p)
	}
	build.ADDQ(imm(16), next)
	build.SUBQ(imm(16), mirror)
	build.Comment("To encrypt: the S-box's constant, and in order, one row up.")
	x.Load(x.a, at(next, 0))
	x.Xor(x.d, x.a, constants.At(s.EncryptionConstant))
	x.permute(x.d, x.d, aheadDown(turn))
	x.Store(at(next, 0), x.d)
	build.Comment("To decrypt: InvMixColumns and the change of basis, the S-box's constant, and in order.")
	x.split()
	x.multiple(x.c, 0xB)
	x.permute(x.c, x.c, constants.At(tower.Neighbour(0, 1)))
	x.multiple(x.d, 0xD)
	x.permute(x.d, x.d, constants.At(tower.Neighbour(0, 2)))
	x.add(x.c, x.c, x.d)
	x.multiple(x.d, 0x9)
	x.permute(x.d, x.d, constants.At(tower.Neighbour(0, 3)))
	x.add(x.c, x.c, x.d)
	x.multiple(x.d, 0xE)
	x.Xor(x.c, x.c, constants.At(s.DecryptionConstant))
	x.add(x.c, x.c, x.d)
	x.permute(x.c, x.c, ahead(back))
	x.Store(at(mirror, 0), x.c)
	again("middle")

	build.Comment("The last round key: AES's bytes to encrypt; to decrypt, it is the first one.")
	build.SUBQ(imm(16), back)
	build.ANDQ(imm(0x30), back)
	x.Load(x.a, at(next, 16))
	x.split()
	x.lookup(x.c, s.Output.Low, x.a)
	x.addLookup(x.c, s.Output.High, x.b)
	x.Xor(x.c, x.c, constants.At(s.OutputConstant))
	x.Store(at(next, 16), x.c)
	x.multiple(x.c, 1)
	x.Xor(x.c, x.c, constants.At(s.DecryptionConstant))
	x.permute(x.c, x.c, ahead(back))
	x.Store(at(mirror, -16), x.c)
}

// multiple is d = n times the nibbles in a and b, in the basis to decrypt.
func (x stream) multiple(d Op, n int) {
	m := tower.Schedule.Decryption[n]
	x.lookup(d, m.Low, x.a)
	x.addLookup(d, m.High, x.b)
}
