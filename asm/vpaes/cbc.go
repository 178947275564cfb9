package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"vpaes.example/aes/asm/simd"
	"vpaes.example/aes/asm/tower"
)

// cbcDecrypt writes cbcDecrypt.
func (k kernel) cbcDecrypt() {
	k.function("cbcDecrypt", "(rounds int, dec *[15][16]byte, dst, src *byte, n int, iv *[16]byte)",
		"decrypts n bytes of whole blocks in CBC mode and leaves the last block of ciphertext in iv.")
	decryption.start()
	buffers()
	iv := group
	build.Load(build.Param("iv"), iv)
	k.loadMask()
	k.eachBatch(func(r batch) {
		r.load()
		decryption.cipher(r)
		r.addPrevious(iv)
		r.store()
	})
	k.Done()
	build.RET()
}

// addPrevious adds to every block of a the block of ciphertext before it, the
// first from iv, and moves the last to iv. The ciphertext is read once more:
// nothing of the batch is written yet.
func (r batch) addPrevious(iv reg.Register) {
	build.Comment("Add the ciphertext before each block; the last is the next IV.")
	one := r.narrow()
	for i, x := range r.stream {
		low := simd.Low(x.b)
		switch {
		case i == 0 && r.Encoding == simd.AVX2:
			one.Load(low, at(iv, 0))
			r.Insert(x.b, x.b, at(src, 0), 1)
		case i == 0:
			one.Load(low, at(iv, 0))
		case i < r.streams-1:
			r.Load(x.b, at(src, i*r.Bytes()-16))
		default:
			before := at(src, i*r.Bytes()-16)
			r.last(func() { r.Load(x.b, before) }, func() { one.Load(low, before) })
		}
		r.Xor(x.a, x.a, x.b)
	}
	next := simd.Low(r.stream[0].b)
	r.last(func() { one.Load(next, at(src, r.bytes()-16)) }, func() { one.Load(next, at(src, r.bytes()-32)) })
	one.Store(at(iv, 0), next)
}

// cbcEncrypt writes cbcEncrypt, where each block waits for the one before. What
// counts is the length of that chain, so it stays in the basis of the state:
// the next block starts from the S-box's value in that basis, not from the
// ciphertext, which is only written. With K = round key 0 + In(last round key),
// block n starts from
//
//	In(plaintext n) + K + value n-1
//
// of which all but the value is computed ahead of time. Only the first block
// starts from bytes, In(plaintext + IV) + round key 0, and K is not in its way.
func (k kernel) cbcEncrypt() {
	k.function("cbcEncrypt", "(rounds int, enc *[15][16]byte, dst, src *byte, n int, iv *[16]byte)",
		"encrypts n bytes of whole blocks in CBC mode and leaves the last block of ciphertext in iv.")
	r := shape{k.narrow(), 1}.batch()
	x := r.stream[0]
	aside := shape{k.narrow(), 2}.batch().stream[1]
	chain, between := r.Reg(8), r.Reg(9) // the value, K
	encryption.start()
	buffers()
	iv := group
	build.Load(build.Param("iv"), iv)
	k.loadMask()
	in := func(x stream) {
		x.permute(x.a, x.a, at(order, orderShifted))
		x.apply(encryption.in)
	}
	build.Comment("In(plaintext + IV) + round key 0.")
	r.Load(x.a, at(src, 0))
	r.Load(x.b, at(iv, 0))
	r.Xor(x.a, x.a, x.b)
	in(x)
	x.addKey(x.a, firstKey())
	build.Comment("K = round key 0 + In(last round key).")
	r.Load(aside.a, at(keys, 0))
	in(aside)
	aside.addKey(aside.a, firstKey())
	r.Mov(between, aside.a)
	build.JMP(operand.LabelRef("start"))

	build.Label("block")
	build.Comment("In(plaintext) + K + value.")
	r.Load(x.a, at(src, 0))
	in(x)
	r.Xor(x.a, x.a, between)
	r.Xor(x.a, x.a, chain)
	build.Label("start")
	firstIndex()
	roundLabel("round")
	x.invert()
	x.mixColumns()
	build.ADDQ(imm(16), index)
	build.JNZ(operand.LabelRef("round"))
	build.Comment("The last round: the ciphertext, and beside it the value for the chain.")
	x.invert()
	r.Mov(aside.c, x.a) // io, in whose place comes the ciphertext
	encryption.leave(x)
	x.lookup(aside.a, tower.Encryption.Out[1].IO, aside.c)
	x.addLookup(aside.a, tower.Encryption.Out[1].JO, x.b)
	x.permute(chain, aside.a, at(order, orderShifted))
	r.store()
	r.advance()
	build.JNZ(operand.LabelRef("block"))
	r.Store(at(iv, 0), x.a)
	k.Done()
	build.RET()
}
