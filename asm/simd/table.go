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
	offsets map[string]int // where a run of constants starts, by its bytes
	size    int
}

// NewTable starts the constant table named name.
func NewTable(name string) *Table {
	return &Table{build.GLOBL(name, attr.RODATA|attr.NOPTR), map[string]int{}, 0}
}

// At is the address of the constant c, which is stored once however often it is asked for.
func (t *Table) At(c [16]byte) operand.Mem { return t.Row(c) }

// Row is the address of constants that lie one after the other: the memory
// operand of a wide register, or a window to load from at any byte. A row for a
// wide register does not lie across two cache lines, which would cost time.
func (t *Table) Row(cs ...[16]byte) operand.Mem {
	var row []byte
	for _, c := range cs {
		row = append(row, c[:]...)
	}
	at, ok := t.offsets[string(row)]
	if !ok {
		if len(row) == 32 {
			t.size = (t.size + 31) &^ 31
		}
		at = t.size
		t.offsets[string(row)] = at
		t.size = at + len(row)
		// The builder allows data only in the table that was declared last.
		for i := 0; i < len(row); i += 8 {
			build.DATA(at+i, operand.U64(binary.LittleEndian.Uint64(row[i:])))
		}
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
