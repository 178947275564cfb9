package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
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

// load reads a batch of blocks from src into a.
func (r batch) load() {
	build.Commentf("%d bytes.", r.bytes())
	for i, x := range r.stream {
		r.Load(x.a, at(src, i*r.Bytes()))
	}
}

// store writes a batch of blocks from a to dst.
func (r batch) store() {
	for i, x := range r.stream {
		r.Store(at(dst, i*r.Bytes()), x.a)
	}
}

// advance goes on to the next batch; the flags are those of the bytes left.
func (s shape) advance() {
	build.ADDQ(imm(s.bytes()), src)
	build.ADDQ(imm(s.bytes()), dst)
	build.SUBQ(imm(s.bytes()), length)
}

// eachBatch runs body over all of the blocks: in batches of the first shape
// while there are enough blocks, then in smaller ones.
func (k kernel) eachBatch(body func(r batch)) {
	done := label("done")
	single := k.shapes[len(k.shapes)-1]
	one := label("blocks")
	build.Comment("A single block goes straight to its rounds.")
	build.CMPQ(length, imm(single.bytes()))
	build.JE(operand.LabelRef(one))
	for _, s := range k.shapes {
		next := label("fewer")
		this := label("blocks")
		if s == single {
			this = one
		} else {
			build.CMPQ(length, imm(s.bytes()))
			build.JB(operand.LabelRef(next))
		}
		build.Label(this)
		body(s.batch())
		s.advance()
		if s == single {
			break
		}
		build.CMPQ(length, imm(s.bytes()))
		build.JAE(operand.LabelRef(this))
		build.Label(next)
		build.TESTQ(length, length)
		build.JZ(operand.LabelRef(done))
	}
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
