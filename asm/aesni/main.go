// Command aesni writes the kernels for processors with AES instructions on
// 128-bit registers: the same functions in the VEX encoding and in the legacy
// one, for processors and virtual machines without AVX.
package main

import (
	"github.com/mmcloughlin/avo/build"
	"vpaes.example/aes/asm/modes"
	"vpaes.example/aes/asm/simd"
)

func main() {
	build.ConstraintExpr("gc,!purego")
	t := simd.NewTable("aesniConstants")
	for _, f := range []modes.Form{
		{Suffix: "AESNI", Wide: simd.SSE, Lanes: 8, Align: 8, Table: t},
		{Suffix: "AESNIAVX", Wide: simd.AVX, Lanes: 8, Align: 8, Table: t},
	} {
		f.ExpandKey()
		f.EncryptBlocks()
		f.DecryptBlocks()
		f.CTR()
		f.CBCEncrypt()
		f.CBCDecrypt()
	}
	build.Generate()
}
