package main

import "vpaes.example/aes/asm/arm64"

var (
	states = registers(0, batch)
	again  = registers(8, batch) // text, or ciphertext for the second time
)

const chain = arm64.V(30) // CBC: the block before + the last round key

// batches writes a loop over whole batches, then code for half a batch, a
// quarter, and so on, which the bits of n choose.
func (c cipher) batches(pass func(blocks int)) {
	c.SubsI(n, n, 16*batch, "")
	c.Branch("LO", "rest")
	c.Align(32)
	c.Label("batch")
	pass(batch)
	c.SubsI(n, n, 16*batch, "")
	c.Branch("HS", "batch")
	c.Comment("The low seven bits of n are what is left.")
	c.Label("rest")
	for blocks := batch / 2; blocks > 0; blocks /= 2 {
		skip := c.label("fewer")
		c.BranchBitClear(n, bit(16*blocks), skip)
		pass(blocks)
		c.Label(skip)
	}
}

// bit is the number of the bit that is set in the power of two n.
func bit(n int) (b int) {
	for n > 1 {
		n, b = n/2, b+1
	}
	return b
}

// blocks is EncryptBlocks or DecryptBlocks. A single block has a way of its
// own, without the loads that it does not need.
func blocks(file *arm64.File, name string, d direction) {
	c := newCipher(file, name, "", 40, d)
	c.CmpI(n, 16, "")
	c.Branch("EQ", "single")
	c.loadKeys()
	c.batches(func(blocks int) {
		s := states[:blocks]
		c.load(s, src, "")
		c.crypt(s, nil, func(i int) { c.Eor(s[i], s[i], c.last(), "last round key") })
		c.store(s, dst)
	})
	c.Ret()

	c.Label("single")
	one := c
	one.resident = false
	c.LdrQ(states[0], src, 0, "")
	one.loadKeys()
	one.crypt(states[:1], nil, nil)
	c.Eor(states[0], states[0], c.last(), "last round key")
	c.StrQ(states[0], dst, 0, "")
	c.Ret()
}

// cbcEncrypt is one chain. A block of ciphertext is never made in it: the last
// round key of one block, the text of the next and its first round key are
// added at once, by the AESE of the first round.
func cbcEncrypt(file *arm64.File) {
	c := newCipher(file, "cbcEncryptARMCE", ", iv *[16]byte", 48, encryption)
	state, text, out := states[0], states[1], states[2]
	c.Arg(iv, "iv", 40)
	c.LdrQ(state, iv, 0, "the block before")
	c.loadKeys()
	c.Eor(chain, c.first, c.last(), "last and first round key")
	c.Eor(state, state, c.last(), "the block before + the last round key")
	c.Align(32)
	c.Label("next")
	c.LdrQNext(text, src, 16, "text")
	c.SubsI(n, n, 16, "")
	c.Eor(text, text, chain, "+ last and first round key")
	c.full(state, text, "round 0")
	c.middle([]arm64.V{state}, nil, nil)
	c.Eor(out, state, c.last(), "the block")
	c.StrQNext(out, dst, "")
	c.Branch("NE", "next")
	c.StrQ(out, iv, 0, "the last block")
	c.Ret()
}

// cbcDecrypt reads the ciphertext of a batch twice: once to decrypt it, once to
// add each block to the one after it.
func cbcDecrypt(file *arm64.File) {
	c := newCipher(file, "cbcDecryptARMCE", ", iv *[16]byte", 48, decryption)
	c.Arg(iv, "iv", 40)
	c.LdrQ(chain, iv, 0, "the block before")
	c.loadKeys()
	c.Eor(chain, chain, c.last(), "+ the last round key")
	c.batches(func(blocks int) {
		s, again := states[:blocks], again[:blocks]
		c.load(s, src, "")
		c.SubI(src, src, 16*blocks, "")
		var work steps
		inPairs(again, func(a, b arm64.V) {
			work.add(func() { c.LdpQNext(a, b, src, "again") })
		}, func(a arm64.V) {
			work.add(func() { c.LdrQNext(a, src, 16, "again") })
		})
		for _, a := range again[:blocks-1] {
			work.add(func() { c.Eor(a, a, c.last(), "+ the last round key") })
		}
		c.crypt(s, work, func(i int) {
			if i == 0 {
				c.Eor(s[0], s[0], chain, "+ the block before")
				c.Eor(chain, again[blocks-1], c.last(), "for the next batch")
				return
			}
			c.Eor(s[i], s[i], again[i-1], "+ the block before")
		})
		c.store(s, dst)
	})
	c.Eor(chain, chain, c.last(), "")
	c.StrQ(chain, iv, 0, "the last block")
	c.Ret()
}
