package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"vpaes.example/aes/asm/simd"
	"vpaes.example/aes/asm/tower"
)

// A run is a sequence of counter blocks that differ in their last byte only.
// After the first round they differ in one column, the one that MixColumns
// makes of that byte and three others: it is the column that the three others
// make, plus s, s, 3·s and 2·s for the S-box's value s of the last byte.
//
// So one vector of S-boxes is enough for as many blocks as it has bytes. Its
// values, four bytes for each block, go to the stack, which is read there in
// the order of the blocks. The state after the first round is base, the state
// for s = 0, plus those four bytes moved to their column.
//
// A last byte that is zero when the S-box inverts it has s = 0 (its constant is
// in the round keys): that makes the base.
type run struct {
	batch         // that goes through the rounds
	columns, base operand.Mem
}

func newRun(wide batch) run {
	size := 4 * 16 * wide.Blocks()
	frame := build.AllocLocal(size + wide.Bytes())
	return run{wide, frame, frame.Offset(size)}
}

// most is how many blocks are taken from one vector of S-boxes: whole batches.
func (r run) most() int { return 16 * r.Blocks() / r.blocks() * r.blocks() }

// least is how many blocks make a run worth its preparation.
func (r run) least() int { return 2 * r.blocks() }

// prepare sets group to the length of the run at the counter; for a short one
// it jumps to the label plain.
func (r run) prepare() {
	build.Comment("The run ends where the last byte of the counter carries, or the data ends.")
	build.MOVQ(counterLo, group)
	build.NOTQ(group)
	build.ANDQ(imm(255), group)
	build.INCQ(group)
	build.MOVQ(operand.U32(uint64(r.most())), scratch)
	build.CMPQ(group, scratch)
	build.CMOVQHI(scratch, group)
	build.MOVQ(length, scratch)
	build.SHRQ(imm(4), scratch)
	build.CMPQ(group, scratch)
	build.CMOVQHI(scratch, group)
	build.CMPQ(group, imm(r.least()))
	build.JB(operand.LabelRef("plain"))

	build.Comment("Stream 0 is a counter block, stream 1 the last bytes of all blocks of the run.")
	two := shape{r.Encoding, 2}.batch()
	block, lasts := two.stream[0], two.stream[1]
	shape{r.Encoding, 1}.batch().counters()
	r.narrow().From64(simd.Low(lasts.a), counterLo)
	if r.Encoding == simd.AVX2 {
		build.VPBROADCASTB(simd.Low(lasts.a), lasts.a)
	} else {
		r.Shuffle(lasts.a, lasts.a, constants.At(tower.Repeat(0)))
	}
	var counts [2][16]byte
	for i := range 32 {
		counts[i/16][i%16] = byte(i)
	}
	r.Add8(lasts.a, lasts.a, constants.Row(counts[:r.Blocks()]...))
	build.Comment("Into the basis of the state; round key 0, of which stream 1 has the byte that meets the last one.")
	two.together(func(x stream) { x.apply(encryption.in) })
	r.Load16(block.b, firstKey())
	r.Xor(block.a, block.a, block.b)
	lasts.permute(block.b, block.b, at(order, orderPick))
	r.Xor(lasts.a, lasts.a, block.b)
	r.Load16(block.b, at(order, orderKeep))
	r.And(block.a, block.a, block.b)
	two.together(func(x stream) {
		x.invert()
		x.substitute()
	})

	build.Comment("Base: the rest of round 1.")
	firstIndex()
	block.mix()
	r.Store(r.base, block.a)

	build.Comment("s, s, 3·s and 2·s of each block side by side.")
	s, twice, thrice, ss, t, u := lasts.c, lasts.a, lasts.b, lasts.d, block.b, block.c
	r.Xor(thrice, s, twice)
	r.UnpackLo8(ss, s, s)
	r.UnpackHi8(s, s, s)
	r.UnpackLo8(t, thrice, twice)
	r.UnpackHi8(u, thrice, twice)
	r.UnpackLo16(thrice, ss, t)
	r.storeColumns(0, thrice)
	r.UnpackHi16(ss, ss, t)
	r.storeColumns(1, ss)
	r.UnpackLo16(thrice, s, u)
	r.storeColumns(2, thrice)
	r.UnpackHi16(s, s, u)
	r.storeColumns(3, s)
	build.LEAQ(r.columns, scratch)
	build.JMP(operand.LabelRef("run"))
}

// storeColumns stores columns 4n to 4n+3 of each half of the run.
func (r run) storeColumns(n int, a Op) {
	one := r.narrow()
	one.Store(r.columns.Offset(16*n), simd.Low(a))
	if r.Encoding == simd.AVX2 {
		build.VEXTRACTI128(imm(1), a, r.columns.Offset(64+16*n))
	}
}

// next sets a to the next batch of the run after round 1.
func (r run) next() {
	build.Comment("The state after round 1: base, and the block's own column.")
	base, column := r.stream[0].b, Op(at(order, orderColumn))
	if r.Encoding == simd.AVX2 {
		r.Load(r.stream[0].c, column.(operand.Mem))
		column = r.stream[0].c
	}
	r.Load(base, r.base)
	for i, x := range r.stream {
		if r.Encoding == simd.AVX2 {
			build.VPBROADCASTQ(at(scratch, 8*i), x.a)
		} else {
			r.Load8(x.a, at(scratch, 4*i))
		}
		r.Shuffle(x.a, x.a, column)
		r.Xor(x.a, x.a, base)
	}
	build.ADDQ(imm(4*r.blocks()), scratch)
	build.LEAQ(at(roundsReg, 16), index)
}

// forget clears the stack.
func (r run) forget() {
	build.Comment("Leave no state behind.")
	zero := r.stream[0].a
	r.Zero(zero)
	for at := 0; at < 4*16*r.Blocks()+r.Bytes(); at += r.Bytes() {
		r.Store(r.columns.Offset(at), zero)
	}
}
