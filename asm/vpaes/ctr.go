package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"vpaes.example/aes/asm/simd"
)

// ctr writes ctr. The counter is two 64-bit integers in general registers.
// The blocks of one batch count in the low one only; where that would carry
// within a batch, single blocks take the counter across.
//
// A large batch takes one of two ways into the rounds: through the first round
// like any other blocks, or, where a run of blocks shares all but the lowest
// byte of the counter, from what counters.go has prepared of that round.
func (k kernel) ctr() {
	k.function("ctr", "(rounds int, enc *[15][16]byte, dst, src *byte, n int, hi, lo uint64)",
		"XORs the n bytes at src with the encrypted counter blocks from hi:lo on.")
	wide, single := k.shapes[0].batch(), k.shapes[len(k.shapes)-1].batch()
	smaller := k.shapes[1 : len(k.shapes)-1]
	run := newRun(wide)
	encryption.start()
	buffers()
	build.Load(build.Param("hi"), counterHi)
	build.Load(build.Param("lo"), counterLo)
	k.loadMask()

	build.Label("dispatch")
	build.CMPQ(length, imm(single.bytes()))
	build.JBE(operand.LabelRef("single"))
	build.Comment("A single block where the low half of the counter carries before a batch ends.")
	build.CMPQ(counterLo, operand.I32(-wide.blocks()))
	build.JA(operand.LabelRef("single"))
	for _, s := range smaller {
		build.CMPQ(length, imm(s.bytes()))
		build.JA(operand.LabelRef(s.larger(k.shapes)))
	}
	for i := len(smaller) - 1; i >= 0; i-- {
		r := smaller[i].batch()
		build.Label(r.label())
		r.counters()
		encryption.cipherOfCounters(r)
		r.finish()
	}

	build.Label(wide.label())
	run.prepare()
	build.Label("plain")
	build.XORQ(group, group)
	wide.counters()
	wide.together(encryption.enter)
	firstIndex()
	build.JMP(operand.LabelRef("rounds"))
	build.Label("run")
	run.next()
	encryption.rounds(wide, "rounds")
	build.CMPQ(length, imm(wide.bytes()))
	build.JB(operand.LabelRef("cut"))
	wide.xor(wide.streams)
	wide.count()
	wide.advance()
	build.JZ(operand.LabelRef("done"))
	build.SUBQ(imm(wide.blocks()), group)
	build.CMPQ(group, imm(wide.blocks()))
	build.JGE(operand.LabelRef("run"))
	build.JMP(operand.LabelRef("dispatch"))
	build.Label("cut")
	wide.finish()

	build.Label("single")
	single.counters()
	encryption.cipherOfCounters(single)
	build.CMPQ(length, imm(16))
	build.JB(operand.LabelRef("partial"))
	single.xor(1)
	single.count()
	single.advance()
	build.JNZ(operand.LabelRef("dispatch"))
	build.JMP(operand.LabelRef("done"))

	k.ends()
	build.Label("done")
	run.forget()
	k.Done()
	build.RET()
}

// label is where the code for the shape starts.
func (s shape) label() string {
	return map[int]string{2: "two", 3: "three", 4: "four", 6: "six"}[s.blocks()]
}

// larger is the label of the shape before s in shapes.
func (s shape) larger(shapes []shape) string {
	for i := range shapes {
		if shapes[i] == s {
			return shapes[i-1].label()
		}
	}
	panic("vpaes: no such shape")
}

// counters sets a to the counter blocks of a batch, after ShiftRows of all rounds.
func (r batch) counters() {
	build.Comment("Counter blocks, reversed and shifted.")
	one, x := r.narrow(), r.stream[0]
	one.From64(simd.Low(x.b), counterLo)
	one.From64(simd.Low(x.c), counterHi)
	one.UnpackLo64(simd.Low(x.b), simd.Low(x.b), simd.Low(x.c))
	if r.Encoding == simd.AVX2 {
		build.VINSERTI128(imm(1), simd.Low(x.b), x.b, x.b)
	}
	for i, y := range r.stream {
		if i == 0 && r.Blocks() == 1 {
			r.Mov(y.a, x.b)
			continue
		}
		var step [][16]byte
		for lane := range r.Blocks() {
			step = append(step, [16]byte{byte(i*r.Blocks() + lane)})
		}
		r.Add64(y.a, x.b, constants.Row(step...))
	}
	for _, y := range r.stream {
		y.permute(y.a, y.a, at(order, orderCounter))
	}
}

// count moves the counter on by a batch.
func (s shape) count() {
	build.ADDQ(imm(s.blocks()), counterLo)
	build.ADCQ(imm(0), counterHi)
}

// cipherOfCounters encrypts counter blocks.
func (v direction) cipherOfCounters(r batch) {
	build.Comment("Into the basis of the state; round key 0.")
	r.together(v.enter)
	firstIndex()
	v.rounds(r, label("round"))
}

// xor writes src XOR the first n registers of a to dst.
func (r batch) xor(n int) {
	for i, x := range r.stream[:n] {
		r.Load(x.b, at(src, i*r.Bytes()))
	}
	for i, x := range r.stream[:n] {
		r.Xor(x.a, x.a, x.b)
		r.Store(at(dst, i*r.Bytes()), x.a)
	}
}

// finish ends the message with a batch of which at least one byte of the last
// register is used.
func (r batch) finish() {
	build.Comment("The last register of the message may be used in part.")
	full := shape{r.Encoding, r.streams - 1}
	if full.streams > 0 {
		r.xor(full.streams)
		full.advance()
		r.Mov(r.stream[0].a, r.stream[full.streams].a)
	}
	build.JMP(operand.LabelRef("last"))
}

// ends is the code for the last register of the message, which is 0.
func (k kernel) ends() {
	one := shape{k.narrow(), 1}.batch()
	x := one.stream[0]
	build.Label("last")
	if k.Encoding == simd.AVX2 {
		build.CMPQ(length, imm(16))
		build.JBE(operand.LabelRef("block"))
		one.Load(x.b, at(src, 0))
		one.Xor(x.b, x.b, x.a)
		one.Store(at(dst, 0), x.b)
		k.Extract(x.a, k.Reg(0), 1)
		one.advance()
		build.Label("block")
	}
	build.CMPQ(length, imm(16))
	build.JB(operand.LabelRef("partial"))
	one.xor(1)
	build.JMP(operand.LabelRef("done"))
	build.Label("partial")
	k.partial.Xor(dst, src, length, x.a)
}

func (k kernel) narrow() simd.Encoding { return k.shapes[0].narrow() }
