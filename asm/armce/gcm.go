package main

import (
	"encoding/binary"
	"fmt"

	"vpaes.example/aes/asm/arm64"
)

const gcmProse = `
GHASH on the carry-less multiplication of ARMv8 (PMULL), and AES-GCM on it and
the AES instructions.

The field. A block is a polynomial whose first coefficient is the top bit of the
first byte (SP 800-38D §6.3). With its bytes reversed it is a number whose bit
127-i is the coefficient of x^i, and the carry-less product of two such numbers
is the product of the polynomials in the same order, but one bit too low. The
powers of H are stored times x, which puts it right. REV64 reverses the bytes of
each half; the halves stay as they are, so element 0 is the upper one.

Batches. A product of 255 bits is kept as lo + mid·2^64 + hi·2^128, and those of
eight blocks are summed before one reduction, which divides by 2^128 modulo the
polynomial, 64 bits at a time. Karatsuba's method makes mid of two blocks at a
time: the sums of the halves of two blocks in one register, by those of two
powers. The forms with EOR3 add two products to a sum at once.

Single blocks. Let M be the power divided by 2^64, modulo the polynomial. Then
a.hi·H + a.lo·M is the product divided by 2^64, in 192 bits: lo + hi·2^64. With
the low halves of H and M in one register and the high ones in another it takes
four multiplications, no shuffle, and half of a reduction for the sum.

The table holds H^8 to H^1, then for each pair of blocks of a batch the sums of
the halves of its powers, and then for H^10 to H^1 the two registers with M. A
row of blocks is hashed by descending powers, the block of lengths by H^1, and
additional data of a block or less before all.

The bulk loops encrypt a batch while one is hashed: when opening, the same one,
when sealing, the one before, from where it was written. Counter blocks are
numbered from 2 on, J0 being number 1. With a nonce of 12 bytes the counter of J0
is 1, so they differ from a block that all have in common in their last three
bits, and come for nothing from the operands of the first AESE; with other nonces
each takes an addition.

What is left, eight blocks or less, is hashed by descending powers together
with the block of lengths, and J0 is encrypted beside it: one reduction, and
for a short message no loop.

Time: branches and addresses depend on lengths and the number of rounds; nothing
is looked up.
`

func gcmFile() *arm64.File {
	file := arm64.NewFile(generator, gcmProse)
	t := newGCMTables(file)
	ghashInit(file)
	for _, f := range []form{{hash: "PMULL", aes: "ARMCE"}, {hash: "PMULLEOR3", aes: "ARMCEEOR3", eor3: true}} {
		f.tables = t
		f.ghash(file)
		f.gcm(file, true)
		f.gcm(file, false)
	}
	return file
}

// A form is the instructions that a kernel uses, and the suffixes of its names.
type form struct {
	hash, aes string
	eor3      bool
	tables    gcmTables
}

// gcmTables are constants.
type gcmTables struct{ numbers, masks *arm64.Table }

func newGCMTables(file *arm64.File) (t gcmTables) {
	t.numbers = file.Table("gcmNumbers")
	for i := range batch {
		number := (firstNumber + i) % batch
		t.numbers.Add(fmt.Sprintf("The number %d as a counter block.", number), bigCounter(number))
	}
	for i := range batch {
		var b [16]byte
		binary.LittleEndian.PutUint32(b[12:], uint32(firstNumber+i))
		t.numbers.Add(fmt.Sprintf("The number %d to be added.", firstNumber+i), b)
	}
	var minusOne, all [16]byte
	binary.LittleEndian.PutUint32(minusOne[12:], 1<<32-1)
	t.numbers.Add("-1 to be added.", minusOne)
	for i := range all {
		all[i] = 0xff
	}
	var upper [16]byte
	binary.LittleEndian.PutUint64(upper[:], polynomial())
	t.numbers.Add("The upper half of the polynomial.", upper)
	t.masks = file.Table("gcmKeep")
	t.masks.Add("All bytes, and then none: 16 bytes from 16-n on keep the first n.", all)
	t.masks.Add("", [16]byte{})
	return t
}

// Offsets in the table of numbers, which starts with those that are put in.
const (
	oneNumber      = 16 * (batch - 1)
	addedNumbers   = 16 * batch
	batchNumber    = addedNumbers + 16*(batch-firstNumber) // adds a batch to a counter
	minusOneNumber = 2 * 16 * batch
	polyConstant   = minusOneNumber + 16
)

// firstNumber is the number of the first block of text. The base of the
// counters is number 0.
const firstNumber = 2

// powers is how many powers of H are for single blocks: as many as a batch has
// blocks, and those of the block of lengths after them and of the additional data
// before.
const powers = batch + 2

// power is the offset in the table of H^i for a batch, halves of the sums for a
// pair of its blocks, and single of H^i for a single block.
func power(i int) int     { return 16 * (batch - i) }
func halves(pair int) int { return power(0) + 16*pair }
func single(i int) int    { return halves(batch/2) + 32*(powers-i) }

var tableType = fmt.Sprintf("*[%d]byte", single(0))

// General registers of gcmSeal and gcmOpen.
const (
	gTable   = arm64.R(2)
	gDst     = arm64.R(3)
	gSrc     = arm64.R(4)
	gN       = arm64.R(5)
	gNonce   = arm64.R(6)
	gAAD     = arm64.R(7)
	gAADLen  = arm64.R(8)
	gStream  = arm64.R(9)
	gPower   = arm64.R(10) // the power of the next block
	gNumbers = arm64.R(11)
	gTag     = arm64.R(16)
	gLimit   = arm64.R(17) // what the bulk loops leave
	gLeft    = arm64.R(20) // scratch
	gJ0      = arm64.R(21) // J0: output may be written over the nonce
	gJ0End   = arm64.R(22)
	gBytes   = arm64.R(23) // length of the text of all of the message
	// gLongNonce is not 0 if the nonce had not 12 bytes.
	gLongNonce = arm64.R(24)
)

// Vector registers. 0 to 7 are states, 8 to 17 the last ten round keys.
const (
	sumLo   = arm64.V(18) // the product of this batch
	sumMid  = arm64.V(19)
	sumHi   = arm64.V(20)
	acc     = arm64.V(21) // the hash so far
	dataA   = arm64.V(22) // scratch: two blocks,
	dataB   = arm64.V(23)
	powerA  = arm64.V(24) // their powers
	powerB  = arm64.V(25)
	half    = arm64.V(26) // and what these give
	extra   = arm64.V(27)
	counter = arm64.V(28) // the base of the counters, in words
	common  = arm64.V(29) // the base as a block + round key 0
	poly    = arm64.V(30)
	j0      = arm64.V(4) // in short code
	tail    = arm64.V(3) // there: the last block of text
)

var gcmKeys = keys{first: 31, more: [4]arm64.V{dataA, dataB, powerA, powerB}, fixed: 8}

// A hasher is a function that multiplies in the field.
type hasher struct {
	cipher // of which GHASH alone uses only the assembler and the labels
	form
}

// add is sum += a + b, or sum = a + b if it is the first.
func (h hasher) add(sum, a, b arm64.V, first bool, comment string) {
	switch {
	case first:
		h.Eor(sum, a, b, comment)
	case h.eor3:
		h.Eor3(sum, sum, a, b, comment)
	default:
		h.Eor(sum, sum, a, comment)
		h.Eor(sum, sum, b, "")
	}
}

// loadPoly makes x^128 + x^7 + x^2 + x + 1 with the coefficient of x^i at bit
// 128-i, of which the upper half and the bit of x^128 are not 0; only the
// former is multiplied.
func (h hasher) loadPoly() {
	h.MovRU(gLeft, polynomial(), "the upper half of the polynomial")
	h.FromR(poly, gLeft, "")
}

func polynomial() (c uint64) {
	for _, exponent := range []int{7, 2, 1} {
		c |= 1 << (64 - exponent)
	}
	return c
}

// clear makes the product of single blocks 0.
func (h hasher) clear() {
	h.Movi(sumLo, 0, "")
	h.Movi(sumHi, 0, "")
}

// loadSingle loads a power for a single block, with low halves in powerA and high
// ones in powerB.
func (h hasher) loadSingle(table arm64.R, i int) {
	h.LdpQ(powerA, powerB, table, single(i), fmt.Sprintf("H^%d", i))
}

// multiply adds the product of a and the power to that of single blocks, or is
// the first of them; scratch is half, extra.
func (h hasher) multiply(a arm64.V, first bool) {
	for _, part := range [][2]arm64.V{{sumLo, powerA}, {sumHi, powerB}} {
		sum, halves := part[0], part[1]
		h.PmullD(half, a, halves, "by H")
		h.Pmull2D(extra, a, halves, "by M")
		h.add(sum, half, extra, first, "")
	}
}

// reduceSingle takes the product of single blocks modulo the polynomial, into acc.
func (h hasher) reduceSingle() {
	h.clearLow(sumLo, sumHi).run()
	h.Ext(acc, sumHi, sumHi, 8, "the hash so far")
}

// clearLow divides low + next·2^64 by 2^64 modulo the polynomial, into next. A
// multiple of the polynomial, whose bit of x^128 is the lowest, clears the low
// 64 bits. Scratch is dataA.
func (h hasher) clearLow(low, next arm64.V) steps {
	return steps{
		func() { h.PmullD(dataA, low, poly, "the polynomial's multiple that clears 64 bits") },
		func() { h.Ext(low, low, low, 8, "") },
		func() { h.add(next, dataA, low, false, "") },
	}
}

// reduce takes the product of a batch modulo the polynomial, into acc.
func (h hasher) reduce() (s steps) {
	s.add(func() { h.add(sumMid, sumLo, sumHi, false, "Karatsuba's correction") })
	s.add(h.clearLow(sumLo, sumMid)...)
	s.add(h.clearLow(sumMid, sumHi)...)
	s.add(func() { h.Ext(acc, sumHi, sumHi, 8, "the hash so far") })
	return s
}

// hashBatch is the work of hashing the batch at p + offset. The first pair of
// blocks is last, because it waits for the hash so far.
func (h hasher) hashBatch(p arm64.R, offset int, table arm64.R) (s steps) {
	for _, pair := range []int{1, 2, 3, 0} {
		first := pair == 1
		s.add(
			func() {
				h.LdpQ(dataA, dataB, p, offset+32*pair, fmt.Sprintf("hash blocks %d and %d", 2*pair, 2*pair+1))
			},
			func() { h.LdpQ(powerA, powerB, table, power(batch-2*pair), "their powers") },
			func() { h.Rev64(dataA, dataA, "") },
			func() { h.Rev64(dataB, dataB, "") },
		)
		if pair == 0 {
			s.add(func() { h.Eor(dataA, dataA, acc, "+ the hash so far") })
		}
		s.add(
			func() { h.Pmull2D(extra, dataA, powerA, "low halves") },
			func() { h.PmullD(powerA, dataA, powerA, "high halves") },
			func() { h.Pmull2D(half, dataB, powerB, "") },
			func() { h.PmullD(powerB, dataB, powerB, "") },
			func() { h.add(sumLo, extra, half, first, "") },
			func() { h.add(sumHi, powerA, powerB, first, "") },
			func() { h.LdrQ(half, table, halves(pair), "sums of the halves of the powers") },
			func() { h.Trn1(extra, dataA, dataB, "high halves of both") },
			func() { h.Trn2(dataA, dataA, dataB, "low halves") },
			func() { h.Eor(dataA, dataA, extra, "their sums") },
			func() { h.PmullD(dataB, dataA, half, "") },
			func() { h.Pmull2D(dataA, dataA, half, "") },
			func() { h.add(sumMid, dataB, dataA, first, "") },
		)
	}
	return append(s, h.reduce()...)
}

// hashBlocks hashes left bytes at p, a multiple of 16 and not 0, into acc, and
// moves p behind them.
func (h hasher) hashBlocks(p, left, table, next arm64.R) {
	loop, few, one, done := h.label("hash_batch"), h.label("hash_few"), h.label("hash_block"), h.label("hash_done")
	h.SubsI(left, left, 16*batch, "")
	h.Branch("LO", few)
	h.Align(32)
	h.Label(loop)
	h.hashBatch(p, 0, table).run()
	h.AddI(p, p, 16*batch, "")
	h.SubsI(left, left, 16*batch, "")
	h.Branch("HS", loop)

	h.Label(few)
	h.AddsI(left, left, 16*batch, "")
	h.Branch("EQ", done)
	h.Comment("Fewer blocks than a batch: each by its power, one reduction.")
	h.AddI(next, table, single(0), "")
	h.SubShl(next, next, left, 1, "the power of the first")
	h.clear()
	h.Label(one)
	h.LdrQNext(dataA, p, 16, "")
	h.LdpQNext(powerA, powerB, next, "its power")
	h.Rev64(dataA, dataA, "")
	h.Eor(dataA, dataA, acc, "+ the hash so far")
	h.Movi(acc, 0, "once")
	h.multiply(dataA, false)
	h.SubsI(left, left, 16, "")
	h.Branch("NE", one)
	h.reduceSingle()
	h.Label(done)
}

// ghashInit makes the table. The powers are a tree: H^1 to H^k times H^k give
// the next k.
func ghashInit(file *arm64.File) {
	f := file.Func("func ghashInitPMULL(table "+tableType+", h *[16]byte)", 16)
	f.Needs("PMULL")
	h := hasher{cipher: cipher{Func: f, labels: new(int)}}
	const (
		table = arm64.R(0)
		key   = arm64.R(1)
		hi    = arm64.R(2)
		lo    = arm64.R(3)
		mask  = arm64.R(4)
		c     = arm64.R(5)
		first = arm64.V(0) // H^1 and on
		m     = arm64.V(10)
		loM   = arm64.V(11)
		hiM   = arm64.V(12)
	)
	f.Arg(table, "table", 0)
	f.Arg(key, "h", 8)
	f.LdpI(hi, lo, key, 0, "")
	f.MovRU(c, polynomial(), "the upper half of the polynomial")
	f.Dup64(poly, c, "")
	f.Rev(hi, hi, "")
	f.Rev(lo, lo, "")
	f.Comment("H times x: one bit up, and the polynomial for the bit that falls out.")
	f.Asr(mask, hi, 63, "")
	f.Extr(hi, hi, lo, 63, "")
	f.AndR(c, c, mask, "")
	f.EorR(hi, hi, c, "")
	f.Lsl(lo, lo, 1, "")
	f.Sub(lo, lo, mask, "")
	f.FromR(first, hi, "")
	f.InsR(first, 1, lo, "")
	h1 := func(i int) arm64.V { return first + arm64.V(i-1) }
	// keep stores H^i, and leaves its form for single blocks in a and b.
	keep := func(i int, a, b arm64.V) {
		f.Pmull2D(m, h1(i), poly, "M")
		f.Eor(m, m, h1(i), "")
		f.Ext(m, m, m, 8, "")
		f.Trn2(a, h1(i), m, "low halves")
		f.Trn1(b, h1(i), m, "high halves")
		f.StpQ(a, b, table, single(i), "")
	}
	keep(1, powerA, powerB)
	for k := 1; k < powers; k *= 2 {
		for i := 1; i <= k && k+i <= powers; i++ {
			f.Comment(fmt.Sprintf("H^%d.", k+i))
			h.multiply(h1(i), true)
			h.clearLow(sumLo, sumHi).run()
			f.Ext(h1(k+i), sumHi, sumHi, 8, "")
			if i < k {
				keep(k+i, loM, hiM)
			}
		}
		if 2*k <= powers {
			keep(2*k, powerA, powerB)
		}
	}
	f.Comment("For batches, and the sums of the halves.")
	for pair := range batch / 2 {
		i := batch - 2*pair
		f.StpQ(h1(i), h1(i-1), table, power(i), "")
		f.Trn1(loM, h1(i), h1(i-1), "")
		f.Trn2(hiM, h1(i), h1(i-1), "")
		f.Eor(loM, loM, hiM, "")
		f.StrQ(loM, table, halves(pair), "")
	}
	for v := range arm64.V(13) {
		f.Wipe(v)
	}
	f.Wipe(sumLo, sumHi, dataA, powerA, powerB, half, extra)
	f.WipeR(hi, lo, mask, c)
	f.Ret()
}

func (fm form) needs(aes bool) (s string) {
	s = "PMULL"
	if aes {
		s = "AES, PMULL"
	}
	if fm.eor3 {
		s += ", SHA3"
	}
	return s
}

// ghash writes the hash of whole blocks.
func (fm form) ghash(file *arm64.File) {
	f := file.Func("func ghash"+fm.hash+"(table "+tableType+", acc *[16]byte, src *byte, n int)", 32)
	f.Needs(fm.needs(false))
	h := hasher{cipher{Func: f, labels: new(int)}, fm}
	const (
		table = arm64.R(0)
		sum   = arm64.R(1)
		src   = arm64.R(2)
		n     = arm64.R(3)
		next  = arm64.R(4)
	)
	for i, name := range []string{"table", "acc", "src", "n"} {
		f.Arg(table+arm64.R(i), name, 8*i)
	}
	h.loadPoly()
	f.LdrQ(acc, sum, 0, "the hash so far")
	f.Rev64(acc, acc, "")
	h.hashBlocks(src, n, table, next)
	f.Rev64(acc, acc, "")
	f.StrQ(acc, sum, 0, "")
	f.Ret()
}
