package main

import (
	"fmt"
	"slices"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"vpaes.example/aes/asm/tower"
)

// A direction is encryption or decryption: what differs between the two.
type direction struct {
	name     string // of functions
	schedule string // of parameters
	in       tower.Map
	last     tower.Form
	turn     int // of ShiftRows: 1, or -1 for InvShiftRows
	rows     int // of the neighbourhood that it uses
	middle   func(x stream)
}

var (
	encryption = direction{"encrypt", "enc", tower.Encryption.In, tower.Encryption.Last, 1, 2, stream.mixColumns}
	decryption = direction{"decrypt", "dec", tower.Decryption.In, tower.Decryption.Last, -1, 3, stream.invMixColumns}
)

// most is the largest number of middle rounds.
const most = 13

// downs is how many rows of the state a row of the neighbourhood reaches down.
// Encryption has no use for the last.
var downs = [3]int{1, 3, 2}

// neighbourhood has the orders that MixColumns needs, for registers of one or two
// blocks. Each is a row of one entry per middle round, of which the last is the
// last round's whatever the number of rounds: in it one ShiftRows remains.
func (v direction) neighbourhood() operand.Mem {
	var all [][16]byte
	for _, down := range downs[:v.rows] {
		for round := range most {
			order := tower.Neighbour(v.turn*(most-round), down)
			all = append(all, order, order)
		}
	}
	return constants.Row(all...)
}

// neighbour is d = what lies down rows further than a, in the round at hand.
func (x stream) neighbour(d, a Op, down int) {
	m := operand.Mem{Base: neighbours, Index: index, Scale: 2, Disp: 32 * most * slices.Index(downs[:], down)}
	x.do(func() { x.Shuffle(d, a, m) })
}

// key is the round key for the round at hand.
func key() operand.Mem { return indexed(keys, 0) }

// orders are constants that depend on the number of rounds only modulo 4,
// which is 0 or 2; the register named order points at those that apply.
const (
	orderShifted = 16 * iota // ShiftRows of all rounds at once
	orderCounter             // the same, of a counter held as two 64-bit integers
	orderKeep                // 0 in the byte that is the low one of a counter, after ShiftRows, else ones
	orderPick                // that byte, everywhere
	orderColumn              // bytes 0 to 3 to the column that byte is mixed into, else zeros
	orderColumn2             // bytes 4 to 7
	orderSize
)

func orders() operand.Mem {
	var all [][16]byte
	for _, rounds := range []int{0, 2} {
		shifted := tower.Shifted(rounds)
		counter, keep, pick, column, column2 := shifted, shifted, shifted, shifted, shifted
		low := 0 // where ShiftRows puts byte 15
		for p, from := range shifted {
			if from == 15 {
				low = p
			}
		}
		// In round 1, ShiftRows takes byte 15 to the first column of the straight
		// state. Here it is ahead by one less than the input.
		ahead := tower.Shifted(rounds - 1)
		for p := range shifted {
			counter[p] = 15 - shifted[p]
			keep[p] = 0xff
			pick[p] = byte(low)
			column[p], column2[p] = 0x80, 0x80
			if ahead[p] < 4 {
				column[p], column2[p] = ahead[p], 4+ahead[p]
			}
		}
		keep[low] = 0
		all = append(all, shifted, counter, keep, pick, column, column2)
	}
	return constants.Row(all...)
}

// start reads the parameters rounds and schedule and sets the registers that
// the rounds need. The first index ends in roundsReg.
func (v direction) start() {
	build.Load(build.Param("rounds"), roundsReg)
	build.Load(build.Param(v.schedule), keys)
	build.Comment("ShiftRows of all rounds: one of two orders, as rounds/2 is even or odd.")
	build.LEAQ(orders(), order)
	build.LEAQ(at(order, orderSize), scratch)
	build.BTQ(imm(1), roundsReg)
	build.CMOVQCS(scratch, order)
	build.LEAQ(v.neighbourhood().Offset(32*most), neighbours)
	build.Comment("The last round key, and the index of the first middle round before it.")
	build.SHLQ(imm(4), roundsReg)
	build.ADDQ(roundsReg, keys)
	build.NEGQ(roundsReg)
	build.ADDQ(imm(16), roundsReg)
}

var labels int

func label(name string) string {
	labels++
	return fmt.Sprintf("%s%d", name, labels)
}

// firstIndex sets the index for the first middle round.
func firstIndex() { build.MOVQ(roundsReg, index) }

// firstKey is round key 0.
func firstKey() operand.Mem {
	return operand.Mem{Base: keys, Index: roundsReg, Scale: 1, Disp: -16}
}

// cipher is all of the cipher: a in AES's bytes and order to a in AES's bytes.
func (v direction) cipher(r batch) {
	build.Comment("ShiftRows of all rounds at once; into the basis of the state; round key 0.")
	r.together(func(x stream) {
		x.permute(x.a, x.a, at(order, orderShifted))
		v.enter(x)
	})
	firstIndex()
	v.rounds(r, label("round"))
}

// enter takes a from AES's bytes to the basis of the state and adds the first round key.
func (v direction) enter(x stream) {
	x.split()
	x.lookup(x.c, v.in.Low, x.a)
	x.addKey(x.c, firstKey())
	x.lookup(x.a, v.in.High, x.b)
	x.add(x.a, x.a, x.c)
}

// roundLabel starts a loop of rounds, aligned: where it starts changes its time by up
// to three parts in a hundred.
func roundLabel(name string) {
	build.Instruction(&ir.Instruction{Opcode: "PCALIGN", Operands: []operand.Op{operand.Imm(64)}})
	build.Label(name)
}

// rounds is the middle rounds from the index on, and the last one.
func (v direction) rounds(r batch, loop string) {
	roundLabel(loop)
	r.together(func(x stream) {
		x.invert()
		v.middle(x)
	})
	build.ADDQ(imm(16), index)
	build.JNZ(operand.LabelRef(loop))
	build.Comment("The last round.")
	r.together(func(x stream) {
		x.invert()
		v.leave(x)
	})
}

// leave takes (io, jo) to AES's bytes and adds the last round key.
func (v direction) leave(x stream) {
	x.lookup(x.c, v.last.IO, x.a)
	x.addKey(x.c, at(keys, 0))
	x.lookup(x.a, v.last.JO, x.b)
	x.add(x.a, x.a, x.c)
}

// substitute is the S-box's linear part and twice it: from (io, jo) to c and a.
func (x stream) substitute() {
	one, two := tower.Encryption.Out[1], tower.Encryption.Out[2]
	x.comment("The S-box's value s, and 2·s.")
	x.lookup(x.c, one.IO, x.a)
	x.addLookup(x.c, one.JO, x.b)
	x.lookup(x.d, two.IO, x.a)
	x.lookup(x.a, two.JO, x.b)
	x.add(x.a, x.a, x.d)
}

// mixColumns goes from (io, jo) to the state of the next round.
func (x stream) mixColumns() {
	x.substitute()
	x.mix()
}

// mix goes from s in c and 2·s in a to the state of the next round. The round
// key is stored one row up, so that it can be added before the shuffle by three
// rows, which would otherwise compete with the one that t is waiting for.
func (x stream) mix() {
	x.comment("t = 2·s + s one row down; t + t one row down + (s + round key) three rows down.")
	x.neighbour(x.b, x.c, 1)
	x.addKey(x.c, key())
	x.neighbour(x.c, x.c, 3)
	x.add(x.a, x.a, x.b)
	x.add(x.c, x.c, x.a)
	x.neighbour(x.a, x.a, 1)
	x.add(x.a, x.a, x.c)
}

// invMixColumns goes from (io, jo) to the state of the next round.
func (x stream) invMixColumns() {
	out := tower.Decryption.Out
	x.comment("11 one row down + 13 two rows down + 9 three rows down + 14 + round key.")
	x.lookup(x.c, out[0xB].IO, x.a)
	x.addLookup(x.c, out[0xB].JO, x.b)
	x.neighbour(x.c, x.c, 1)
	x.lookup(x.d, out[0xD].IO, x.a)
	x.addLookup(x.d, out[0xD].JO, x.b)
	x.neighbour(x.d, x.d, 2)
	x.add(x.c, x.c, x.d)
	x.lookup(x.d, out[0x9].IO, x.a)
	x.addLookup(x.d, out[0x9].JO, x.b)
	x.neighbour(x.d, x.d, 3)
	x.add(x.c, x.c, x.d)
	x.lookup(x.d, out[0xE].IO, x.a)
	x.lookup(x.a, out[0xE].JO, x.b)
	x.addKey(x.d, key())
	x.add(x.c, x.c, x.d)
	x.add(x.a, x.a, x.c)
}
