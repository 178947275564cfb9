package gcm

import (
	"encoding/binary"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// GCM counts in the last 32 bits of a block, big-endian, and wraps.
//
// The base of a batch is the counter block two before its first, so that with
// a nonce of 12 bytes, whose first data block is number 2, a base is a multiple
// of the blocks in a batch: then the counter block of number i in the batch is
// the base with i XORed into its last byte, or the next base with i less the
// blocks in a batch. Round key 0 is XORed into the two bases, which leaves one
// XOR for each register of counter blocks. Other counters take an addition, a
// shuffle that puts the bytes in order, and the XOR of the key.

// reverseCounter is the shuffle that makes the counter little-endian, and back.
func (f field) reverseCounter() operand.Mem {
	var c [16]byte
	for i := range 12 {
		c[i] = byte(i)
	}
	copy(c[12:], []byte{15, 14, 13, 12})
	return f.each(c)
}

// counterStep adds n to a little-endian counter in every lane.
func (f field) counterStep(n int) operand.Mem { return f.each(littleCounter(n)) }

func littleCounter(n int) (c [16]byte) {
	binary.LittleEndian.PutUint32(c[12:], uint32(n))
	return c
}

// counterSteps adds n, n + 1, … to the lanes.
func (f field) counterSteps(n int) operand.Mem { return f.lanes(n, littleCounter) }

// number XORs n into a big-endian counter in every lane.
func (f field) number(n int) operand.Mem { return f.each(bigCounter(n)) }

// numbers XORs n, n + 1, … into the lanes.
func (f field) numbers(n int) operand.Mem { return f.lanes(n, bigCounter) }

func bigCounter(n int) (c [16]byte) {
	binary.BigEndian.PutUint32(c[12:], uint32(n))
	return c
}

func (f field) lanes(n int, block func(int) [16]byte) operand.Mem {
	var row [][16]byte
	for lane := range f.Blocks() {
		row = append(row, block(n+lane))
	}
	return f.t.Row(row...)
}

// bases sets base and next to the bases of this batch and the next, XOR round key 0.
func (k kernel) bases(base, next, key Op) {
	w := k.w
	build.Comment("The base of this batch and of the next.")
	w.Load(base, k.counter)
	w.Add32(next, base, w.counterStep(batch*w.Blocks()))
	w.Shuffle(base, base, w.reverseCounter())
	w.Shuffle(next, next, w.reverseCounter())
	w.Xor(base, base, key)
	w.Xor(next, next, key)
}

// aligned sets the states to counter blocks number 2 and on XOR round key 0,
// from bases that lie apart as many blocks as there are in the states.
func (k kernel) aligned(states []Op, base, next Op, apart int) {
	w := k.w
	build.Comment("Counter blocks XOR round key 0.")
	for i, s := range states {
		n := 2 + i*w.Blocks()
		if n < apart {
			w.Xor(s, base, w.numbers(n))
		} else {
			w.Xor(s, next, w.numbers(n-apart))
		}
	}
}

// added is aligned for counters of any value.
func (k kernel) added(states []Op, base, key Op) {
	w := k.w
	build.Comment("Counter blocks XOR round key 0.")
	for i, s := range states {
		w.Add32(s, base, w.counterSteps(2+i*w.Blocks()))
		w.Shuffle(s, s, w.reverseCounter())
		w.Xor(s, s, key)
	}
}

// advanceCounter stores the base for the blocks after so many.
func (k kernel) advanceCounter(base Op, blocks int) {
	k.w.Add32(base, base, k.w.counterStep(blocks))
	k.w.Store(k.counter, base)
}
