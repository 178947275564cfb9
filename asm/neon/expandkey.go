package main

import (
	"vpaes.example/aes/asm/arm64"
	"vpaes.example/aes/asm/tower"
)

// keyTable has the constants of the key expansion in the order of their use.
func keyTable(file *arm64.File) *arm64.Table {
	t := file.Table("expandKeyNEON")
	addInversion(t)
	addForm(t, "the S-box, in the basis of the state", tower.Encryption.Out[1])
	addMap(t, "the basis of the state", tower.Encryption.In)
	t.Add("the last word rotated, four times", fourTimes(13, 14, 15, 12))
	t.Add("the second word rotated, four times", fourTimes(5, 6, 7, 4))
	t.Add("the last word, four times", fourTimes(12, 13, 14, 15))
	for _, c := range tower.Schedule.Rcon {
		t.Add("round constant + 0x63, in the basis of the state", c)
	}
	for _, c := range []int{0x9, 0xD, 0xB, 0xE} {
		addMap(t, "a round key times a coefficient of InvMixColumns", tower.Schedule.Decryption[c])
	}
	addMap(t, "AES's bytes", tower.Schedule.Output)
	return addMap(t, "the basis of decryption", tower.Schedule.Decryption[1])
}

func fourTimes(word ...byte) (indices [16]byte) {
	for i := range indices {
		indices[i] = word[i%4]
	}
	return indices
}

// Registers of the key expansion; V21-V25 and the lane are as elsewhere.
const (
	first  = arm64.V(0) // the last four words
	second = arm64.V(1) // those after them: two of AES-192, four of AES-256
	word   = arm64.V(2) // lane 2 … 7: the word to substitute, four times
	zero   = arm64.V(8)
	rcon   = arm64.V(9)
	part   = arm64.V(10)
	toIn   = arm64.V(26) // two registers
	// the three permutations of words
	rotatedLast   = arm64.V(28)
	rotatedSecond = arm64.V(29)
	last          = arm64.V(30)
	constant63    = arm64.V(31) // in the basis of encryption
)

// expandKey runs FIPS 197's key expansion in the basis of the state, where a
// word needs no change of basis before its S-box, into enc; then it brings
// each round key to its final form, for enc and for dec.
func (p *program) expandKey() {
	f := p.Func("func expandKeyNEON(rounds int, key *byte, enc, dec *[15][16]byte)", 32)
	const (
		key    = arm64.R(1)
		enc    = arm64.R(2)
		dec    = arm64.R(3)
		tables = arm64.R(4)
		out    = arm64.R(5)
		groups = arm64.R(6)
	)
	f.Arg(rounds, "rounds", 0)
	f.Arg(key, "key", 8)
	f.Arg(enc, "enc", 16)
	f.Arg(dec, "dec", 24)
	f.Address(tables, p.keys, "")
	f.Ld1Next(reciprocal, 4, tables, "inversion and S-box")
	f.Ld1Next(toIn, 2, tables, "basis")
	f.Ld1Next(rotatedLast, 3, tables, "permutations of words")
	f.Movi(mask, 0x0F, "mask of the low nibble")
	f.Movi(zero, 0, "")
	f.Movi(constant63, tower.Schedule.EncryptionConstant[0], "0x63 in the basis of the state")
	f.Ld1(first, 1, key, "words 0-3")
	f.AddShl(out, dec, rounds, 4, "the last round key to decrypt")
	f.St1(first, 1, out, "is the first of the key as it is")
	f.MovR(out, enc, "")
	intoBasis(f, first)
	f.St1Next(first, 1, out, "")
	f.CmpI(rounds, 12, "")
	f.Branch("EQ", "words6")
	f.Branch("HI", "words8")

	f.Comment("AES-128: ten times four words.")
	f.MovRI(groups, 10, "")
	f.Label("next4")
	f.Block(true, func() {
		substitute(f, first, rotatedLast, tables)
		smear(f, first)
		f.Eor(first, first, word, "+ the substituted word")
		f.St1Next(first, 1, out, "")
		f.SubI(groups, groups, 1, "")
	})
	f.BranchNotZero(groups, "next4")
	f.Jump("finish")

	f.Comment("AES-192: eight times six words, the last two of them unused.")
	f.Label("words6")
	f.LdrD(second, key, 16, "words 4 and 5")
	intoBasis(f, second)
	f.StrD(second, out, 0, "")
	f.AddI(out, out, 8, "")
	f.MovRI(groups, 8, "")
	f.Label("next6")
	f.Block(true, func() {
		substitute(f, second, rotatedSecond, tables)
		smear(f, first)
		f.Eor(first, first, word, "+ the substituted word")
		f.St1Next(first, 1, out, "")
		f.Ext(part, zero, second, 12, "0, word 4")
		f.Eor(second, second, part, "words 4, 4+5")
		f.Tbl(part, first, last, "word 3 of the new ones")
		f.Eor(second, second, part, "added to both")
		f.StrD(second, out, 0, "")
		f.AddI(out, out, 8, "")
		f.SubI(groups, groups, 1, "")
	})
	f.BranchNotZero(groups, "next6")
	f.Jump("finish")

	f.Comment("AES-256: seven times eight words, but only four the last time.")
	f.Label("words8")
	f.AddI(key, key, 16, "")
	f.Ld1(second, 1, key, "words 4-7")
	intoBasis(f, second)
	f.St1Next(second, 1, out, "")
	f.MovRI(groups, 7, "")
	f.Label("next8")
	f.Block(true, func() {
		substitute(f, second, rotatedLast, tables)
		smear(f, first)
		f.Eor(first, first, word, "+ the substituted word")
		f.St1Next(first, 1, out, "")
		f.SubI(groups, groups, 1, "")
	})
	f.BranchZero(groups, "finish")
	f.Block(true, func() {
		substitute(f, first, last, 0)
		smear(f, second)
		f.Eor(second, second, word, "+ the substituted word")
		f.St1Next(second, 1, out, "")
	})
	f.Jump("next8")

	p.finishKeys(f)
}

// intoBasis changes the basis of v.
func intoBasis(f *arm64.Func, v arm64.V) {
	f.Block(false, func() { applyMap(f, v, v, word, toIn) })
}

// applyMap is d = the linear map of s whose tables are in registers tables and
// tables+1. t is overwritten.
func applyMap(f *arm64.Func, d, s, t, tables arm64.V) {
	f.Ushr8(t, s, 4, "high nibbles")
	f.And(d, s, mask, "low nibbles")
	f.Tbl(t, tables+1, t, "part of the high nibbles")
	f.Tbl(d, tables, d, "part of the low nibbles")
	f.Eor(d, d, t, "their sum")
}

// substitute leaves in word the S-box of the word that permutation picks from
// v, with the next round constant at tables, or with 0x63 if that is 0.
func substitute(f *arm64.Func, v, permutation arm64.V, tables arm64.R) {
	constant := constant63
	if tables != 0 {
		constant = rcon
		f.Ld1Next(rcon, 1, tables, "round constant")
	}
	l := lane{word, word + 1, word + 2, word + 3, word + 4, word + 5}
	f.Tbl(l.s, v, permutation, "the word, four times")
	l.invert(f)
	form(f, l.s, l.t, forms, l.io, l.jo, "S-box")
	f.Eor(l.s, l.s, constant, "+ constant")
}

// smear makes of words a, b, c, d the words a, a+b, a+b+c, a+b+c+d.
func smear(f *arm64.Func, v arm64.V) {
	f.Ext(part, zero, v, 12, "0, a, b, c")
	f.Eor(v, v, part, "a, a+b, b+c, c+d")
	f.Ext(part, zero, v, 8, "0, 0, a, a+b")
	f.Eor(v, v, part, "a, a+b, a+b+c, a+b+c+d")
}

// finishKeys brings the round keys in enc to the form and order in which the
// rounds meet them. Round key r goes to entry r of enc, moved by the shifts that
// are then ahead, rounds-r, and to entry rounds-r of dec, moved by -r; for the
// middle rounds of dec it goes through InvMixColumns first.
func (p *program) finishKeys(f *arm64.Func) {
	const (
		enc    = arm64.R(2)
		dec    = arm64.R(3)
		tables = arm64.R(4)
		shifts = arm64.R(5)
		encBy  = arm64.R(6)
		decBy  = arm64.R(7)
		at     = arm64.R(8)
		at2    = arm64.R(9)

		roundKey = arm64.V(0)
		forEnc   = arm64.V(1)
		low      = arm64.V(2)
		high     = arm64.V(3)
		far      = arm64.V(4)
		near     = arm64.V(5)
		t        = arm64.V(6)
		encShift = arm64.V(7)
		decShift = arm64.V(8)
		decimal  = arm64.V(30) // 0x63 in the basis of decryption
		maps     = arm64.V(22) // 9, 13, 11, 14: two registers each
	)
	times := func(d, tables arm64.V) {
		f.Tbl(d, tables, low, "multiple of the low nibbles")
		f.Tbl(t, tables+1, high, "multiple of the high nibbles")
		f.Eor(d, d, t, "their sum")
	}

	f.Label("finish")
	f.Address(tables, p.keys, "")
	f.AddI(tables, tables, 16*(9+len(tower.Schedule.Rcon)), "maps of round keys")
	f.Ld1Next(maps, 4, tables, "times 9, 13")
	f.Ld1Next(maps+4, 4, tables, "times 11, 14")
	f.Address(at, p.neighbours, "")
	f.Ld1(oneDown, 2, at, "one and two rows down, nothing ahead")
	f.Movi(decimal, tower.Schedule.DecryptionConstant[0], "0x63 in the basis of decryption")
	f.Address(shifts, p.shifts, "")
	f.AddShl(dec, dec, rounds, 4, "entry rounds")

	f.Comment("Round key 0: no S-box comes before it; dec has it already.")
	f.AndI(encBy, rounds, 3, "ShiftRows ahead")
	f.MovRI(decBy, 0, "")
	f.AddShl(at, shifts, encBy, 4, "")
	f.Ld1(encShift, 1, at, "")
	f.Ld1(roundKey, 1, enc, "")
	f.Tbl(roundKey, roundKey, encShift, "in order")
	f.St1Next(roundKey, 1, enc, "")
	f.SubI(rounds, rounds, 1, "middle rounds")

	f.Label("middle")
	f.Block(true, func() {
		f.SubI(encBy, encBy, 1, "one shift less")
		f.SubI(decBy, decBy, 1, "")
		f.AndI(encBy, encBy, 3, "")
		f.AndI(decBy, decBy, 3, "")
		f.AddShl(at, shifts, encBy, 4, "")
		f.AddShl(at2, shifts, decBy, 4, "")
		f.SubI(dec, dec, 16, "")
		f.Ld1(encShift, 1, at, "permutation for enc")
		f.Ld1(decShift, 1, at2, "permutation for dec")
		f.Ld1(roundKey, 1, enc, "round key")
		nibbles(f, low, high, roundKey)
		f.Eor(forEnc, roundKey, constant63, "+ what the S-box adds")
		f.Tbl(forEnc, forEnc, encShift, "in order")
		f.St1Next(forEnc, 1, enc, "")
		times(far, maps)
		f.Tbl(far, far, oneDown, "9k one row down")
		times(near, maps+2)
		f.Eor(far, far, near, "13k + 9k one row down")
		f.Tbl(far, far, twoDown, "the same two rows down")
		times(near, maps+4)
		f.Tbl(near, near, oneDown, "11k one row down")
		f.Eor(far, far, near, "")
		times(near, maps+6)
		f.Eor(near, near, decimal, "14k + what the S-box adds")
		f.Eor(far, far, near, "")
		f.Tbl(far, far, decShift, "in order")
		f.St1(far, 1, dec, "")
		f.SubI(rounds, rounds, 1, "")
	})
	f.BranchNotZero(rounds, "middle")

	f.Comment("The last round key: nothing is ahead of encryption any more.")
	f.SubI(decBy, decBy, 1, "")
	f.AndI(decBy, decBy, 3, "")
	f.AddShl(at, shifts, decBy, 4, "")
	f.SubI(dec, dec, 16, "")
	f.Ld1(decShift, 1, at, "permutation for dec")
	f.Ld1(maps, 4, tables, "AES's bytes, basis of decryption")
	f.Movi(constant63, tower.SboxConstant, "")
	f.Ld1(roundKey, 1, enc, "round key")
	applyMap(f, forEnc, roundKey, t, maps)
	f.Eor(forEnc, forEnc, constant63, "+ what the S-box adds")
	f.St1(forEnc, 1, enc, "")
	applyMap(f, far, roundKey, t, maps+2)
	f.Eor(far, far, decimal, "+ what the S-box adds")
	f.Tbl(far, far, decShift, "in order")
	f.St1(far, 1, dec, "")
	f.Wipe(roundKey, forEnc, low, high, far, near, t, part)
	f.Ret()
}
