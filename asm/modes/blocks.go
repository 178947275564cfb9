package modes

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"vpaes.example/aes/asm/rounds"
)

// EncryptBlocks and DecryptBlocks write the functions on independent blocks.
// A single block is what crypto/cipher.Block asks for, so it comes first.
func (f Form) EncryptBlocks() {
	f.blocks("encryptBlocks", "enc", rounds.Encrypt)
}

func (f Form) DecryptBlocks() {
	f.blocks("decryptBlocks", "dec", rounds.Decrypt)
}

func (f Form) blocks(name, keys string, d rounds.Direction) {
	c, p := f.begin(name, "", d, keys, d.String()+"s the n bytes at src to dst; n is a multiple of 16.")
	one := c.At(f.narrow())
	many := rounds.NewLabel("many")
	build.CMPQ(p.n, operand.Imm(16))
	build.JNE(operand.LabelRef(many))
	single := func() {
		s := one.States(1)
		one.WhitenFrom(s, at(p.src))
		one.Middle(s)
		one.Last(s)
		one.Store(at(p.dst), s[0])
		build.RET()
	}
	build.Comment("One block.")
	single()
	build.Label(many)
	f.batches(p, func(registers int) {
		s := c.States(registers)
		c.WhitenFrom(s, at(p.src))
		c.Middle(s)
		c.Last(s)
		c.StoreAll(s, at(p.dst))
	})
	f.clean()
	if f.Wide.Blocks() > 1 {
		p.retIfDone()
		build.Comment("One block is left.")
		single()
	} else {
		build.RET()
	}
}
