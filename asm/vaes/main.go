// Command vaes writes the kernels for processors with AES instructions on
// 256-bit registers, two blocks each. The key schedule and CBC encryption, which
// work on one block at a time, are those of command aesni.
package main

import (
	"github.com/mmcloughlin/avo/build"
	"vpaes.example/aes/asm/modes"
	"vpaes.example/aes/asm/simd"
)

func main() {
	build.ConstraintExpr("gc,!purego")
	f := modes.Form{Suffix: "VAES", Wide: simd.AVX2, Lanes: 8, Align: 8, Table: simd.NewTable("vaesConstants")}
	f.EncryptBlocks()
	f.DecryptBlocks()
	f.CTR()
	f.CBCDecrypt()
	build.Generate()
}
