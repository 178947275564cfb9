//go:build gc && !purego

#include "textflag.h"

// func branchAssembly(secret *byte) uint64
TEXT ·branchAssembly(SB), NOSPLIT, $0-16
	MOVQ secret+0(FP), SI
	MOVBLZX (SI), AX
	TESTL $1, AX
	JZ even
	MOVQ $7, ret+8(FP)
	RET
even:
	MOVQ $9, ret+8(FP)
	RET

// func lookUpAssembly(secret *byte, table *[256]byte) uint64
TEXT ·lookUpAssembly(SB), NOSPLIT, $0-24
	MOVQ secret+0(FP), SI
	MOVQ table+8(FP), DI
	MOVBLZX (SI), AX
	MOVBLZX (DI)(AX*1), AX
	MOVQ AX, ret+16(FP)
	RET
