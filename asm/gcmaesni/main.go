// Command gcmaesni writes AES-GCM for processors with AES instructions and
// carry-less multiplication on 128-bit registers, in both encodings.
package main

import (
	"github.com/mmcloughlin/avo/build"
	"vpaes.example/aes/asm/gcm"
	"vpaes.example/aes/asm/simd"
)

func main() {
	build.ConstraintExpr("gc,!purego")
	t := simd.NewTable("gcmAESNIConstants")
	for _, f := range []gcm.Form{
		{Wide: simd.SSE, AES: "AESNI", Table: t},
		{Wide: simd.AVX, AES: "AESNIAVX", Table: t},
	} {
		f.GCM(true)
		f.GCM(false)
	}
	build.Generate()
}
