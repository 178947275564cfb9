// Command ghash writes GHASH for processors with carry-less multiplication, in
// both encodings of 128 bits and on 256-bit registers.
package main

import (
	"github.com/mmcloughlin/avo/build"
	"vpaes.example/aes/asm/gcm"
	"vpaes.example/aes/asm/simd"
)

func main() {
	build.ConstraintExpr("gc,!purego")
	t := simd.NewTable("ghashConstants")
	for _, f := range []gcm.Form{
		{Wide: simd.SSE, Hash: "PCLMUL", Table: t},
		{Wide: simd.AVX, Hash: "PCLMULAVX", Table: t},
		{Wide: simd.AVX2, Hash: "VPCLMUL", Table: t},
	} {
		f.GHASHInit()
		f.GHASH()
	}
	build.Generate()
}
