// Package simd writes one description of a vector computation in any of the
// three encodings that amd64 offers, for avo programs.
//
// The methods of [Encoding] name their destination first and take three
// operands: Xor(d, a, b) is d = a ^ b. AVX and AVX2 have instructions of just
// that form. Legacy SSE overwrites its first operand, so there the methods add
// a register copy, but only where d is not already a.
//
// Lanes: under SSE and AVX a register is one block of 16 bytes, under AVX2 it
// is two, and every method here treats the two alike.
//
// Memory as the last operand b: any address under AVX and AVX2. Legacy SSE
// faults on an address that is not a multiple of 16, so there only constants
// of this package's [Table] may be memory operands; load all else with Load.
package simd

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/mmcloughlin/avo/x86"
)

// Op is an operand: a vector register, memory, or an immediate.
type Op = operand.Op

// Encoding is how vector instructions are written.
type Encoding int

const (
	SSE  Encoding = iota // legacy, two operands, 16 bytes
	AVX                  // VEX, three operands, 16 bytes
	AVX2                 // VEX, three operands, 32 bytes
)

// Blocks is how many 16-byte blocks a register holds.
func (e Encoding) Blocks() int {
	if e == AVX2 {
		return 2
	}
	return 1
}

// Bytes is the width of a register in bytes.
func (e Encoding) Bytes() int { return 16 * e.Blocks() }

// Vec allocates a virtual register of the encoding's width.
func (e Encoding) Vec() reg.VecVirtual {
	if e == AVX2 {
		return build.YMM()
	}
	return build.XMM()
}

// Reg is physical vector register i at the encoding's width.
func (e Encoding) Reg(i int) reg.VecPhysical {
	if e == AVX2 {
		return ys[i]
	}
	return xs[i]
}

var (
	xs = [16]reg.VecPhysical{reg.X0, reg.X1, reg.X2, reg.X3, reg.X4, reg.X5, reg.X6, reg.X7,
		reg.X8, reg.X9, reg.X10, reg.X11, reg.X12, reg.X13, reg.X14, reg.X15}
	ys = [16]reg.VecPhysical{reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4, reg.Y5, reg.Y6, reg.Y7,
		reg.Y8, reg.Y9, reg.Y10, reg.Y11, reg.Y12, reg.Y13, reg.Y14, reg.Y15}
)

// Mov copies register a to register d.
func (e Encoding) Mov(d, a Op) {
	switch {
	case d == a:
	case e == SSE:
		build.MOVO(a, d)
	default:
		build.VMOVDQA(a, d)
	}
}

// Load reads a whole register from memory of any alignment.
func (e Encoding) Load(d Op, m operand.Mem) {
	if e == SSE {
		build.MOVOU(m, d)
	} else {
		build.VMOVDQU(m, d)
	}
}

// Store writes a whole register to memory of any alignment.
func (e Encoding) Store(m operand.Mem, a Op) {
	if e == SSE {
		build.MOVOU(a, m)
	} else {
		build.VMOVDQU(a, m)
	}
}

// Load16 reads 16 bytes into every lane: a constant or a round key.
func (e Encoding) Load16(d Op, m operand.Mem) {
	if e == AVX2 {
		build.VBROADCASTI128(m, d)
	} else {
		e.Load(d, m)
	}
}

// Zero clears a register.
func (e Encoding) Zero(d Op) {
	if e == SSE {
		build.PXOR(d, d)
	} else {
		build.VPXOR(d, d, d)
	}
}

// Done precedes RET: it leaves no upper half in use.
func (e Encoding) Done() {
	if e != SSE {
		build.VZEROUPPER()
	}
}

// An op is one operation in both of its forms. Operands come in avo's order,
// sources first.
type op struct {
	legacy   func(b, d Op)
	vex      func(ops ...Op)
	commutes bool
}

func v3(f func(b, a, d Op)) func(...Op) {
	return func(o ...Op) { f(o[0], o[1], o[2]) }
}

// emit writes d = a op b.
func (e Encoding) emit(o op, d, a, b Op) {
	switch {
	case e != SSE:
		o.vex(b, a, d)
	case d == a:
		o.legacy(b, d)
	case d == b && o.commutes:
		o.legacy(a, d)
	case d == b:
		panic("simd: the second source of an operation that does not commute is its destination")
	default:
		build.MOVO(a, d)
		o.legacy(b, d)
	}
}

func (e Encoding) Xor(d, a, b Op) { e.emit(op{build.PXOR, v3(build.VPXOR), true}, d, a, b) }
func (e Encoding) And(d, a, b Op) { e.emit(op{build.PAND, v3(build.VPAND), true}, d, a, b) }
func (e Encoding) Or(d, a, b Op)  { e.emit(op{build.POR, v3(build.VPOR), true}, d, a, b) }

// AndNot is d = ^a & b, as the instruction has it.
func (e Encoding) AndNot(d, a, b Op) { e.emit(op{build.PANDN, v3(build.VPANDN), false}, d, a, b) }

// Shuffle looks every byte of the indices up in table's bytes: d = table[indices].
func (e Encoding) Shuffle(d, table, indices Op) {
	e.emit(op{build.PSHUFB, build.VPSHUFB, false}, d, table, indices)
}

func (e Encoding) Add8(d, a, b Op)  { e.emit(op{build.PADDB, build.VPADDB, true}, d, a, b) }
func (e Encoding) Add32(d, a, b Op) { e.emit(op{build.PADDL, build.VPADDD, true}, d, a, b) }
func (e Encoding) Add64(d, a, b Op) { e.emit(op{build.PADDQ, build.VPADDQ, true}, d, a, b) }

// UnpackLo64 and UnpackHi64 join the low or high halves: d = b.half : a.half.
func (e Encoding) UnpackLo64(d, a, b Op) {
	e.emit(op{build.PUNPCKLQDQ, build.VPUNPCKLQDQ, false}, d, a, b)
}
func (e Encoding) UnpackHi64(d, a, b Op) {
	e.emit(op{build.PUNPCKHQDQ, build.VPUNPCKHQDQ, false}, d, a, b)
}

// Align is d = the 16 bytes of hi:lo that start at byte n of lo.
func (e Encoding) Align(d, hi, lo Op, n int) {
	e.emit(op{
		func(b, d Op) { build.PALIGNR(operand.Imm(uint64(n)), b, d) },
		func(o ...Op) { build.VPALIGNR(operand.Imm(uint64(n)), o[0], o[1], o[2]) }, false}, d, hi, lo)
}

// imm writes d = a op n for an instruction whose legacy form works in place.
func (e Encoding) imm(legacy func(i, d Op), vex func(...Op), d, a Op, n int) {
	i := operand.Imm(uint64(n))
	if e == SSE {
		e.Mov(d, a)
		legacy(i, d)
	} else {
		vex(i, a, d)
	}
}

// Shifts by a constant: of 16, 32 and 64-bit elements in bits, of whole blocks in bytes.
func (e Encoding) Shl16(d, a Op, n int) { e.imm(build.PSLLW, build.VPSLLW, d, a, n) }
func (e Encoding) Shr16(d, a Op, n int) { e.imm(build.PSRLW, build.VPSRLW, d, a, n) }
func (e Encoding) Shl32(d, a Op, n int) { e.imm(build.PSLLL, build.VPSLLD, d, a, n) }
func (e Encoding) Shr32(d, a Op, n int) { e.imm(build.PSRLL, build.VPSRLD, d, a, n) }
func (e Encoding) Sar32(d, a Op, n int) { e.imm(build.PSRAL, build.VPSRAD, d, a, n) }
func (e Encoding) Shl64(d, a Op, n int) { e.imm(build.PSLLQ, build.VPSLLQ, d, a, n) }
func (e Encoding) Shr64(d, a Op, n int) { e.imm(build.PSRLQ, build.VPSRLQ, d, a, n) }
func (e Encoding) ShlBytes(d, a Op, n int) {
	e.imm(build.PSLLDQ, v3(build.VPSLLDQ), d, a, n)
}
func (e Encoding) ShrBytes(d, a Op, n int) {
	e.imm(build.PSRLDQ, v3(build.VPSRLDQ), d, a, n)
}

// Shuffle32 permutes the 32-bit elements of a block by an immediate.
func (e Encoding) Shuffle32(d, a Op, order int) {
	i := operand.Imm(uint64(order))
	if e == SSE {
		build.PSHUFD(i, a, d)
	} else {
		build.VPSHUFD(i, a, d)
	}
}

// Clmul is the carry-less product of the halves that n names: bit 0 picks a's, bit 4 picks b's.
func (e Encoding) Clmul(d, a, b Op, n int) {
	e.emit(op{
		func(b, d Op) { build.PCLMULQDQ(operand.Imm(uint64(n)), b, d) },
		func(o ...Op) { build.VPCLMULQDQ(operand.Imm(uint64(n)), o[0], o[1], o[2]) }, false}, d, a, b)
}

// Enc, EncLast, Dec and DecLast are the AES rounds of state a with round key k.
func (e Encoding) Enc(d, a, k Op) { e.emit(op{build.AESENC, v3(build.VAESENC), false}, d, a, k) }
func (e Encoding) EncLast(d, a, k Op) {
	e.emit(op{build.AESENCLAST, v3(build.VAESENCLAST), false}, d, a, k)
}
func (e Encoding) Dec(d, a, k Op) {
	e.emit(op{updates(x86.AESDEC), v3(build.VAESDEC), false}, d, a, k)
}
func (e Encoding) DecLast(d, a, k Op) {
	e.emit(op{updates(x86.AESDECLAST), v3(build.VAESDECLAST), false}, d, a, k)
}

// updates emits a legacy instruction that reads its destination, where avo's
// tables say that it only writes it.
func updates(f func(b, d Op) (*ir.Instruction, error)) func(b, d Op) {
	return func(b, d Op) {
		i, err := f(b, d)
		if err != nil {
			panic(err)
		}
		i.Inputs = append(i.Inputs, d)
		build.Instruction(i)
	}
}

// Imc is InvMixColumns of a: an encryption round key becomes one for decryption.
func (e Encoding) Imc(d, a Op) {
	if e == SSE {
		build.AESIMC(a, d)
	} else {
		build.VAESIMC(a, d)
	}
}

// Low is the register of one block that is the low part of register a.
func Low(a Op) reg.Register { return a.(reg.Vec).AsX() }

// Part is the low part of register a that has the encoding's width.
func (e Encoding) Part(a Op) Op {
	if e == AVX2 {
		return a.(reg.Vec).AsY()
	}
	return Low(a)
}

// Extract copies block i of a wide register a to the 16-byte register d.
func (e Encoding) Extract(d, a Op, i int) {
	if e != AVX2 {
		panic("simd: Extract is for wide registers")
	}
	build.VEXTRACTI128(operand.Imm(uint64(i)), a, d)
}

// Insert is d = a with block i read from memory.
func (e Encoding) Insert(d, a Op, m operand.Mem, i int) {
	if e != AVX2 {
		panic("simd: Insert is for wide registers")
	}
	build.VINSERTI128(operand.Imm(uint64(i)), m, a, d)
}

// XorFrom is d = a ^ the register's width of memory at any address; d is not a.
func (e Encoding) XorFrom(d, a Op, m operand.Mem) {
	if e == SSE {
		e.Load(d, m)
		e.Xor(d, d, a)
	} else {
		e.Xor(d, a, m)
	}
}

// Load8 reads 8 bytes into the low end of a 16-byte register and clears the rest.
func (e Encoding) Load8(d Op, m operand.Mem) { e.From64(d, m) }

// Store8 writes the low 8 bytes of a 16-byte register.
func (e Encoding) Store8(m operand.Mem, a Op) { e.To64(m, a) }

// From64 sets a 16-byte register to the 64 bits of r and zeros.
func (e Encoding) From64(d, r Op) {
	if e == SSE {
		build.MOVQ(r, d)
	} else {
		build.VMOVQ(r, d)
	}
}

// To64 sets r to the low 64 bits of a.
func (e Encoding) To64(r, a Op) {
	if e == SSE {
		build.MOVQ(a, r)
	} else {
		build.VMOVQ(a, r)
	}
}
