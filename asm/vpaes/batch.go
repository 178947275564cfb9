package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"vpaes.example/aes/asm/simd"
	"vpaes.example/aes/asm/tower"
)

type Op = simd.Op

// A shape is how many registers of which width go through the rounds side by
// side. One round is a chain of a dozen dependent instructions and leaves the
// units idle most of the time; two or three chains fill them.
type shape struct {
	simd.Encoding
	streams int
}

// bytes and blocks are how much a batch of the shape holds.
func (s shape) bytes() int  { return s.streams * s.Bytes() }
func (s shape) blocks() int { return s.streams * s.Blocks() }

// narrow is the encoding for registers of one block.
func (s shape) narrow() simd.Encoding {
	if s.Encoding == simd.AVX2 {
		return simd.AVX
	}
	return s.Encoding
}

// A stream is the registers that one register of state needs on its way
// through the rounds. Between rounds the state is in a.
//
// The methods write instructions for the stream, at once or into a program.
type stream struct {
	simd.Encoding
	a, b, c, d, temp Op
	mask             Op // 0x0f in every byte
	program          *program
}

// A program is instructions to be written later. Comments are kept in one
// stream's program only.
type program struct {
	steps     []func()
	commented bool
	comment   string // before the next step
}

// A batch is the streams of a shape.
type batch struct {
	shape
	stream []stream
}

func (s shape) batch() batch {
	r := batch{shape: s}
	for i := range s.streams {
		r.stream = append(r.stream, stream{
			Encoding: s.Encoding,
			a:        s.Reg(4 * i),
			b:        s.Reg(4*i + 1),
			c:        s.Reg(4*i + 2),
			d:        s.Reg(4*i + 3),
			temp:     s.Reg(12 + i),
			mask:     s.Reg(15),
		})
	}
	return r
}

// loadMask fills the register that all streams share.
func (k kernel) loadMask() {
	k.Load16(k.Reg(15), constants.At(tower.Repeat(0x0f)))
}

// together writes f for all streams, instruction by instruction in turns. Each
// of three streams is a quarter of the way behind the one before: side by side
// they would all want shuffles at the same time, and then all want exclusive ors.
// Two streams are not enough to gain by it.
func (r batch) together(f func(x stream)) {
	programs := make([]program, r.streams)
	programs[0].commented = true
	for i, x := range r.stream {
		x.program = &programs[i]
		f(x)
	}
	steps := len(programs[0].steps)
	lag := 0
	if r.streams > 2 {
		lag = steps / 4
	}
	for at := range steps + lag*(r.streams-1) {
		for i, p := range programs {
			if now := at - i*lag; 0 <= now && now < steps {
				p.steps[now]()
			}
		}
	}
}

// do writes what f writes, now or as a step of the program.
func (x stream) do(f func()) {
	if x.program == nil {
		f()
		return
	}
	p := x.program
	if text := p.comment; text != "" {
		step := f
		f = func() {
			build.Comment(text)
			step()
		}
		p.comment = ""
	}
	p.steps = append(p.steps, f)
}

// comment explains what the stream does next.
func (x stream) comment(text string) {
	switch {
	case x.program == nil:
		build.Comment(text)
	case x.program.commented:
		x.program.comment = text
	}
}

// add is d = a ^ b.
func (x stream) add(d, a, b Op) { x.do(func() { x.Xor(d, a, b) }) }

// constant loads 16 bytes that are aligned into every lane.
func (x stream) constant(d Op, m operand.Mem) {
	x.do(func() {
		if x.Encoding == simd.SSE {
			x.Mov(d, m)
		} else {
			x.Load16(d, m)
		}
	})
}

// lookup is d = table[by]; d is not by.
func (x stream) lookup(d Op, table tower.Table, by Op) {
	x.constant(d, constants.At(table))
	x.do(func() { x.Shuffle(d, d, by) })
}

// addLookup is d ^= table[by].
func (x stream) addLookup(d Op, table tower.Table, by Op) {
	x.lookup(x.temp, table, by)
	x.add(d, d, x.temp)
}

// permute is d = the bytes of a in the order at m, which is aligned.
func (x stream) permute(d, a Op, m operand.Mem) {
	if x.Encoding == simd.AVX2 {
		x.constant(x.temp, m)
		x.do(func() { x.Shuffle(d, a, x.temp) })
		return
	}
	x.do(func() { x.Shuffle(d, a, m) })
}

// addKey is d ^= the 16 bytes at m, of any alignment.
func (x stream) addKey(d Op, m operand.Mem) {
	x.do(func() { x.Load16(x.temp, m) })
	x.add(d, d, x.temp)
}

// split leaves the low nibbles of a in a and the high ones in b.
func (x stream) split() {
	x.do(func() { x.Shr32(x.b, x.a, 4) })
	x.do(func() { x.And(x.a, x.a, x.mask) })
	x.do(func() { x.And(x.b, x.b, x.mask) })
}

// apply is a = the linear map m of a.
func (x stream) apply(m tower.Map) {
	x.split()
	x.lookup(x.c, m.Low, x.a)
	x.lookup(x.a, m.High, x.b)
	x.add(x.a, x.a, x.c)
}

// invert takes a to its (io, jo), which it leaves in a and b.
func (x stream) invert() {
	x.comment("Split into k (low nibble) and i (high).")
	x.split()
	x.comment("a/k, and j = i + k.")
	x.lookup(x.c, tower.Quotient, x.a)
	x.add(x.a, x.a, x.b)
	x.comment("1/i + a/k and 1/j + a/k.")
	x.lookup(x.d, tower.Reciprocal, x.b)
	x.add(x.d, x.d, x.c)
	x.addLookup(x.c, tower.Reciprocal, x.a)
	x.comment("io = 1/(1/i + a/k) + j and jo = 1/(1/j + a/k) + i.")
	x.addLookup(x.a, tower.Reciprocal, x.d)
	x.addLookup(x.b, tower.Reciprocal, x.c)
}

// General registers. BP, R14 and R15 belong to Go.
var (
	roundsReg  = reg.RAX // the number of rounds, then where the index of the first one starts
	scratch    = reg.RBX
	length     = reg.RCX // bytes left
	index      = reg.RDX // 16 times the number of the round, from below up to 0 for the last
	src        = reg.RSI
	dst        = reg.RDI
	counterHi  = reg.R8
	counterLo  = reg.R9
	neighbours = reg.R10 // behind the last of the orders of bytes, one for each round
	keys       = reg.R11 // the last round key
	group      = reg.R12 // CTR: counter blocks left whose first round is known; CBC: the IV's address
	order      = reg.R13 // the constants for this number of rounds modulo 4
)

func imm(n int) Op { return operand.Imm(uint64(n)) }

func at(base reg.Register, displacement int) operand.Mem {
	return operand.Mem{Base: base, Disp: displacement}
}

func indexed(base reg.Register, displacement int) operand.Mem {
	return operand.Mem{Base: base, Index: index, Scale: 1, Disp: displacement}
}
