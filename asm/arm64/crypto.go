package arm64

import "fmt"

// Aese is d = SubBytes(ShiftRows(d ^ k)), a round of encryption without
// MixColumns; Aesd is the same of the inverse operations (FIPS 197 §5).
func (f *Func) Aese(d, k V, comment string) { f.accumulating("AESE", "aese", d, k, comment) }
func (f *Func) Aesd(d, k V, comment string) { f.accumulating("AESD", "aesd", d, k, comment) }

// Aesmc is d = MixColumns(a), Aesimc the inverse.
func (f *Func) Aesmc(d, a V, comment string) {
	f.vec("AESMC", "aesmc", "B16", "B16", "", d, comment, a)
}
func (f *Func) Aesimc(d, a V, comment string) {
	f.vec("AESIMC", "aesimc", "B16", "B16", "", d, comment, a)
}

// accumulating is an operation that reads its destination too.
func (f *Func) accumulating(goName, armName string, d, a V, comment string) {
	f.emit(inst{kind: vector, busy: 1, comment: comment, writes: d.set(), reads: sets(d, a),
		text: fmt.Sprintf("%s %v.B16, %v.B16", goName, a, d),
		arm:  fmt.Sprintf("%s v%d.16b, v%d.16b", armName, uint8(d), uint8(a))})
}

// PmullD and Pmull2D are the carry-less products of the low and of the high
// halves of a and b, of 128 bits.
func (f *Func) PmullD(d, a, b V, comment string) {
	f.vec("VPMULL", "pmull", "D1", "Q1", "", d, comment, a, b)
}
func (f *Func) Pmull2D(d, a, b V, comment string) {
	f.vec("VPMULL2", "pmull2", "D2", "Q1", "", d, comment, a, b)
}

// Eor3 is d = a ^ b ^ c. It needs FEAT_SHA3.
func (f *Func) Eor3(d, a, b, c V, comment string) {
	f.vec("VEOR3", "eor3", "B16", "B16", "", d, comment, a, b, c)
}

// Add32 adds the four words of a and b.
func (f *Func) Add32(d, a, b V, comment string) {
	f.vec("VADD", "add", "S4", "S4", "", d, comment, a, b)
}

// Sub32 subtracts the four words of b from those of a.
func (f *Func) Sub32(d, a, b V, comment string) {
	f.vec("VSUB", "sub", "S4", "S4", "", d, comment, a, b)
}

// Rev32 reverses the bytes of every word.
func (f *Func) Rev32(d, a V, comment string) {
	f.vec("VREV32", "rev32", "B16", "B16", "", d, comment, a)
}

// Dup32 puts the low word of r into every word.
func (f *Func) Dup32(d V, r R, comment string) {
	f.emit(inst{kind: vector, class: transfer, busy: 1, comment: comment, writes: d.set(), reads: r.set(),
		text: fmt.Sprintf("VDUP %v, %v.S4", r, d),
		arm:  fmt.Sprintf("dup v%d.4s, w%d", uint8(d), uint8(r))})
}

// ToR32 is one word of a vector.
func (f *Func) ToR32(r R, a V, word int, comment string) {
	f.emit(inst{kind: vector, class: transfer, busy: 1, comment: comment, writes: r.set(), reads: a.set(),
		text: fmt.Sprintf("VMOV %v.S[%d], %v", a, word, r),
		arm:  fmt.Sprintf("mov w%d, v%d.s[%d]", uint8(r), uint8(a), word)})
}

// LdpQ loads two registers from p + offset and StpQ stores them. LdpQNext and
// StpQNext have no offset and move p past the two.
func (f *Func) LdpQ(a, b V, p R, offset int, comment string) {
	f.emit(inst{kind: load, class: loading, busy: 2, comment: comment, writes: sets(a, b), reads: p.set(),
		text: fmt.Sprintf("FLDPQ %s, (F%d, F%d)", address(p, offset), uint8(a), uint8(b)),
		arm:  fmt.Sprintf("ldp q%d, q%d, %s", uint8(a), uint8(b), armAddress(p, offset))})
}
func (f *Func) LdpQNext(a, b V, p R, comment string) {
	f.emit(inst{kind: load, class: loading, busy: 2, comment: comment, writes: sets(a, b) | p.set(), reads: p.set(),
		text: fmt.Sprintf("FLDPQ.P 32(%v), (F%d, F%d)", p, uint8(a), uint8(b)),
		arm:  fmt.Sprintf("ldp q%d, q%d, [x%d], #32", uint8(a), uint8(b), uint8(p))})
}
func (f *Func) StpQ(a, b V, p R, offset int, comment string) {
	f.emit(inst{kind: store, class: counting, busy: 2, comment: comment, reads: sets(a, b) | p.set(),
		text: fmt.Sprintf("FSTPQ (F%d, F%d), %s", uint8(a), uint8(b), address(p, offset)),
		arm:  fmt.Sprintf("stp q%d, q%d, %s", uint8(a), uint8(b), armAddress(p, offset))})
}
func (f *Func) StpQNext(a, b V, p R, comment string) {
	f.emit(inst{kind: store, class: counting, busy: 2, comment: comment, reads: sets(a, b) | p.set(), writes: p.set(),
		text: fmt.Sprintf("FSTPQ.P (F%d, F%d), 32(%v)", uint8(a), uint8(b), p),
		arm:  fmt.Sprintf("stp q%d, q%d, [x%d], #32", uint8(a), uint8(b), uint8(p))})
}

// StrQNext stores one register and moves p past it.
func (f *Func) StrQNext(a V, p R, comment string) {
	f.emit(inst{kind: store, class: counting, busy: 1, comment: comment, reads: a.set() | p.set(), writes: p.set(),
		text: fmt.Sprintf("FMOVQ.P F%d, 16(%v)", uint8(a), p), arm: fmt.Sprintf("str q%d, [x%d], #16", uint8(a), uint8(p))})
}

// LdrI and StrI move 1, 2, 4 or 8 bytes between p + offset and a general
// register; LdrR and StrR between p + index and a general register.
func (f *Func) LdrI(d, p R, offset, bytes int, comment string) {
	f.emit(inst{kind: load, class: counting, busy: 1, comment: comment, writes: d.set(), reads: p.set(),
		text: fmt.Sprintf("%s %s, %v", moves[bytes], address(p, offset), d)})
}
func (f *Func) StrI(a, p R, offset, bytes int, comment string) {
	f.emit(inst{kind: store, class: counting, busy: 1, comment: comment, reads: p.set() | a.set(),
		text: fmt.Sprintf("%s %v, %s", storing[bytes], a, address(p, offset))})
}
func (f *Func) LdrR(d, p, index R, bytes int, comment string) {
	f.emit(inst{kind: load, class: counting, busy: 1, comment: comment, writes: d.set(), reads: p.set() | index.set(),
		text: fmt.Sprintf("%s (%v)(%v), %v", moves[bytes], p, index, d)})
}
func (f *Func) StrR(a, p, index R, bytes int, comment string) {
	f.emit(inst{kind: store, class: counting, busy: 1, comment: comment, reads: p.set() | a.set() | index.set(),
		text: fmt.Sprintf("%s %v, (%v)(%v)", storing[bytes], a, p, index)})
}

var storing = map[int]string{1: "MOVB", 2: "MOVH", 4: "MOVW", 8: "MOVD"}

// LdpI loads two 64-bit registers from p + offset.
func (f *Func) LdpI(a, b, p R, offset int, comment string) {
	f.emit(inst{kind: load, class: counting, busy: 1, comment: comment, writes: a.set() | b.set(), reads: p.set(),
		text: fmt.Sprintf("LDP %s, (%v, %v)", address(p, offset), a, b)})
}

// MovRU puts a constant into a register.
func (f *Func) MovRU(d R, c uint64, comment string) {
	f.integer(fmt.Sprintf("MOVD $%#x, %v", c, d), comment, 0, d.set())
}

func (f *Func) OrrR(d, a, b R, comment string) {
	f.integer(fmt.Sprintf("ORR %v, %v, %v", b, a, d), comment, a.set()|b.set(), d.set())
}
func (f *Func) CmpR(a, b R, comment string) {
	f.integer(fmt.Sprintf("CMP %v, %v", b, a), comment, a.set()|b.set(), flags.set())
}

// TstI compares a & n with 0.
func (f *Func) TstI(a R, n int, comment string) {
	f.integer(fmt.Sprintf("TST $%d, %v", n, a), comment, a.set(), flags.set())
}

// EorW and EorWRor are exclusive ors of words; Ror rotates the second operand
// right by n first.
func (f *Func) EorW(d, a, b R, comment string) {
	f.integer(fmt.Sprintf("EORW %v, %v, %v", b, a, d), comment, a.set()|b.set(), d.set())
}
func (f *Func) EorWRor(d, a, b R, n int, comment string) {
	f.integer(fmt.Sprintf("EORW %v@>%d, %v, %v", b, n, a, d), comment, a.set()|b.set(), d.set())
}

// Lsl shifts by n, LslR and LsrR by a register modulo 64.
func (f *Func) Lsl(d, a R, n int, comment string) {
	f.integer(fmt.Sprintf("LSL $%d, %v, %v", n, a, d), comment, a.set(), d.set())
}
func (f *Func) LslR(d, a, n R, comment string) {
	f.integer(fmt.Sprintf("LSL %v, %v, %v", n, a, d), comment, a.set()|n.set(), d.set())
}
func (f *Func) LsrR(d, a, n R, comment string) {
	f.integer(fmt.Sprintf("LSR %v, %v, %v", n, a, d), comment, a.set()|n.set(), d.set())
}

// NegShl is d = -(a<<n).
func (f *Func) NegShl(d, a R, n int, comment string) {
	f.integer(fmt.Sprintf("NEG %v<<%d, %v", a, n, d), comment, a.set(), d.set())
}

// OrrRU is a disjunction with an immediate.
func (f *Func) OrrRU(d, a R, c uint64, comment string) {
	f.integer(fmt.Sprintf("ORR $%#x, %v, %v", c, a, d), comment, a.set(), d.set())
}

// SubShl is d = a - b<<n.
func (f *Func) SubShl(d, a, b R, n int, comment string) {
	f.integer(fmt.Sprintf("SUB %v<<%d, %v, %v", b, n, a, d), comment, a.set()|b.set(), d.set())
}

// ArgAddress is the address of an argument.
func (f *Func) ArgAddress(d R, name string, offset int) {
	f.integer(fmt.Sprintf("MOVD $%s+%d(FP), %v", name, offset, d), "the arguments", 0, d.set())
}

// Dup64 puts r into both halves.
func (f *Func) Dup64(d V, r R, comment string) {
	f.emit(inst{kind: vector, class: transfer, busy: 1, comment: comment, writes: d.set(), reads: r.set(),
		text: fmt.Sprintf("VDUP %v, %v.D2", r, d),
		arm:  fmt.Sprintf("dup v%d.2d, x%d", uint8(d), uint8(r))})
}

// StpW stores two words at p and moves it past them; LdpW loads them from p + offset.
func (f *Func) StpW(a, b, p R, comment string) {
	f.emit(inst{kind: store, class: counting, busy: 1, comment: comment, reads: a.set() | b.set() | p.set(), writes: p.set(),
		text: fmt.Sprintf("STPW.P (%v, %v), 8(%v)", a, b, p)})
}
func (f *Func) LdpW(a, b, p R, offset int, comment string) {
	f.emit(inst{kind: load, class: counting, busy: 1, comment: comment, writes: a.set() | b.set(), reads: p.set(),
		text: fmt.Sprintf("LDPW %s, (%v, %v)", address(p, offset), a, b)})
}

// Align puts what follows, the start of a loop, at a multiple of n bytes.
func (f *Func) Align(n int) { f.flow(fmt.Sprintf("PCALIGN $%d", n)) }

// Needs names what the function needs besides NEON.
func (f *Func) Needs(features string) { f.needs = features }

func (f *Func) requires() string {
	if f.needs == "" {
		return "NEON"
	}
	return "NEON, " + f.needs
}
