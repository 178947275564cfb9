// Command gcmvaes writes AES-GCM for processors with AES instructions and
// carry-less multiplication on 256-bit registers.
package main

import (
	"github.com/mmcloughlin/avo/build"
	"vpaes.example/aes/asm/gcm"
	"vpaes.example/aes/asm/simd"
)

func main() {
	build.ConstraintExpr("gc,!purego")
	f := gcm.Form{Wide: simd.AVX2, AES: "VAES", Table: simd.NewTable("gcmVAESConstants")}
	f.GCM(true)
	f.GCM(false)
	build.Generate()
}
