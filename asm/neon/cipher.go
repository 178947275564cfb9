package main

import "vpaes.example/aes/asm/arm64"

// General registers. All functions take rounds, the schedule, dst, src and n
// first; what follows differs.
const (
	rounds   = arm64.R(0)
	schedule = arm64.R(1)
	dst      = arm64.R(2)
	src      = arm64.R(3)
	n        = arm64.R(4)
	iv       = arm64.R(5)

	nextKey   = arm64.R(7)  // the next round key
	nextDown  = arm64.R(8)  // the next round's permutations
	firstDown = arm64.R(9)  // the first round's permutations
	endDown   = arm64.R(10) // behind the last round's
	shiftAll  = arm64.R(11) // the permutation of the input
	inMap     = arm64.R(12) // of decryption, which has no registers for it
	lastForm  = arm64.R(13) // likewise
)

// A direction is what tells encryption from decryption.
type direction struct {
	name   string
	middle func(lane, *arm64.Func) // the second half of a middle round
	// Registers of the input map and of the last round's form, two each.
	// Encryption has room for all its constants; decryption reads these two
	// pairs for each batch, into registers that are free at the time.
	in, out  arm64.V
	resident bool
	step     int // from one round's permutations to the next one's
}

var (
	encryption = direction{name: "enc", middle: lane.mixColumns, in: 28, out: 30, resident: true, step: -32}
	decryption = direction{name: "dec", middle: lane.invMixColumns, in: 16, out: oneDown, step: 32}
)

// cipher is a function that encrypts or decrypts.
type cipher struct {
	*arm64.Func
	direction
}

// cipher starts a function and loads its constants. args is the size of the
// arguments, those after n included.
func (p *program) cipher(signature string, args int, d direction) *cipher {
	f := p.File.Func(signature, args)
	f.Block(false, func() {
		for i, name := range []string{"rounds", d.name, "dst", "src", "n"} {
			f.Arg(rounds+arm64.R(i), name, 8*i)
		}
		constants := p.encryption
		if !d.resident {
			constants = p.decryption
		}
		f.Address(inMap, constants, "")
		f.Ld1Next(reciprocal, 4, inMap, "reciprocal, quotient, forms")
		f.Ld1Next(reciprocal+4, 4, inMap, "forms")
		f.Ld1Next(reciprocal+8, 2, inMap, "forms")
		f.Movi(mask, 0x0F, "mask of the low nibble")

		t := nextKey
		f.Address(shiftAll, p.shifts, "")
		f.AndI(t, rounds, 2, "rounds modulo 4: 12 or 10, 14")
		f.AddShl(shiftAll, shiftAll, t, 4, "ShiftRows of all rounds")

		f.Address(endDown, p.neighbours, "")
		if d.resident {
			f.SubI(t, rounds, 1, "ShiftRows is ahead by rounds-1")
		} else {
			f.AddI(lastForm, inMap, 32, "")
			f.MovRI(t, 17, "")
			f.Sub(t, t, rounds, "InvShiftRows is ahead by rounds-1")
		}
		f.AddShl(firstDown, endDown, t, 5, "permutations of the first round")
		if d.step > 0 {
			f.AddI(endDown, endDown, 16*d.step, "up to the end of the table")
		}
	})
	return &cipher{f, d}
}

// start takes the blocks in ls through the input map and the first round key.
// prepare makes the blocks.
func (c *cipher) start(ls []lane, prepare func()) {
	c.Block(false, func() {
		if prepare != nil {
			prepare()
		}
		c.LdrQ(oneDown, shiftAll, 0, "ShiftRows of all rounds")
		c.LdrQ(key, schedule, 0, "round key")
		c.firstDownAndKey()
		if !c.resident {
			c.Ld1(c.in, 2, inMap, "input map")
		}
		for _, l := range ls {
			c.Tbl(l.s, l.s, oneDown, "ShiftRows")
			nibbles(c.Func, l.io, l.i, l.s)
			c.Tbl(l.io, c.in, l.io, "the state's basis")
			c.Tbl(l.i, c.in+1, l.i, "the state's basis")
			c.Eor(l.s, l.io, key, "low nibble's part + key")
			c.Eor(l.s, l.s, l.i, "the state")
		}
	})
}

// firstDownAndKey points to what the first middle round reads.
func (c *cipher) firstDownAndKey() {
	c.AddI(nextKey, schedule, 16, "")
	c.MovR(nextDown, firstDown, "")
}

// middleRounds does the rounds between the first and the last. label is its loop's.
func (c *cipher) middleRounds(ls []lane, label string) {
	c.Label(label)
	c.Block(true, func() {
		c.LdrQ(key, nextKey, 0, "round key")
		c.LdrQ(oneDown, nextDown, 0, "one row down")
		c.LdrQ(twoDown, nextDown, 16, "two rows down")
		c.AddI(nextKey, nextKey, 16, "")
		c.AddI(nextDown, nextDown, c.step, "")
		c.Cmp(nextDown, endDown, "")
		for _, l := range ls {
			l.invert(c.Func)
			c.middle(l, c.Func)
		}
	})
	c.Branch("NE", label)
}

// finish does the last round; then comes what more is to be done.
func (c *cipher) finish(ls []lane, more func()) {
	c.Block(false, func() {
		c.Ld1(key, 1, nextKey, "last round key")
		if !c.resident {
			c.Ld1(c.out, 2, lastForm, "last form")
		}
		for _, l := range ls {
			l.invert(c.Func)
			c.Tbl(l.io, c.out, l.io, "last form of io")
			c.Tbl(l.jo, c.out+1, l.jo, "last form of jo")
			c.Eor(l.io, l.io, key, "+ key")
			c.Eor(l.s, l.io, l.jo, "the block")
		}
		if more != nil {
			more()
		}
	})
}
