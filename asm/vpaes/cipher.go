package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
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
	middle   func(r batch)
}

var (
	encryption = direction{"encrypt", "enc", tower.Encryption.In, tower.Encryption.Last, 1, batch.mixColumns}
	decryption = direction{"decrypt", "dec", tower.Decryption.In, tower.Decryption.Last, -1, batch.invMixColumns}
)

// most is the largest number of middle rounds.
const most = 13

// neighbourhood has the orders that MixColumns needs, for one, two and three
// rows down. Each is a row of one entry per middle round, of which the last is
// the last round's whatever the number of rounds: in it one ShiftRows remains.
func (v direction) neighbourhood() operand.Mem {
	var all [][16]byte
	for down := 1; down <= 3; down++ {
		for round := range most {
			all = append(all, tower.Neighbour(v.turn*(most-round), down))
		}
	}
	return constants.Row(all...)
}

// neighbour is the order for the round at hand and the row that lies down rows further.
func neighbour(down int) operand.Mem { return indexed(neighbours, 16*most*(down-1)) }

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
// the rounds need. The first index ends in rounds_.
func (v direction) start() {
	build.Load(build.Param("rounds"), rounds_)
	build.Load(build.Param(v.schedule), keys)
	build.Comment("ShiftRows of all rounds: one of two orders, as rounds/2 is even or odd.")
	build.LEAQ(orders(), order)
	build.LEAQ(at(order, orderSize), scratch)
	build.BTQ(imm(1), rounds_)
	build.CMOVQCS(scratch, order)
	build.LEAQ(v.neighbourhood().Offset(16*most), neighbours)
	build.Comment("The last round key, and the index of the first middle round before it.")
	build.SHLQ(imm(4), rounds_)
	build.ADDQ(rounds_, keys)
	build.NEGQ(rounds_)
	build.ADDQ(imm(16), rounds_)
}

var labels int

func label(name string) string {
	labels++
	return fmt.Sprintf("%s%d", name, labels)
}

// firstIndex sets the index for the first middle round.
func firstIndex() { build.MOVQ(rounds_, index) }

// enter takes a from AES's bytes to the basis of the state and adds the first round key.
func (v direction) enter(r batch) {
	build.Comment("Into the basis of the state; round key 0.")
	r.apply(v.in)
	r.addKey(r.a, operand.Mem{Base: keys, Index: rounds_, Scale: 1, Disp: -16})
}

// cipher is all of the cipher: a in AES's bytes and order to a in AES's bytes.
func (v direction) cipher(r batch) {
	build.Comment("ShiftRows of all rounds at once.")
	r.permute(r.a, r.a, at(order, orderShifted))
	v.enter(r)
	firstIndex()
	v.rounds(r, label("round"))
}

// rounds is the middle rounds from the index on, and the last one.
func (v direction) rounds(r batch, loop string) {
	build.Label(loop)
	r.invert()
	v.middle(r)
	build.ADDQ(imm(16), index)
	build.JNZ(operand.LabelRef(loop))
	build.Comment("The last round.")
	r.invert()
	v.leave(r)
}

// leave takes (io, jo) to AES's bytes and adds the last round key.
func (v direction) leave(r batch) {
	r.lookup(r.c, v.last.IO, r.a)
	r.lookup(r.a, v.last.JO, r.b)
	r.add(r.a, r.a, r.c)
	r.addKey(r.a, at(keys, 0))
}

// substitute is the S-box's linear part and twice it: from (io, jo) to c and a.
func (r batch) substitute() {
	one, two := tower.Encryption.Out[1], tower.Encryption.Out[2]
	build.Comment("The S-box's value s, and 2·s.")
	r.lookup(r.c, one.IO, r.a)
	r.addLookup(r.c, one.JO, r.b)
	r.lookup(r.d, two.IO, r.a)
	r.lookup(r.a, two.JO, r.b)
	r.add(r.a, r.a, r.d)
}

// mixColumns goes from (io, jo) to the state of the next round.
func (r batch) mixColumns() {
	r.substitute()
	r.mix()
}

// mix goes from s in c and 2·s in a to the state of the next round.
func (r batch) mix() {
	build.Comment("t = 2·s + s one row down; s three rows down + t + t one row down + round key.")
	r.permute(r.b, r.c, neighbour(1))
	r.permute(r.c, r.c, neighbour(3))
	r.add(r.a, r.a, r.b)
	r.addKey(r.c, key())
	r.add(r.c, r.c, r.a)
	r.permute(r.a, r.a, neighbour(1))
	r.add(r.a, r.a, r.c)
}

// invMixColumns goes from (io, jo) to the state of the next round.
func (r batch) invMixColumns() {
	out := tower.Decryption.Out
	build.Comment("11 one row down + 13 two rows down + 9 three rows down + 14 + round key.")
	r.lookup(r.c, out[0xB].IO, r.a)
	r.addLookup(r.c, out[0xB].JO, r.b)
	r.permute(r.c, r.c, neighbour(1))
	r.lookup(r.d, out[0xD].IO, r.a)
	r.addLookup(r.d, out[0xD].JO, r.b)
	r.permute(r.d, r.d, neighbour(2))
	r.add(r.c, r.c, r.d)
	r.lookup(r.d, out[0x9].IO, r.a)
	r.addLookup(r.d, out[0x9].JO, r.b)
	r.permute(r.d, r.d, neighbour(3))
	r.add(r.c, r.c, r.d)
	r.lookup(r.d, out[0xE].IO, r.a)
	r.lookup(r.a, out[0xE].JO, r.b)
	r.addKey(r.d, key())
	r.add(r.c, r.c, r.d)
	r.add(r.a, r.a, r.c)
}

// mixColumnsParallel is [batch.mixColumns] with a third table for 3·s: two
// look-ups more, but no shuffle waits for another. For one stream.
func (r batch) mixColumnsParallel() {
	out := tower.Encryption.Out
	build.Comment("2·s + round key + 3·s one row down + s two and three rows down.")
	r.lookup(r.c, out[1].IO, r.a)
	r.addLookup(r.c, out[1].JO, r.b)
	r.lookup(r.d, out[3].IO, r.a)
	r.addLookup(r.d, out[3].JO, r.b)
	r.lookup([]Op{r.u}, out[2].IO, r.a)
	r.lookup(r.a, out[2].JO, r.b)
	r.Xor(r.a[0], r.a[0], r.u)
	r.addKey(r.a, key())
	r.permute(r.d, r.d, neighbour(1))
	r.permute(r.b, r.c, neighbour(2))
	r.permute(r.c, r.c, neighbour(3))
	r.add(r.a, r.a, r.d)
	r.add(r.b, r.b, r.c)
	r.add(r.a, r.a, r.b)
}
