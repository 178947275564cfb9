package modes

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"vpaes.example/aes/asm/rounds"
	"vpaes.example/aes/asm/simd"
)

// A walk takes a function over its data: in a loop while all registers in
// flight have data, then at most once each with half the registers, a quarter
// … and last in narrower registers. These shorter runs do not depend on each
// other's data, so the processor overlaps them.
type walk struct {
	f Form
	c rounds.Cipher
	data
	narrow string // where single blocks are; no upper half is in use there
	wide   string // the end after a run in wide registers
	end    string // the end
}

// A body handles so many registers of data in a cipher's width, and leaves src
// and dst where they are.
type body func(c rounds.Cipher, registers int)

func (f Form) walk(c rounds.Cipher, p data) walk {
	w := walk{f, c, p, rounds.NewLabel("narrow"), "", rounds.NewLabel("end")}
	if w.wide = w.end; f.Wide.Blocks() > 1 {
		w.wide = rounds.NewLabel("wide_end")
	}
	return w
}

// whole is the loop and the rest, for data of whole blocks.
func (w walk) whole(b body) {
	less := rounds.NewLabel("less")
	w.ifLess(w.f.Lanes, less)
	w.loop(b)
	build.Label(less)
	w.rest(b)
	w.finish()
}

// ifLess jumps if there is less data than so many wide registers hold.
func (w walk) ifLess(registers int, to string) {
	build.CMPQ(w.n, operand.U32(registers*w.c.Bytes()))
	build.JB(operand.LabelRef(to))
}

// loop runs over the data in batches of all registers in flight. There is
// enough for one.
func (w walk) loop(b body) {
	again := rounds.NewLabel("batch")
	build.Commentf("%d bytes at a time.", w.f.Lanes*w.c.Bytes())
	build.Label(again)
	b(w.c, w.f.Lanes)
	w.advance(w.f.Lanes*w.c.Bytes(), w.wide)
	build.CMPQ(w.n, operand.U32(w.f.Lanes*w.c.Bytes()))
	build.JAE(operand.LabelRef(again))
}

// rest is what is less than a batch. It falls through with less than a block left.
func (w walk) rest(b body) {
	for registers := w.f.Lanes / 2; registers >= 1; registers /= 2 {
		w.once(w.c, registers, w.wide, b)
	}
	for e := w.c.Encoding - 1; e >= simd.AVX; e-- {
		if e == simd.AVX {
			build.Comment("No upper halves from here on.")
			build.VZEROUPPER()
			build.Label(w.narrow)
			w.once(w.c.At(e), 1, w.end, b)
		} else {
			w.once(w.c.At(e), 1, w.wide, b)
		}
	}
}

// once runs over so many registers of data, if there are.
func (w walk) once(c rounds.Cipher, registers int, end string, b body) {
	bytes, less := registers*c.Bytes(), rounds.NewLabel("less")
	build.Commentf("%d bytes?", bytes)
	build.CMPQ(w.n, operand.U32(bytes))
	build.JB(operand.LabelRef(less))
	b(c, registers)
	w.advance(bytes, end)
	build.Label(less)
}

// advance moves past bytes of data, and goes to the end if they were the last.
func (w walk) advance(bytes int, end string) {
	b := operand.U32(bytes)
	build.ADDQ(b, w.src)
	build.ADDQ(b, w.dst)
	build.SUBQ(b, w.n)
	build.JE(operand.LabelRef(end))
}

// finish is where all ways meet, with no upper half of a register in use and
// the low halves as they were. It may be fallen into.
func (w walk) finish() {
	if w.wide != w.end {
		build.Label(w.wide)
		build.VZEROUPPER()
	}
	build.Label(w.end)
}
