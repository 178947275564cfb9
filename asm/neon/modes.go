package main

import (
	"fmt"

	"vpaes.example/aes/asm/arm64"
)

const batch = 16 * interleave

// blocks is EncryptBlocks or DecryptBlocks: whole batches, then two blocks as
// a batch whose third lane holds anything, or one block alone.
func (p *program) blocks(name string, d direction) {
	c := p.cipher(fmt.Sprintf("func %s(rounds int, %s *[15][16]byte, dst, src *byte, n int)", name, d.name), 40, d)
	three, one := lanes(interleave), lanes(1)

	c.Label("next")
	c.SubsI(n, n, batch, "bytes after this batch")
	c.Branch("LO", "few")
	c.Ld1Next(0, interleave, src, "")
	c.Label("run")
	c.start(three, nil)
	c.middleRounds(three, "rounds3")
	c.finish(three, nil)
	c.BranchBitSet(n, 63, "two")
	c.St1Next(0, interleave, dst, "")
	c.BranchNotZero(n, "next")
	c.Ret()

	c.Label("two")
	c.St1(0, 2, dst, "")
	c.Ret()

	c.Label("few")
	c.AddsI(n, n, batch-16, "zero if one block is left")
	c.Branch("EQ", "single")
	c.SubI(n, n, batch-16, "negative: the mark of two blocks")
	c.Ld1(0, 2, src, "")
	c.Jump("run")

	c.Label("single")
	c.Ld1(0, 1, src, "")
	c.start(one, nil)
	c.middleRounds(one, "rounds1")
	c.finish(one, nil)
	c.St1(0, 1, dst, "")
	c.Ret()
}

// ctr XORs the key stream into src. The last batch may be short: then its key
// stream is used up block by block, and the rest by halves of halves of a block.
func (p *program) ctr() {
	c := p.cipher("func ctrNEON(rounds int, enc *[15][16]byte, dst, src *byte, n int, hi, lo uint64)", 56, encryption)
	const (
		hi    = arm64.R(5)
		lo    = arm64.R(6)
		hiRev = arm64.R(14)
		loRev = arm64.R(15)
		data  = arm64.R(16)
	)
	three, one := lanes(interleave), lanes(1)
	counters := func(ls []lane) func() {
		return func() {
			for _, l := range ls {
				c.Rev(hiRev, hi, "")
				c.Rev(loRev, lo, "")
				c.FromR(l.s, hiRev, "counter block, first half")
				c.InsR(l.s, 1, loRev, "second half")
				c.AddsI(lo, lo, 1, "count in 128 bits")
				c.AdcZero(hi, hi, "")
			}
		}
	}
	c.Arg(hi, "hi", 40)
	c.Arg(lo, "lo", 48)

	c.Label("next")
	c.CmpI(n, 16, "")
	c.Branch("LS", "single")
	c.start(three, counters(three))
	c.middleRounds(three, "rounds3")
	c.CmpI(n, batch, "")
	c.Branch("LO", "short")
	text := three[0].t
	c.finish(three, func() {
		c.Ld1Next(text, interleave, src, "text")
		for _, l := range three {
			c.Eor(l.s, l.s, l.t, "text + key stream")
		}
		c.St1Next(0, interleave, dst, "")
		c.SubsI(n, n, batch, "")
	})
	c.Branch("NE", "next")
	c.Ret()

	c.Label("short")
	c.finish(three, nil)
	c.Jump("drain")

	c.Label("single")
	c.start(one, counters(one))
	c.middleRounds(one, "rounds1")
	c.finish(one, nil)

	c.Comment("V0, V1 and V2 are the key stream of the last n bytes, n < 48.")
	c.Label("drain")
	c.SubsI(n, n, 16, "")
	c.Branch("LO", "partial")
	c.Ld1Next(3, 1, src, "text")
	c.Eor(3, 3, 0, "text + key stream")
	c.St1Next(3, 1, dst, "")
	c.Mov(0, 1, "next block of key stream")
	c.Mov(1, 2, "")
	c.BranchNotZero(n, "drain")
	c.Ret()

	c.Comment("The low four bits of n are the length of the partial block.")
	c.Label("partial")
	stream, second := arm64.R(14), arm64.R(15)
	c.ToR(stream, 0, 0, "")
	c.ToR(second, 0, 1, "")
	for bytes := 8; bytes > 0; bytes /= 2 {
		skip := fmt.Sprintf("below%d", bytes)
		c.BranchBitClear(n, bits(bytes), skip)
		c.LoadR(data, src, bytes, "text")
		c.EorR(data, data, stream, "text + key stream")
		c.StoreR(data, dst, bytes, "")
		switch bytes {
		case 8:
			c.MovR(stream, second, "")
		case 4, 2:
			c.Lsr(stream, stream, 8*bytes, "")
		}
		c.Label(skip)
	}
	c.Ret()
}

// bits is the number of the bit that is set in the power of two n.
func bits(n int) (bit int) {
	for n > 1 {
		n, bit = n/2, bit+1
	}
	return bit
}

// cbcEncrypt is one chain of blocks. From the inversion in the last round of a
// block it is shorter to the state of the next block than by way of the
// ciphertext between them: the middle rounds' form has the input map in it, and
// the text with both round keys goes through that map beside the chain.
func (p *program) cbcEncrypt() {
	c := p.cipher("func cbcEncryptNEON(rounds int, enc *[15][16]byte, dst, src *byte, n int, iv *[16]byte)", 48, encryption)
	one := lanes(1)
	l := one[0]
	const text, t, firstKey, block = 1, 2, 4, 5 // registers of the lanes that are not there
	c.Arg(iv, "iv", 40)
	c.Ld1(l.s, 1, iv, "the block before")
	c.start(one, func() {
		c.Ld1Next(text, 1, src, "text")
		c.Eor(l.s, l.s, text, "text + the block before")
	})

	c.Label("next")
	c.middleRounds(one, "rounds1")
	c.SubsI(n, n, 16, "")
	c.Branch("EQ", "last")
	c.Block(false, func() {
		c.LdrQ(key, nextKey, 0, "last round key")
		c.LdrQ(firstKey, schedule, 0, "first round key")
		c.LdrQ(oneDown, shiftAll, 0, "ShiftRows of all rounds")
		c.LdrQ(text, src, 0, "text of the next block")
		c.AddI(src, src, 16, "")
		c.firstDownAndKey()

		c.Eor(text, text, key, "text + last round key")
		c.Tbl(text, text, oneDown, "ShiftRows")
		applyMap(c.Func, text, text, t, c.in)
		c.Eor(text, text, firstKey, "in the state's basis, + first round key")

		l.invert(c.Func)
		form(c.Func, block, t, c.out, l.io, l.jo, "last form")
		c.Eor(block, block, key, "the block")
		c.St1(block, 1, dst, "")
		c.AddI(dst, dst, 16, "")
		form(c.Func, l.s, l.t, forms, l.io, l.jo, "the block without key, in the state's basis")
		c.Tbl(l.s, l.s, oneDown, "ShiftRows")
		c.Eor(l.s, l.s, text, "the next state")
	})
	c.Jump("next")

	c.Label("last")
	c.finish(one, func() {
		c.St1(l.s, 1, dst, "")
		c.St1(l.s, 1, iv, "the last block")
	})
	c.Ret()
}

// cbcDecrypt works like blocks. At the end of a batch it reads its blocks
// again, and the one before the first from iv, where the last one then goes.
func (p *program) cbcDecrypt() {
	c := p.cipher("func cbcDecryptNEON(rounds int, dec *[15][16]byte, dst, src *byte, n int, iv *[16]byte)", 48, decryption)
	three, one := lanes(interleave), lanes(1)
	before, again := three[0].a, three[0].t
	c.Arg(iv, "iv", 40)

	// chain adds to each block the ciphertext before it and stores n blocks.
	chain := func(n int) func() {
		return func() {
			c.Ld1(before, 1, iv, "the block before")
			c.Ld1Next(again, n, src, "ciphertext")
			for i := range arm64.V(n) {
				previous := before
				if i > 0 {
					previous = again + i - 1
				}
				c.Eor(i, i, previous, "+ the block before")
			}
			c.St1(again+arm64.V(n)-1, 1, iv, "the last block")
			c.St1Next(0, n, dst, "")
		}
	}

	c.Label("next")
	c.SubsI(n, n, batch, "bytes after this batch")
	c.Branch("LO", "few")
	c.Ld1(0, interleave, src, "")
	c.Label("run")
	c.start(three, nil)
	c.middleRounds(three, "rounds3")
	c.BranchBitSet(n, 63, "two")
	c.finish(three, chain(interleave))
	c.BranchNotZero(n, "next")
	c.Ret()

	c.Label("two")
	c.finish(three[:2], chain(2))
	c.Ret()

	c.Label("few")
	c.AddsI(n, n, batch-16, "zero if one block is left")
	c.Branch("EQ", "single")
	c.SubI(n, n, batch-16, "negative: the mark of two blocks")
	c.Ld1(0, 2, src, "")
	c.Jump("run")

	c.Label("single")
	c.Ld1(0, 1, src, "")
	c.start(one, nil)
	c.middleRounds(one, "rounds1")
	c.finish(one, chain(1))
	c.Ret()
}
