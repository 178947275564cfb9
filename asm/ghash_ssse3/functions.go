package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"vpaes.example/aes/asm/simd"
)

// function opens a function; doc says what it does after its name.
func (f form) function(name, signature, doc string) {
	build.TEXT(name+f.suffix, attr.NOSPLIT, "func"+signature)
	build.Doc(name + f.suffix + " " + doc)
	build.Pragma("noescape")
}

// ghash writes ghash.
func (f form) ghash() {
	f.function("ghash", fmt.Sprintf("(table *[%d][16][16]byte, acc *[16]byte, src *byte, n int)", powers),
		"adds n bytes of whole blocks to the GHASH in acc.")
	build.Load(build.Param("table"), table)
	build.Load(build.Param("acc"), sumAt)
	build.Load(build.Param("src"), src)
	build.Load(build.Param("n"), length)
	f.readBlock(f.sum(), at(sumAt, 0))
	build.CMPQ(length, imm(16*powers))
	build.JB(operand.LabelRef("rest"))
	build.Label("groups")
	f.group(powers)
	build.ADDQ(imm(16*powers), src)
	build.SUBQ(imm(16*powers), length)
	build.CMPQ(length, imm(16*powers))
	build.JAE(operand.LabelRef("groups"))
	build.Label("rest")
	for m := powers - 1; m >= 1; m-- {
		build.CMPQ(length, imm(16*m))
		build.JE(operand.LabelRef(fmt.Sprint("last", m)))
	}
	build.JMP(operand.LabelRef("done"))
	for m := powers - 1; m >= 1; m-- {
		build.Label(fmt.Sprint("last", m))
		f.group(m)
		if m > 1 {
			build.JMP(operand.LabelRef("done"))
		}
	}
	build.Label("done")
	f.Shuffle(f.sum(), f.sum(), f.both(reversed()))
	f.narrow().Store(at(sumAt, 0), simd.Low(f.sum()))
	f.Done()
	build.RET()
}

// narrow is the form for registers of one block.
func (f form) narrow() form {
	if f.Encoding == simd.AVX2 {
		return form{simd.AVX, f.suffix}
	}
	return f
}

// ghashInit writes ghashInit: H² and H⁴ are squares, which are cheap, H³ is a
// product with H by the table of H.
func (f form) ghashInit() {
	f.function("ghashInit", fmt.Sprintf("(table *[%d][16][16]byte, h *[16]byte)", powers),
		"sets up the table for the hash key h: tables of its powers, transposed.")
	one := f.narrow()
	build.Load(build.Param("table"), table)
	build.Load(build.Param("h"), src)
	h, square := one.Reg(6), one.Reg(7) // clear of what multiplying one block and writing a table use
	one.readBlock(h, at(src, 0))
	one.square(square, h)
	one.writeTable(h, 0)
	build.Comment("H³ = H²·H.")
	x := f.nibbles(0, f.parts()-1)
	one.Mov(simd.Low(x), square)
	if f.Encoding == simd.AVX2 {
		build.VINSERTI128(imm(1), square, x, x)
	}
	f.split(0)
	f.multiply(1)
	one.Mov(h, simd.Low(f.sum()))
	one.writeTable(square, 1)
	one.writeTable(h, 2)
	one.square(h, square)
	one.writeTable(h, 3)
	build.Comment("Leave nothing of H behind; Go itself clears the last register.")
	for i := range 15 {
		f.Zero(f.Reg(i))
	}
	f.Done()
	build.RET()
}
