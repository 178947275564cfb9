//go:build gc && !purego

#include "textflag.h"

// func branchAssembly(secret *byte) uint64
TEXT ·branchAssembly(SB), NOSPLIT, $0-16
	MOVD secret+0(FP), R0
	MOVBU (R0), R1
	TBZ $0, R1, even
	MOVD $7, R2
	MOVD R2, ret+8(FP)
	RET
even:
	MOVD $9, R2
	MOVD R2, ret+8(FP)
	RET

// func lookUpAssembly(secret *byte, table *[256]byte) uint64
TEXT ·lookUpAssembly(SB), NOSPLIT, $0-24
	MOVD secret+0(FP), R0
	MOVD table+8(FP), R1
	MOVBU (R0), R2
	MOVBU (R1)(R2), R3
	MOVD R3, ret+16(FP)
	RET
