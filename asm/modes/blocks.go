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
	run := func(c rounds.Cipher, registers int) {
		s := c.States(registers)
		c.WhitenFrom(s, at(p.src))
		c.Middle(s)
		c.Last(s)
		c.StoreAll(s, at(p.dst))
	}
	many := rounds.NewLabel("many")
	build.Comment("One block?")
	build.CMPQ(p.n, operand.Imm(16))
	build.JNE(operand.LabelRef(many))
	run(c.At(f.narrow()), 1)
	build.RET()
	build.Label(many)
	f.walk(c, p).whole(run)
	build.RET()
}
