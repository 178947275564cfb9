package simd

import (
	"encoding/binary"
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// A Table collects the 16-byte constants of one assembly file into one
// read-only symbol. The linker aligns a symbol of 16 bytes or more to at least
// 16, so its entries may be memory operands of legacy SSE.
type Table struct {
	base    operand.Mem
	offsets map[[16]byte]int
}

// NewTable starts the constant table named name.
func NewTable(name string) *Table {
	return &Table{build.GLOBL(name, attr.RODATA|attr.NOPTR), map[[16]byte]int{}}
}

// At is the address of the constant c, which is stored once however often it is asked for.
func (t *Table) At(c [16]byte) operand.Mem {
	at, ok := t.offsets[c]
	if !ok {
		at = 16 * len(t.offsets)
		t.offsets[c] = at
		// The builder allows data only in the table that was declared last.
		build.DATA(at, operand.U64(binary.LittleEndian.Uint64(c[:8])))
		build.DATA(at+8, operand.U64(binary.LittleEndian.Uint64(c[8:])))
	}
	return t.base.Offset(at)
}

// Bytes makes a constant of 16 bytes, checking that there are as many.
func Bytes(b ...byte) (c [16]byte) {
	if copy(c[:], b) != 16 || len(b) != 16 {
		panic(fmt.Sprintf("simd: constant of %d bytes", len(b)))
	}
	return c
}
