package rounds

import (
	"encoding/binary"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"vpaes.example/aes/asm/simd"
)

// Counters makes counter blocks.
//
// A base register holds consecutive counters,
// one per lane, as little-endian numbers: the low 64 bits in the low half of a
// block. The next ones are one addition away, as long as nothing carries out
// of the half, and one byte shuffle turns each into the block that the
// standard wants, big-endian. Where the first counter of a batch is a multiple of
// as many blocks as the batch has, the others come from it, already XORed with
// round key 0, by one XOR each.
type Counters struct {
	e simd.Encoding
	t *simd.Table
}

func NewCounters(e simd.Encoding, t *simd.Table) Counters { return Counters{e, t} }

// Reverse is the constant for a shuffle that reverses the bytes of every lane.
func (c Counters) Reverse() operand.Mem {
	var r [16]byte
	for i := range r {
		r[i] = byte(15 - i)
	}
	return c.t.Row(c.each(func(int) [16]byte { return r })...)
}

// each makes a constant for every lane.
func (c Counters) each(f func(lane int) [16]byte) (row [][16]byte) {
	for lane := range c.e.Blocks() {
		row = append(row, f(lane))
	}
	return row
}

// Step is the constant that adds n to the counter in every lane.
func (c Counters) Step(n int) operand.Mem {
	return c.t.Row(c.each(func(int) [16]byte { return little(n) })...)
}

// Lanes is the constant that adds to every lane its own number.
func (c Counters) Lanes() operand.Mem { return c.t.Row(c.each(little)...) }

// Flip is the constant that XORs n into the last byte of every lane. On a
// big-endian counter that is a multiple of a power of two above n, this adds n.
func (c Counters) Flip(n int) operand.Mem {
	return c.t.Row(c.each(func(int) (b [16]byte) { b[15] = byte(n); return })...)
}

func little(n int) (b [16]byte) {
	binary.LittleEndian.PutUint64(b[:], uint64(n))
	return b
}

// Join sets the first lane of a register to hi:lo.
func (c Counters) Join(base Op, hi, lo reg.Register) {
	e := min(c.e, simd.AVX)
	d, t := simd.Low(base), build.XMM()
	e.From64(d, lo)
	e.From64(t, hi)
	e.UnpackLo64(d, d, t)
}

// Spread sets every lane of base to its first lane plus the lane's own number.
func (c Counters) Spread(base Op) {
	if c.e.Blocks() > 1 {
		build.VINSERTI128(operand.Imm(1), simd.Low(base), base, base)
		c.e.Add64(base, base, c.Lanes())
	}
}

// Blocks sets states to the counter blocks of base and of those that follow
// it; reverse is a register that holds Reverse.
func (c Counters) Blocks(states []Op, base, reverse Op) {
	for i, s := range states {
		if i == 0 {
			c.e.Shuffle(s, base, reverse)
			continue
		}
		c.e.Add64(s, base, c.Step(i*c.e.Blocks()))
		c.e.Shuffle(s, s, reverse)
	}
}

// Aligned sets states to the counter blocks of base and of those that follow it,
// XOR round key 0, k. Base must be a multiple of the number of blocks, which is
// a power of two and at most 256.
func (c Counters) Aligned(states []Op, base, reverse, k Op) {
	c.e.Shuffle(states[0], base, reverse)
	c.e.Xor(states[0], states[0], k)
	for i, s := range states[1:] {
		c.e.Xor(s, states[0], c.Flip((i+1)*c.e.Blocks()))
	}
}
