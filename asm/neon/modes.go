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
