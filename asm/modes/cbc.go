package modes

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"vpaes.example/aes/asm/rounds"
	"vpaes.example/aes/asm/simd"
)

// CBCEncrypt writes CBC encryption, which cannot be done in parallel: every
// block waits for the one before it. What can be had is that it waits for
// nothing else. The last round XORs its key into the result, and the next
// block begins with the XOR of that, its plaintext and round key 0; so the
// last round here uses the XOR of all three as its key and yields the next
// block's state after whitening. The ciphertext is that state with the two
// XORed out again, off the path.
func (f Form) CBCEncrypt() {
	c, p := f.begin("cbcEncrypt", ", iv *[16]byte", rounds.Encrypt, "enc",
		"encrypts the n bytes at src to dst in CBC mode; n is a multiple of 16.",
		"It leaves the last block of ciphertext in iv.")
	iv := build.GP64()
	build.Load(build.Param("iv"), iv)
	first, last, s, next := c.LoadKey(c.Key(0)), c.LoadKey(c.LastKey()), c.Vec(), c.Vec()
	build.Comment("The first block's state: iv XOR plaintext XOR round key 0.")
	c.Load(s, at(iv))
	c.Xor(s, s, first)
	c.XorFrom(next, s, at(p.src))
	c.Mov(s, next)

	loop, done := rounds.NewLabel("loop"), rounds.NewLabel("done")
	build.Label(loop)
	c.Middle([]Op{s})
	build.SUBQ(operand.Imm(16), p.n)
	build.JE(operand.LabelRef(done))
	build.Comment("The next plaintext XOR round key 0, and that XOR the last round key.")
	c.XorFrom(next, first, at(p.src).Offset(16))
	both := c.Vec()
	c.Xor(both, next, last)
	build.Comment("The last round and the next block's whitening in one.")
	c.LastWith(s, both)
	build.Comment("The ciphertext.")
	c.Xor(next, next, s)
	c.Store(at(p.dst), next)
	build.ADDQ(operand.Imm(16), p.src)
	build.ADDQ(operand.Imm(16), p.dst)
	build.JMP(operand.LabelRef(loop))

	build.Label(done)
	build.Comment("The last block.")
	c.LastWith(s, last)
	c.Store(at(p.dst), s)
	c.Store(at(iv), s)
	build.RET()
}

// CBCDecrypt writes CBC decryption, where all blocks are independent: the
// plaintext is the block's decryption XOR the ciphertext before it. That
// ciphertext is XORed into the last round key, off the path, and a batch has
// read all of them before it writes, so it works in place.
func (f Form) CBCDecrypt() {
	c, p := f.begin("cbcDecrypt", ", iv *[16]byte", rounds.Decrypt, "dec",
		"decrypts the n bytes at src to dst in CBC mode; n is a multiple of 16.",
		"It leaves the last block of ciphertext in iv.")
	iv := build.GP64()
	build.Load(build.Param("iv"), iv)
	one := c.At(f.narrow())
	wide := c.Vec() // its first lane is the ciphertext before the data
	before := simd.Low(wide)
	one.Load(before, at(iv))
	w := f.walk(c, p)
	if w.wide != w.end {
		w.ifLess(1, w.narrow)
	}
	w.whole(func(c rounds.Cipher, registers int) {
		s, first := c.States(registers), c.Part(wide)
		c.WhitenFrom(s, at(p.src))
		c.Middle(s)
		build.Comment("Last round, with the last round key XOR the ciphertext one block before.")
		k := c.LoadKey(c.LastKey())
		for i := range s {
			t := c.Vec()
			if i > 0 {
				c.XorFrom(t, k, at(p.src).Offset(i*c.Bytes()-16))
			} else {
				for lane := 1; lane < c.Blocks(); lane++ {
					c.Insert(first, first, at(p.src).Offset(16*lane-16), lane)
				}
				c.Xor(t, k, first)
			}
			c.LastWith(s[i], t)
		}
		one.Load(before, at(p.src).Offset(registers*c.Bytes()-16))
		c.StoreAll(s, at(p.dst))
	})
	one.Store(at(iv), before)
	build.RET()
}
