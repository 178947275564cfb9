package arm64

import "fmt"

// flags is the condition flags as a register: R31 is no general register here.
const flags R = 31

func (f *Func) integer(text, comment string, reads, writes set) {
	f.emit(inst{kind: integer, class: counting, busy: 1, text: text, comment: comment, reads: reads, writes: writes})
}

// Arg loads an argument of the function.
func (f *Func) Arg(d R, name string, offset int) {
	f.emit(inst{kind: load, class: counting, busy: 1, writes: d.set(), text: fmt.Sprintf("MOVD %s+%d(FP), %v", name, offset, d)})
}

// Frame gives the function n bytes of stack, and d their address.
func (f *Func) Frame(d R, n int, comment string) {
	f.frame = n
	f.integer(fmt.Sprintf("MOVD $frame-%d(SP), %v", n, d), comment, 0, d.set())
}

// Address is the address of a constant table.
func (f *Func) Address(d R, t *Table, comment string) {
	f.integer(fmt.Sprintf("MOVD $%s<>(SB), %v", t.name, d), comment, 0, d.set())
}

// MovRI, MovR, AddI, SubI, Add, SubsI … are the integer instructions of the
// same name; an I at the end means that the last operand is an immediate.
func (f *Func) MovRI(d R, n int, comment string) {
	f.integer(fmt.Sprintf("MOVD $%d, %v", n, d), comment, 0, d.set())
}
func (f *Func) MovRI64(d R, n uint64, comment string) {
	f.integer(fmt.Sprintf("MOVD $%#x, %v", n, d), comment, 0, d.set())
}
func (f *Func) MovR(d, a R, comment string) {
	f.integer(fmt.Sprintf("MOVD %v, %v", a, d), comment, a.set(), d.set())
}
func (f *Func) AddI(d, a R, n int, comment string) {
	if n < 0 { // the assembler would load -n into R27
		f.SubI(d, a, -n, comment)
		return
	}
	f.integer(fmt.Sprintf("ADD $%d, %v, %v", n, a, d), comment, a.set(), d.set())
}
func (f *Func) SubI(d, a R, n int, comment string) {
	f.integer(fmt.Sprintf("SUB $%d, %v, %v", n, a, d), comment, a.set(), d.set())
}
func (f *Func) AndI(d, a R, n int, comment string) {
	f.integer(fmt.Sprintf("AND $%d, %v, %v", n, a, d), comment, a.set(), d.set())
}
func (f *Func) Sub(d, a, b R, comment string) {
	f.integer(fmt.Sprintf("SUB %v, %v, %v", b, a, d), comment, a.set()|b.set(), d.set())
}

// AddShl is d = a + b<<n.
func (f *Func) AddShl(d, a, b R, n int, comment string) {
	f.integer(fmt.Sprintf("ADD %v<<%d, %v, %v", b, n, a, d), comment, a.set()|b.set(), d.set())
}

// Neg is d = -a.
func (f *Func) Neg(d, a R, comment string) {
	f.integer(fmt.Sprintf("NEG %v, %v", a, d), comment, a.set(), d.set())
}
func (f *Func) EorR(d, a, b R, comment string) {
	f.integer(fmt.Sprintf("EOR %v, %v, %v", b, a, d), comment, a.set()|b.set(), d.set())
}
func (f *Func) Lsr(d, a R, n int, comment string) {
	f.integer(fmt.Sprintf("LSR $%d, %v, %v", n, a, d), comment, a.set(), d.set())
}

func (f *Func) Asr(d, a R, n int, comment string) {
	f.integer(fmt.Sprintf("ASR $%d, %v, %v", n, a, d), comment, a.set(), d.set())
}
func (f *Func) AndR(d, a, b R, comment string) {
	f.integer(fmt.Sprintf("AND %v, %v, %v", b, a, d), comment, a.set()|b.set(), d.set())
}

// EorShl is d = a ^ b<<n.
func (f *Func) EorShl(d, a, b R, n int, comment string) {
	f.integer(fmt.Sprintf("EOR %v<<%d, %v, %v", b, n, a, d), comment, a.set()|b.set(), d.set())
}

// Extr is the 64 bits from bit n on of a:b.
func (f *Func) Extr(d, a, b R, n int, comment string) {
	f.integer(fmt.Sprintf("EXTR $%d, %v, %v, %v", n, b, a, d), comment, a.set()|b.set(), d.set())
}

func (f *Func) Mul(d, a, b R, comment string) {
	f.integer(fmt.Sprintf("MUL %v, %v, %v", b, a, d), comment, a.set()|b.set(), d.set())
}

// Msub is d = c - a·b.
func (f *Func) Msub(d, a, b, c R, comment string) {
	f.integer(fmt.Sprintf("MSUB %v, %v, %v, %v", b, c, a, d), comment, a.set()|b.set()|c.set(), d.set())
}

// Csel is d = a if the flags meet the condition, and b otherwise.
func (f *Func) Csel(condition string, d, a, b R, comment string) {
	f.integer(fmt.Sprintf("CSEL %s, %v, %v, %v", condition, a, b, d), comment, a.set()|b.set()|flags.set(), d.set())
}

// Rev reverses the eight bytes.
func (f *Func) Rev(d, a R, comment string) {
	f.integer(fmt.Sprintf("REV %v, %v", a, d), comment, a.set(), d.set())
}

// AddsI sets the carry flag and AdcZero adds it.
func (f *Func) AddsI(d, a R, n int, comment string) {
	f.integer(fmt.Sprintf("ADDS $%d, %v, %v", n, a, d), comment, a.set(), d.set()|flags.set())
}
func (f *Func) AdcZero(d, a R, comment string) {
	f.integer(fmt.Sprintf("ADC ZR, %v, %v", a, d), comment, a.set()|flags.set(), d.set())
}
func (f *Func) SubsI(d, a R, n int, comment string) {
	f.integer(fmt.Sprintf("SUBS $%d, %v, %v", n, a, d), comment, a.set(), d.set()|flags.set())
}
func (f *Func) Cmp(a, b R, comment string) {
	f.integer(fmt.Sprintf("CMP %v, %v", b, a), comment, a.set()|b.set(), flags.set())
}
func (f *Func) CmpI(a R, n int, comment string) {
	f.integer(fmt.Sprintf("CMP $%d, %v", n, a), comment, a.set(), flags.set())
}

// LoadR and StoreR move 1, 2, 4 or 8 bytes between memory and a register and
// step the pointer past them.
func (f *Func) LoadR(d, p R, bytes int, comment string) {
	f.emit(inst{kind: load, class: counting, busy: 1, comment: comment, writes: d.set() | p.set(), reads: p.set(),
		text: fmt.Sprintf("%s.P %d(%v), %v", moves[bytes], bytes, p, d)})
}
func (f *Func) StoreR(a, p R, bytes int, comment string) {
	f.emit(inst{kind: store, class: counting, busy: 1, comment: comment, writes: p.set(), reads: p.set() | a.set(),
		text: fmt.Sprintf("%s.P %v, %d(%v)", moves[bytes], a, bytes, p)})
}

var moves = map[int]string{1: "MOVBU", 2: "MOVHU", 4: "MOVWU", 8: "MOVD"}

// Label, Jump, Branch … and Ret steer. A
// condition is Go's: EQ, NE, LO, HS, HI, LS.
func (f *Func) Label(name string) { f.flow(name + ":") }
func (f *Func) Jump(to string)    { f.flow("JMP " + to) }
func (f *Func) Branch(condition, to string) {
	f.flow("B" + condition + " " + to)
}
func (f *Func) BranchZero(r R, to string)    { f.flow(fmt.Sprintf("CBZ %v, %s", r, to)) }
func (f *Func) BranchNotZero(r R, to string) { f.flow(fmt.Sprintf("CBNZ %v, %s", r, to)) }
func (f *Func) BranchBitClear(r R, bit int, to string) {
	f.flow(fmt.Sprintf("TBZ $%d, %v, %s", bit, r, to))
}
func (f *Func) BranchBitSet(r R, bit int, to string) {
	f.flow(fmt.Sprintf("TBNZ $%d, %v, %s", bit, r, to))
}
func (f *Func) Ret() { f.flow("RET") }

func (f *Func) flow(text string) { f.emit(inst{kind: flow, text: text}) }

// Comment puts a line of prose between instructions.
func (f *Func) Comment(text string) {
	if !f.holding {
		f.emit(inst{kind: flow, text: "// " + text})
	}
}
