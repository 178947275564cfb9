// Package modes writes the functions of a kernel with AES instructions: the
// key schedule, many blocks, CTR and CBC. Every function is one description,
// and a [Form] says in which encoding and how many blocks at a time.
package modes

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"vpaes.example/aes/asm/rounds"
	"vpaes.example/aes/asm/simd"
)

type Op = operand.Op

// A Form is a kernel's encoding and shape.
type Form struct {
	Suffix string        // ends the names of the kernel's functions
	Wide   simd.Encoding // of the registers that carry the bulk
	Lanes  int           // registers in flight, a power of two
	Align  int           // batches from which on CTR starts by aligning its counters
	Table  *simd.Table   // the file's constants
}

// narrow is the encoding for single blocks.
func (f Form) narrow() simd.Encoding { return min(f.Wide, simd.AVX) }

// data is what every function on data has in registers: how many bytes are
// left, and where they are.
type data struct{ dst, src, n reg.GPVirtual }

// begin starts a function on data.
func (f Form) begin(name, extra string, d rounds.Direction, keys string, doc ...string) (rounds.Cipher, data) {
	build.TEXT(name+f.Suffix, attr.NOSPLIT, "func(rounds int, "+keys+" *[15][16]byte, dst, src *byte, n int"+extra+")")
	build.Doc(append([]string{name + f.Suffix + " " + doc[0]}, doc[1:]...)...)
	build.Pragma("noescape")
	p := data{build.GP64(), build.GP64(), build.GP64()}
	build.Comment("The data.")
	build.Load(build.Param("n"), p.n)
	build.Load(build.Param("dst"), p.dst)
	build.Load(build.Param("src"), p.src)
	return rounds.Cipher{Encoding: f.Wide, Direction: d, Schedule: rounds.Load("rounds", keys)}, p
}

func at(base reg.Register) operand.Mem { return operand.Mem{Base: base} }

// advance moves past bytes of data.
func (p data) advance(bytes int) {
	b := operand.U32(bytes)
	build.ADDQ(b, p.src)
	build.ADDQ(b, p.dst)
	build.SUBQ(b, p.n)
}

// batches runs body over the data in wide registers: in a loop while all
// registers in flight have data, and then for the rest.
func (f Form) batches(p data, body func(registers int)) {
	skip := rounds.NewLabel("rest")
	build.CMPQ(p.n, operand.U32(f.Lanes*f.Wide.Bytes()))
	build.JB(operand.LabelRef(skip))
	f.loop(p, f.Lanes, func() { body(f.Lanes) })
	build.Label(skip)
	f.rest(p, body)
}

// loop runs body as often as the data fills so many registers, at least once.
func (f Form) loop(p data, registers int, body func()) {
	bytes, again := registers*f.Wide.Bytes(), rounds.NewLabel("batch")
	build.Commentf("%d bytes at a time: %d registers.", bytes, registers)
	build.Label(again)
	body()
	p.advance(bytes)
	build.CMPQ(p.n, operand.U32(bytes))
	build.JAE(operand.LabelRef(again))
}

// rest is shorter runs for less than a batch: at most one each with half the
// registers, a quarter … They do not depend on each other's data, so the
// processor overlaps them. Less than a register of data is left.
func (f Form) rest(p data, body func(registers int)) {
	for registers := f.Lanes / 2; registers >= 1; registers /= 2 {
		bytes := registers * f.Wide.Bytes()
		skip := rounds.NewLabel("less")
		build.Commentf("%d bytes: %d registers.", bytes, registers)
		build.CMPQ(p.n, operand.U32(bytes))
		build.JB(operand.LabelRef(skip))
		body(registers)
		p.advance(bytes)
		build.Label(skip)
	}
}

// clean leaves no upper half of a register in use; the low halves keep their values.
func (f Form) clean() {
	if f.Wide.Blocks() > 1 {
		build.Comment("No upper halves from here on.")
		build.VZEROUPPER()
	}
}

// ret returns if no data is left.
func (p data) retIfDone() {
	more := rounds.NewLabel("more")
	build.TESTQ(p.n, p.n)
	build.JNE(operand.LabelRef(more))
	build.RET()
	build.Label(more)
}
