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
	k.loadConstants()
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
	one.Load(simd.Low(r.t), at(iv, 0))
	if r.Encoding == simd.AVX2 {
		r.Insert(r.t, r.t, at(src, 0), 1)
	}
	r.Xor(r.a[0], r.a[0], r.t)
	for i := 1; i < r.streams; i++ {
		r.Load(r.t, at(src, i*r.Bytes()-16))
		r.Xor(r.a[i], r.a[i], r.t)
	}
	one.Load(simd.Low(r.t), at(src, r.bytes()-16))
	one.Store(at(iv, 0), simd.Low(r.t))
}

// cbcEncrypt writes cbcEncrypt, where each block waits for the one before. What
// counts is the length of that chain, and two things keep it short. MixColumns
// takes 3·s from a table of its own. And the chain stays in the basis of the
// state: the next block starts from the S-box's value in that basis, not from
// the ciphertext, which is only written. With K = round key 0 + In(last round
// key), block n starts from
//
//	In(plaintext n) + K + value n-1
//
// of which all but the value is computed ahead of time.
func (k kernel) cbcEncrypt() {
	k.function("cbcEncrypt", "(rounds int, enc *[15][16]byte, dst, src *byte, n int, iv *[16]byte)",
		"encrypts n bytes of whole blocks in CBC mode and leaves the last block of ciphertext in iv.")
	r := shape{k.narrow(), 1}.batch()
	chain, between := r.Reg(4), r.Reg(5) // the value, K
	encryption.start()
	buffers()
	iv := group
	build.Load(build.Param("iv"), iv)
	r.loadConstants()
	in := func() {
		r.permute(r.a, r.a, at(order, orderShifted))
		r.apply(encryption.in)
	}
	build.Comment("K = round key 0 + In(last round key); the first value is In(IV) + In(last round key).")
	r.Load(r.a[0], at(keys, 0))
	in()
	r.Mov(chain, r.a[0])
	r.addKey(r.a, operand.Mem{Base: keys, Index: rounds_, Scale: 1, Disp: -16})
	r.Mov(between, r.a[0])
	r.Load(r.a[0], at(iv, 0))
	in()
	r.Xor(chain, chain, r.a[0])

	build.Label("block")
	r.Load(r.a[0], at(src, 0))
	in()
	r.Xor(r.a[0], r.a[0], between)
	r.Xor(r.a[0], r.a[0], chain)
	firstIndex()
	build.Label("round")
	r.invert()
	r.mixColumnsParallel()
	build.ADDQ(imm(16), index)
	build.JNZ(operand.LabelRef("round"))
	build.Comment("The last round: the value for the chain, and the ciphertext.")
	r.invert()
	r.lookup(r.c, tower.Encryption.Out[1].IO, r.a)
	r.addLookup(r.c, tower.Encryption.Out[1].JO, r.b)
	r.permute(r.c, r.c, at(order, orderShifted))
	r.Mov(chain, r.c[0])
	encryption.leave(r)
	r.store()
	r.advance()
	build.JNZ(operand.LabelRef("block"))
	r.Store(at(iv, 0), r.a[0])
	k.Done()
	build.RET()
}
