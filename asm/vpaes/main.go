// Command vpaes writes the vector-permute AES kernels of package aes:
// vpaes_amd64.s and the declarations beside it.
//
// Package tower explains the algorithm and derives every constant. Here it is
// laid over registers, once for all forms: an encoding (legacy SSSE3, VEX with
// 16-byte registers, VEX with 32-byte registers that hold two blocks) and a
// number of registers that go through the rounds side by side.
//
//   - batch.go: the registers of a batch, and look-ups in them
//   - cipher.go: the rounds to encrypt and to decrypt
//   - blocks.go, cbc.go, ctr.go: the kernels
//   - counters.go: the first round of sixteen counter blocks at once
//   - schedule.go: the key expansion
//
// Why the kernels take the same time for all keys and data: a shuffle of
// registers is the only look-up, there is no other instruction whose time
// depends on its operands, and the addresses and branches come from lengths,
// the number of rounds and the counter, which are public.
package main

import (
	"github.com/mmcloughlin/avo/build"
	"vpaes.example/aes/asm/rounds"
	"vpaes.example/aes/asm/simd"
)

// constants is the table of all constants of the file.
var constants *simd.Table

// A kernel is one set of functions.
type kernel struct {
	simd.Encoding
	suffix string
	// shapes are the batches that the kernel uses, the largest first.
	shapes []shape
	// partial is for blocks cut short.
	partial rounds.Partial
}

func main() {
	build.ConstraintExpr("gc,!purego")
	constants = simd.NewTable("vpaes")
	sse, avx, avx2 := simd.SSE, simd.AVX, simd.AVX2
	for _, k := range []kernel{
		{sse, "SSSE3", []shape{{sse, 3}, {sse, 2}, {sse, 1}}, rounds.NewPartial(sse, constants)},
		{avx, "VPAVX", []shape{{avx, 3}, {avx, 2}, {avx, 1}}, rounds.NewPartial(avx, constants)},
		{avx2, "VPAVX2", []shape{{avx2, 3}, {avx2, 2}, {avx2, 1}, {avx, 1}}, rounds.NewPartial(avx, constants)},
	} {
		k.blocks(encryption)
		k.blocks(decryption)
		k.ctr()
		k.cbcDecrypt()
		if k.Encoding != avx2 { // which would gain nothing: these go block by block
			k.expandKey()
			k.cbcEncrypt()
		}
	}
	build.Generate()
}
