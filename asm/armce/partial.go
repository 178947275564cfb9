package main

import (
	"fmt"

	"vpaes.example/aes/asm/arm64"
)

// Partial blocks of 1 to 15 bytes are read and written in general registers, as
// two pieces: the w bytes at the start and the w bytes at the end, where w is 8,
// 4, 2 or 1, at most n and at least n/2. They cover all n bytes and may overlap.
// The branches depend on n alone. A shift by a register takes its amount modulo
// 64, so 8n and -8n are amounts by which the pieces of 8 move.
const (
	low    = arm64.R(12)
	high   = arm64.R(13)
	rest   = arm64.R(14) // n - w
	amount = arm64.R(15) // of a shift
)

// pieces branches on n to the code for its w.
func (c cipher) pieces(n arm64.R, f func(w int)) {
	done, eight := c.label("partial_done"), c.label("above8")
	c.CmpI(n, 8, "")
	c.Branch("HI", eight)
	for _, w := range []int{4, 2, 1} {
		less := c.label(fmt.Sprintf("below%d", w))
		if w > 1 {
			c.CmpI(n, w, "")
			c.Branch("LO", less)
			c.SubI(rest, n, w, "the second piece may overlap the first")
		}
		f(w)
		c.Jump(done)
		if w > 1 {
			c.Label(less)
		}
	}
	c.Label(eight)
	c.SubI(rest, n, 8, "the second piece may overlap the first")
	f(8)
	c.Label(done)
}

// loadPartial reads n bytes at p into d, n = 1 to 16, and fills with zeros.
func (c cipher) loadPartial(d arm64.V, p, n arm64.R) {
	c.pieces(n, func(w int) {
		c.LdrI(low, p, 0, w, "first piece")
		switch w {
		case 8:
			c.LdrR(high, p, rest, 8, "second piece")
			c.NegShl(amount, n, 3, "")
			c.LsrR(high, high, amount, "without the bytes that are in the first")
			c.FromR(d, low, "")
			c.InsR(d, 1, high, "")
			return
		case 4, 2:
			c.LdrR(high, p, rest, w, "second piece")
			c.Lsl(amount, rest, 3, "")
			c.LslR(high, high, amount, "")
			c.OrrR(low, low, high, "")
		}
		c.FromR(d, low, "")
	})
}

// storePartial writes the first n bytes of a to p, n = 1 to 15.
func (c cipher) storePartial(a arm64.V, p, n arm64.R) {
	c.ToR(low, a, 0, "")
	c.pieces(n, func(w int) {
		c.StrI(low, p, 0, w, "first piece")
		switch w {
		case 1:
			return
		case 8:
			c.ToR(high, a, 1, "")
			c.Lsl(amount, n, 3, "")
			c.LsrR(low, low, amount, "second piece")
			c.NegShl(amount, n, 3, "")
			c.LslR(high, high, amount, "")
			c.OrrR(low, low, high, "")
		case 4, 2:
			c.Lsl(amount, rest, 3, "")
			c.LsrR(low, low, amount, "second piece")
		}
		c.StrR(low, p, rest, w, "")
	})
}
