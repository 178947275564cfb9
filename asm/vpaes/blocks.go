package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"vpaes.example/aes/asm/simd"
)

// function opens a function; doc says what it does after its name.
func (k kernel) function(name, signature, doc string) {
	build.TEXT(name+k.suffix, attr.NOSPLIT, "func"+signature)
	build.Doc(name + k.suffix + " " + doc)
	build.Pragma("noescape")
}

// buffers reads the parameters dst, src and n.
func buffers() {
	build.Load(build.Param("dst"), dst)
	build.Load(build.Param("src"), src)
	build.Load(build.Param("n"), length)
}

// least is how many bytes make a batch of the shape: of several wide registers,
// the last one may be half full.
func (s shape) least() int {
	if s.splits() {
		return s.bytes() - 16
	}
	return s.bytes()
}

func (s shape) splits() bool { return s.Encoding == simd.AVX2 && s.streams > 1 }

// last writes full for a last register that is full, half for one that is half full.
func (s shape) last(full, half func()) {
	if !s.splits() {
		full()
		return
	}
	cut, done := label("half"), label("full")
	build.CMPQ(length, imm(s.bytes()))
	build.JB(operand.LabelRef(cut))
	full()
	build.JMP(operand.LabelRef(done))
	build.Label(cut)
	half()
	build.Label(done)
}

// load reads a batch of blocks from src into a.
func (r batch) load() {
	build.Commentf("%d bytes.", r.bytes())
	for i, x := range r.stream {
		m := at(src, i*r.Bytes())
		if i < r.streams-1 {
			r.Load(x.a, m)
			continue
		}
		r.last(func() { r.Load(x.a, m) }, func() { r.narrow().Load(simd.Low(x.a), m) })
	}
}

// store writes a batch of blocks from a to dst.
func (r batch) store() {
	for i, x := range r.stream {
		m := at(dst, i*r.Bytes())
		if i < r.streams-1 {
			r.Store(m, x.a)
			continue
		}
		r.last(func() { r.Store(m, x.a) }, func() { r.narrow().Store(m, simd.Low(x.a)) })
	}
}

// advance goes on to the next batch; the flags are those of the bytes left.
func (s shape) advance() {
	build.ADDQ(imm(s.bytes()), src)
	build.ADDQ(imm(s.bytes()), dst)
	build.SUBQ(imm(s.bytes()), length)
}

// eachBatch runs body over all of the blocks: in batches of the first shape
// while there are enough blocks, then in one smaller batch or a single block. A
// shape is left when there is too little for it, which is at most one batch of the
// next, and only a single block may be over. Where a batch of the first shape and
// the rest would take longer than two of the second, there are two of the second.
func (k kernel) eachBatch(body func(r batch)) {
	done, one, two := label("done"), label("blocks"), label("blocks")
	single := k.shapes[len(k.shapes)-1]
	build.Comment("A single block goes straight to its rounds.")
	build.CMPQ(length, imm(single.bytes()))
	build.JE(operand.LabelRef(one))
	for i, s := range k.shapes[:len(k.shapes)-1] {
		this, next := label("blocks"), label("fewer")
		if i > 0 && k.shapes[i-1].least()-16 > s.bytes() {
			panic("vpaes: blocks are left after a batch")
		}
		build.CMPQ(length, imm(s.least()))
		build.JB(operand.LabelRef(next))
		switch i {
		case 0:
			build.Label(this)
			build.CMPQ(length, imm(2*k.shapes[1].bytes()))
			build.JE(operand.LabelRef(two))
			body(s.batch())
			s.advance()
			build.JBE(operand.LabelRef(done))
			build.CMPQ(length, imm(s.least()))
			build.JAE(operand.LabelRef(this))
		case 1:
			build.Label(two)
			body(s.batch())
			s.advance()
			build.JA(operand.LabelRef(two))
			build.JMP(operand.LabelRef(done))
		default:
			body(s.batch())
			build.JMP(operand.LabelRef(done))
		}
		build.Label(next)
	}
	build.Label(one)
	body(single.batch())
	build.Label(done)
}

// blocks writes encryptBlocks or decryptBlocks.
func (k kernel) blocks(v direction) {
	k.function(v.name+"Blocks", fmt.Sprintf("(rounds int, %s *[15][16]byte, dst, src *byte, n int)", v.schedule),
		v.name+"s n bytes of whole blocks, each by itself.")
	v.start()
	buffers()
	k.loadMask()
	k.eachBatch(func(r batch) {
		r.load()
		v.cipher(r)
		r.store()
	})
	k.Done()
	build.RET()
}
