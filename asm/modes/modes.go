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

// counters makes counter blocks of an encoding's width.
func (f Form) counters(e simd.Encoding) rounds.Counters { return rounds.NewCounters(e, f.Table) }

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
