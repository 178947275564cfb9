package arm64

import (
	"fmt"
	"strings"
)

// Bitwise operations.
func (f *Func) Eor(d, a, b V, comment string) {
	f.vec("VEOR", "eor", "B16", "B16", "", d, comment, a, b)
}
func (f *Func) And(d, a, b V, comment string) {
	f.vec("VAND", "and", "B16", "B16", "", d, comment, a, b)
}

// Orr is a | b, Add8 adds bytes.
func (f *Func) Orr(d, a, b V, comment string) {
	f.vec("VORR", "orr", "B16", "B16", "", d, comment, a, b)
}
func (f *Func) Add8(d, a, b V, comment string) {
	f.vec("VADD", "add", "B16", "B16", "", d, comment, a, b)
}

// Zip1 and Zip2 take elements from a and b in turn, from their low or their
// high halves: bytes, or with 16 in the name pairs of bytes.
func (f *Func) Zip1(d, a, b V, comment string) {
	f.vec("VZIP1", "zip1", "B16", "B16", "", d, comment, a, b)
}
func (f *Func) Zip2(d, a, b V, comment string) {
	f.vec("VZIP2", "zip2", "B16", "B16", "", d, comment, a, b)
}
func (f *Func) Zip1x16(d, a, b V, comment string) {
	f.vec("VZIP1", "zip1", "H8", "H8", "", d, comment, a, b)
}
func (f *Func) Zip2x16(d, a, b V, comment string) {
	f.vec("VZIP2", "zip2", "H8", "H8", "", d, comment, a, b)
}

// Tbl looks the bytes of indices up in the sixteen bytes of table; an index
// of 16 or more looks up 0.
func (f *Func) Tbl(d, table, indices V, comment string) {
	f.emit(inst{kind: vector, class: permute, busy: 1, comment: comment,
		text:  fmt.Sprintf("VTBL %v.B16, [%v.B16], %v.B16", indices, table, d),
		arm:   fmt.Sprintf("tbl v%d.16b, { v%d.16b }, v%d.16b", uint8(d), uint8(table), uint8(indices)),
		reads: sets(table, indices), writes: d.set()})
}

// Ext is the sixteen bytes from byte n on of b:a (a is the low part).
func (f *Func) Ext(d, a, b V, n int, comment string) {
	f.vec("VEXT", "ext", "B16", "B16", fmt.Sprint(n), d, comment, a, b)
}

// Shifts of every byte and of every 64-bit element.
func (f *Func) Ushr8(d, a V, n int, comment string) {
	f.vec("VUSHR", "ushr", "B16", "B16", fmt.Sprint(n), d, comment, a)
}
func (f *Func) Ushr64(d, a V, n int, comment string) {
	f.vec("VUSHR", "ushr", "D2", "D2", fmt.Sprint(n), d, comment, a)
}
func (f *Func) Shl64(d, a V, n int, comment string) {
	f.vec("VSHL", "shl", "D2", "D2", fmt.Sprint(n), d, comment, a)
}

// Rev64 reverses the bytes of both 64-bit halves.
func (f *Func) Rev64(d, a V, comment string) {
	f.vec("VREV64", "rev64", "B16", "B16", "", d, comment, a)
}

// Trn1 and Trn2 join the low or the high 64-bit halves: b.half : a.half.
func (f *Func) Trn1(d, a, b V, comment string) {
	f.vec("VTRN1", "trn1", "D2", "D2", "", d, comment, a, b)
}
func (f *Func) Trn2(d, a, b V, comment string) {
	f.vec("VTRN2", "trn2", "D2", "D2", "", d, comment, a, b)
}

// Pmull and Pmull2 multiply the eight polynomials of degree 7 in the low or the
// high halves: eight products of 16 bits.
func (f *Func) Pmull(d, a, b V, comment string) {
	f.vec("VPMULL", "pmull", "B8", "H8", "", d, comment, a, b)
}
func (f *Func) Pmull2(d, a, b V, comment string) {
	f.vec("VPMULL2", "pmull2", "B16", "H8", "", d, comment, a, b)
}

// Movi puts c into every byte.
func (f *Func) Movi(d V, c byte, comment string) {
	f.emit(inst{kind: vector, class: logic, busy: 1, comment: comment, writes: d.set(),
		text: fmt.Sprintf("VMOVI $%d, %v.B16", c, d),
		arm:  fmt.Sprintf("movi v%d.16b, #%#x", uint8(d), c)})
}

// Mov copies a register.
func (f *Func) Mov(d, a V, comment string) {
	f.emit(inst{kind: vector, class: logic, busy: 1, comment: comment, writes: d.set(), reads: a.set(),
		text: fmt.Sprintf("VMOV %v.B16, %v.B16", a, d),
		arm:  fmt.Sprintf("mov v%d.16b, v%d.16b", uint8(d), uint8(a))})
}

// FromR sets the low 64 bits to r and clears the others; InsR sets one half.
func (f *Func) FromR(d V, r R, comment string) {
	f.emit(inst{kind: vector, class: transfer, busy: 1, comment: comment, writes: d.set(), reads: r.set(),
		text: fmt.Sprintf("FMOVD %v, F%d", r, uint8(d)),
		arm:  fmt.Sprintf("fmov d%d, x%d", uint8(d), uint8(r))})
}
func (f *Func) InsR(d V, half int, r R, comment string) {
	f.emit(inst{kind: vector, class: transfer, busy: 1, comment: comment, writes: d.set(), reads: r.set() | d.set(),
		text: fmt.Sprintf("VMOV %v, %v.D[%d]", r, d, half),
		arm:  fmt.Sprintf("mov v%d.d[%d], x%d", uint8(d), half, uint8(r))})
}

// Dup puts the low byte of r into every byte.
func (f *Func) Dup(d V, r R, comment string) {
	f.emit(inst{kind: vector, class: transfer, busy: 1, comment: comment, writes: d.set(), reads: r.set(),
		text: fmt.Sprintf("VDUP %v, %v.B16", r, d),
		arm:  fmt.Sprintf("dup v%d.16b, w%d", uint8(d), uint8(r))})
}

// ToR is one half of a vector.
func (f *Func) ToR(r R, a V, half int, comment string) {
	f.emit(inst{kind: vector, class: transfer, busy: 1, comment: comment, writes: r.set(), reads: a.set(),
		text: fmt.Sprintf("VMOV %v.D[%d], %v", a, half, r),
		arm:  fmt.Sprintf("mov x%d, v%d.d[%d]", uint8(r), uint8(a), half)})
}

// list spells n consecutive registers from v on for both assemblers.
func list(v V, n int) (goList, armList string) {
	var g, a []string
	for k := range n {
		g = append(g, fmt.Sprintf("%v.B16", v+V(k)))
		a = append(a, fmt.Sprintf("v%d.16b", uint8(v)+uint8(k)))
	}
	return "[" + strings.Join(g, ", ") + "]", "{ " + strings.Join(a, ", ") + " }"
}

func consecutive(v V, n int) (s set) {
	for k := range n {
		s |= (v + V(k)).set()
	}
	return s
}

// Ld1 loads n consecutive registers from p, of any alignment. Ld1Next also
// moves p past them, and Ld1Step moves p by the register step.
func (f *Func) Ld1(d V, n int, p R, comment string) {
	g, a := list(d, n)
	f.emit(inst{kind: load, class: loading, busy: n, comment: comment, writes: consecutive(d, n), reads: p.set(),
		text: fmt.Sprintf("VLD1 (%v), %s", p, g), arm: fmt.Sprintf("ld1 %s, [x%d]", a, uint8(p))})
}
func (f *Func) Ld1Next(d V, n int, p R, comment string) {
	g, a := list(d, n)
	f.emit(inst{kind: load, class: loading, busy: n, comment: comment, writes: consecutive(d, n) | p.set(), reads: p.set(),
		text: fmt.Sprintf("VLD1.P %d(%v), %s", 16*n, p, g), arm: fmt.Sprintf("ld1 %s, [x%d], #%d", a, uint8(p), 16*n)})
}
func (f *Func) Ld1Step(d V, n int, p, step R, comment string) {
	g, a := list(d, n)
	f.emit(inst{kind: load, class: loading, busy: n, comment: comment, writes: consecutive(d, n) | p.set(), reads: p.set() | step.set(),
		text: fmt.Sprintf("VLD1.P (%v)(%v), %s", p, step, g), arm: fmt.Sprintf("ld1 %s, [x%d], x%d", a, uint8(p), uint8(step))})
}

// St1 stores n consecutive registers at p; St1Next also moves p past them.
func (f *Func) St1(v V, n int, p R, comment string) {
	g, a := list(v, n)
	f.emit(inst{kind: store, class: counting, busy: n, comment: comment, reads: consecutive(v, n) | p.set(),
		text: fmt.Sprintf("VST1 %s, (%v)", g, p), arm: fmt.Sprintf("st1 %s, [x%d]", a, uint8(p))})
}
func (f *Func) St1Next(v V, n int, p R, comment string) {
	g, a := list(v, n)
	f.emit(inst{kind: store, class: counting, busy: n, comment: comment, reads: consecutive(v, n) | p.set(), writes: p.set(),
		text: fmt.Sprintf("VST1.P %s, %d(%v)", g, 16*n, p), arm: fmt.Sprintf("st1 %s, [x%d], #%d", a, uint8(p), 16*n)})
}

// LdrD loads the low 64 bits from p + offset and clears the others; StrD stores them.
func (f *Func) LdrD(d V, p R, offset int, comment string) {
	f.emit(inst{kind: load, class: loading, busy: 1, comment: comment, writes: d.set(), reads: p.set(),
		text: fmt.Sprintf("FMOVD %s, F%d", address(p, offset), uint8(d)), arm: fmt.Sprintf("ldr d%d, %s", uint8(d), armAddress(p, offset))})
}
func (f *Func) StrD(v V, p R, offset int, comment string) {
	f.emit(inst{kind: store, class: counting, busy: 1, comment: comment, reads: v.set() | p.set(),
		text: fmt.Sprintf("FMOVD F%d, %s", uint8(v), address(p, offset)), arm: fmt.Sprintf("str d%d, %s", uint8(v), armAddress(p, offset))})
}

// LdrS loads the low 32 bits and clears the others.
func (f *Func) LdrS(d V, p R, offset int, comment string) {
	f.emit(inst{kind: load, class: loading, busy: 1, comment: comment, writes: d.set(), reads: p.set(),
		text: fmt.Sprintf("FMOVS %s, F%d", address(p, offset), uint8(d)), arm: fmt.Sprintf("ldr s%d, %s", uint8(d), armAddress(p, offset))})
}

// StrQ stores all 128 bits at p + offset, of any alignment.
func (f *Func) StrQ(v V, p R, offset int, comment string) {
	f.emit(inst{kind: store, class: counting, busy: 1, comment: comment, reads: v.set() | p.set(),
		text: fmt.Sprintf("FMOVQ F%d, %s", uint8(v), address(p, offset)), arm: fmt.Sprintf("str q%d, %s", uint8(v), armAddress(p, offset))})
}

// LdrQ loads all 128 bits from p + offset, of any alignment.
func (f *Func) LdrQ(d V, p R, offset int, comment string) {
	f.emit(inst{kind: load, class: loading, busy: 1, comment: comment, writes: d.set(), reads: p.set(),
		text: fmt.Sprintf("FMOVQ %s, F%d", address(p, offset), uint8(d)), arm: fmt.Sprintf("ldr q%d, %s", uint8(d), armAddress(p, offset))})
}

// LdrQNext loads from p and then moves p by step.
func (f *Func) LdrQNext(d V, p R, step int, comment string) {
	f.emit(inst{kind: load, class: loading, busy: 1, comment: comment, writes: d.set() | p.set(), reads: p.set(),
		text: fmt.Sprintf("FMOVQ.P %d(%v), F%d", step, p, uint8(d)), arm: fmt.Sprintf("ldr q%d, [x%d], #%d", uint8(d), uint8(p), step)})
}

func address(p R, offset int) string {
	if offset == 0 {
		return fmt.Sprintf("(%v)", p)
	}
	return fmt.Sprintf("%d(%v)", offset, p)
}

func armAddress(p R, offset int) string {
	if offset == 0 {
		return fmt.Sprintf("[x%d]", uint8(p))
	}
	return fmt.Sprintf("[x%d, #%d]", uint8(p), offset)
}

// Wipe leaves nothing in registers that held secrets.
func (f *Func) Wipe(vs ...V) {
	for _, v := range vs {
		f.Eor(v, v, v, "leave nothing behind")
	}
}

// WipeR is Wipe for general registers.
func (f *Func) WipeR(rs ...R) {
	for _, r := range rs {
		f.EorR(r, r, r, "leave nothing behind")
	}
}
