// Package rounds writes the rounds of AES for the generators of kernels with
// AES instructions.
//
// A [Cipher] is one direction of AES under one schedule in one encoding. Its
// methods take any number of states, registers of one or more blocks each, and
// carry them through the rounds side by side: AESENC takes three or four
// cycles and one or two can start in each, so eight independent states keep
// the unit full. A round key is read once for all of them.
//
// One piece of code serves all three key sizes. Rounds 1 to 9 are common to
// them; then two branches on the number of rounds, which is public, skip the
// two rounds that AES-128 has not and the two that AES-192 has not. The last
// round key is found by the number of rounds, so nothing after the branches
// depends on it.
package rounds

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"vpaes.example/aes/asm/simd"
)

type Op = operand.Op

// A Direction is the pair of instructions for middle and last rounds.
type Direction struct {
	name          string
	middle, final func(e simd.Encoding, d, a, k Op)
}

// Decrypt is the equivalent inverse cipher: its schedule holds InvMixColumns
// of the encryption round keys, in reverse order.
var (
	Encrypt = Direction{"encrypt", simd.Encoding.Enc, simd.Encoding.EncLast}
	Decrypt = Direction{"decrypt", simd.Encoding.Dec, simd.Encoding.DecLast}
)

func (d Direction) String() string { return d.name }

// A Schedule is an expanded key in memory, at any address.
type Schedule struct {
	keys reg.GPVirtual // address of round key 0
	last reg.GPVirtual // address of the last round key
	n    reg.GPVirtual // twice the number of rounds
}

// Load emits the loading of a schedule from the parameters of the function
// that is being written: the number of rounds, 10, 12 or 14, and the address
// of round key 0.
func Load(rounds, keys string) Schedule {
	s := Schedule{build.GP64(), build.GP64(), build.GP64()}
	build.Comment("The schedule: round key 0 and the last.")
	build.Load(build.Param(rounds), s.n)
	build.Load(build.Param(keys), s.keys)
	build.ADDQ(s.n, s.n)
	build.LEAQ(operand.Mem{Base: s.keys, Index: s.n, Scale: 8}, s.last)
	return s
}

// Key is the address of round key i of the first ten, which every key size has.
func (s Schedule) Key(i int) operand.Mem { return operand.Mem{Base: s.keys, Disp: 16 * i} }

// LastKey is the address of the last round key.
func (s Schedule) LastKey() operand.Mem { return operand.Mem{Base: s.last} }

// A Cipher is one direction of AES under a schedule, in the width of an encoding.
type Cipher struct {
	simd.Encoding
	Direction
	Schedule
}

// At is the same cipher in another encoding.
func (c Cipher) At(e simd.Encoding) Cipher { c.Encoding = e; return c }

// LoadKey reads a round key into every lane of a new register.
func (c Cipher) LoadKey(m operand.Mem) Op {
	k := c.Vec()
	c.Load16(k, m)
	return k
}

// key is a round key as the last operand of an instruction on n states. VEX
// takes it from memory where that saves reading it, at the width of a block.
func (c Cipher) key(m operand.Mem, n int) Op {
	if c.Encoding == simd.AVX && n <= 2 {
		return m
	}
	return c.LoadKey(m)
}

// Whiten XORs round key 0 into the states.
func (c Cipher) Whiten(states []Op) {
	build.Comment("Round key 0.")
	k := c.key(c.Key(0), len(states))
	for _, s := range states {
		c.Xor(s, s, k)
	}
}

// WhitenFrom reads one register of data after the other from m on, and XORs
// round key 0 into each.
func (c Cipher) WhitenFrom(states []Op, m operand.Mem) {
	build.Comment("Data XOR round key 0.")
	k := c.LoadKey(c.Key(0))
	for i, s := range states {
		c.XorFrom(s, k, m.Offset(i*c.Bytes()))
	}
}

// Round is middle round i of the states.
func (c Cipher) Round(i int, states []Op) {
	build.Commentf("Round %d.", i)
	k := c.key(c.Key(i), len(states))
	for _, s := range states {
		c.middle(c.Encoding, s, s, k)
	}
}

// Middle is all rounds but the last. The functions in between are emitted
// after round i, for i from 1 to 9, so they run once for every key size. They
// may change the flags, and must not branch out.
func (c Cipher) Middle(states []Op, between ...func(i int)) {
	for i := 1; i <= 9; i++ {
		c.Round(i, states)
		for _, f := range between {
			f(i)
		}
	}
	done := NewLabel("last_round")
	for rounds := 12; rounds <= 14; rounds += 2 {
		build.Commentf("Fewer than %d rounds?", rounds)
		build.CMPQ(c.n, operand.Imm(uint64(2*rounds)))
		build.JB(operand.LabelRef(done))
		c.Round(rounds-2, states)
		c.Round(rounds-1, states)
	}
	build.Label(done)
}

// Last is the last round.
func (c Cipher) Last(states []Op) {
	build.Comment("Last round.")
	k := c.key(c.LastKey(), len(states))
	for _, s := range states {
		c.final(c.Encoding, s, s, k)
	}
}

// LastWith is the last round of one state with a round key of the caller's
// making: the last round key with data XORed into it gives the state XOR the
// data for nothing.
func (c Cipher) LastWith(s, k Op) { c.final(c.Encoding, s, s, k) }

// States allocates n registers.
func (c Cipher) States(n int) []Op {
	s := make([]Op, n)
	for i := range s {
		s[i] = c.Vec()
	}
	return s
}

// StoreAll writes the states one after the other from m on.
func (c Cipher) StoreAll(states []Op, m operand.Mem) {
	build.Comment("Store.")
	for i, s := range states {
		c.Store(m.Offset(i*c.Bytes()), s)
	}
}

// All is the whole cipher.
func (c Cipher) All(states []Op) {
	c.Whiten(states)
	c.Middle(states)
	c.Last(states)
}

var labels int

// NewLabel makes a name for a label that occurs nowhere else in the file.
func NewLabel(name string) string {
	labels++
	return fmt.Sprintf("%s_%d", name, labels)
}
