package main

import (
	"fmt"

	"vpaes.example/aes/asm/arm64"
)

// Partial blocks of 1 to 15 bytes are read and written in general registers.
// With w the largest power of two that is not above n, the w bytes at the start
// and the w bytes at the end cover all n bytes, and overlap where n < 2w. The
// branches depend on n alone.
const (
	low    = arm64.R(12)
	high   = arm64.R(13)
	rest   = arm64.R(14) // n - w
	amount = arm64.R(15) // of a shift
)

// pieces branches on n to the code for its w.
func (c cipher) pieces(n arm64.R, f func(w int)) {
	done := c.label("partial_done")
	for w := 8; w >= 1; w /= 2 {
		less := c.label(fmt.Sprintf("less%d", w))
		if w > 1 {
			c.BranchBitClear(n, bit(w), less)
			c.SubI(rest, n, w, "the second piece overlaps the first")
		}
		f(w)
		if w > 1 {
			c.Jump(done)
			c.Label(less)
		}
	}
	c.Label(done)
}

// loadPartial reads n bytes at p into d and fills with zeros.
func (c cipher) loadPartial(d arm64.V, p, n arm64.R) {
	c.pieces(n, func(w int) {
		c.LdrI(low, p, 0, w, "first piece")
		switch w {
		case 8:
			c.LdrR(high, p, rest, 8, "second piece")
			c.MovRI(amount, 15, "")
			c.Sub(amount, amount, n, "")
			c.Lsl(amount, amount, 3, "")
			c.LsrR(high, high, amount, "without the bytes that are in the first,")
			c.Lsr(high, high, 8, "one at least")
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

// storePartial writes the first n bytes of a to p.
func (c cipher) storePartial(a arm64.V, p, n arm64.R) {
	c.ToR(low, a, 0, "")
	c.pieces(n, func(w int) {
		c.StrI(low, p, 0, w, "first piece")
		if w == 1 {
			return
		}
		c.Lsl(amount, rest, 3, "")
		c.LsrR(low, low, amount, "second piece")
		if w == 8 {
			c.ToR(high, a, 1, "")
			c.Lsl(high, high, 8, "by one byte at least")
			c.EorI(amount, amount, 56, "56 - amount")
			c.LslR(high, high, amount, "")
			c.OrrR(low, low, high, "")
		}
		c.StrR(low, p, rest, w, "")
	})
}
