package main

import "vpaes.example/aes/asm/arm64"

// Registers. A table's registers follow the order of its constants in memory.
const (
	key        = arm64.V(18) // of the round
	oneDown    = arm64.V(19) // the round's permutations
	twoDown    = arm64.V(20)
	mask       = arm64.V(21) // 0x0F in every byte
	reciprocal = arm64.V(22)
	quotient   = arm64.V(23)
	forms      = arm64.V(24) // of the middle rounds, two registers each
)

// lane is the six registers of a block in flight. s is the state between
// rounds; io and jo are what the inversion leaves for the output forms.
type lane struct{ s, i, io, jo, a, t arm64.V }

// lanes is the first n lanes. Their states are consecutive, so that one
// instruction loads or stores them.
func lanes(n int) (ls []lane) {
	const of = interleave
	for v := range arm64.V(n) {
		ls = append(ls, lane{v, v + of, v + 2*of, v + 3*of, v + 4*of, v + 5*of})
	}
	return ls
}

// nibbles splits s: low gets the low nibbles, high the high ones.
func nibbles(f *arm64.Func, low, high, s arm64.V) {
	f.And(low, s, mask, "k = low nibbles")
	f.Ushr8(high, s, 4, "i = high nibbles")
}

// invert leaves io and jo of the inversion of s.
func (l lane) invert(f *arm64.Func) {
	k, j := l.io, l.s
	nibbles(f, k, l.i, l.s)
	f.Tbl(l.a, quotient, k, "a/k")
	f.Eor(j, k, l.i, "j = i + k")
	f.Tbl(l.io, reciprocal, l.i, "1/i")
	f.Tbl(l.jo, reciprocal, j, "1/j")
	f.Eor(l.io, l.io, l.a, "1/i + a/k")
	f.Eor(l.jo, l.jo, l.a, "1/j + a/k")
	f.Tbl(l.io, reciprocal, l.io, "1/(1/i + a/k)")
	f.Tbl(l.jo, reciprocal, l.jo, "1/(1/j + a/k)")
	f.Eor(l.io, l.io, j, "io")
	f.Eor(l.jo, l.jo, l.i, "jo")
}

// form looks a form up whose tables are in registers tables and tables+1.
func form(f *arm64.Func, d, t, tables, io, jo arm64.V, what string) {
	f.Tbl(d, tables, io, what+" of io")
	f.Tbl(t, tables+1, jo, what+" of jo")
	f.Eor(d, d, t, what)
}

// mixColumns ends a middle round to encrypt: s = s₀ + w₀ + w₁ + key, where
// w = 3·s₀ + s₂.
func (l lane) mixColumns(f *arm64.Func) {
	s, w := l.s, l.a
	f.Tbl(s, forms, l.io, "s of io")
	f.Tbl(l.i, forms+1, l.jo, "s of jo")
	f.Tbl(w, forms+2, l.io, "3s of io")
	f.Tbl(l.t, forms+3, l.jo, "3s of jo")
	f.Eor(s, s, l.i, "s")
	f.Eor(w, w, l.t, "3s")
	f.Tbl(l.io, s, twoDown, "s two rows down")
	f.Eor(s, s, key, "s + key")
	f.Eor(w, w, l.io, "w = 3s + s two rows down")
	f.Tbl(l.jo, w, oneDown, "w one row down")
	f.Eor(s, s, w, "s + key + w")
	f.Eor(s, s, l.jo, "s + key + w + w one row down")
}

// invMixColumns ends a middle round to decrypt:
// s = (14s + 11s one row down + key) + (13s + 9s one row down) two rows down.
func (l lane) invMixColumns(f *arm64.Func) {
	far, near := l.s, l.a
	form(f, far, l.i, forms, l.io, l.jo, "9s")
	form(f, near, l.t, forms+4, l.io, l.jo, "11s")
	f.Tbl(far, far, oneDown, "9s one row down")
	f.Tbl(near, near, oneDown, "11s one row down")
	form(f, l.i, l.t, forms+2, l.io, l.jo, "13s")
	f.Eor(far, far, l.i, "13s + 9s one row down")
	f.Tbl(far, far, twoDown, "the same two rows down")
	form(f, l.io, l.jo, forms+6, l.io, l.jo, "14s")
	f.Eor(l.io, l.io, key, "14s + key")
	f.Eor(near, near, l.io, "14s + key + 11s one row down")
	f.Eor(far, far, near, "the new s")
}
