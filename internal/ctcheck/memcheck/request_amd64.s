//go:build gc && !purego

#include "textflag.h"

// func request(args *[6]uint64) uint64
//
// The rotations leave DI as it was; valgrind knows the sequence for a request,
// whose words AX points to, and answers in DX. Elsewhere DX stays 0.
TEXT ·request(SB), NOSPLIT, $0-16
	MOVQ args+0(FP), AX
	XORL DX, DX
	ROLQ $3, DI
	ROLQ $13, DI
	ROLQ $61, DI
	ROLQ $51, DI
	XCHGQ BX, BX
	MOVQ DX, ret+8(FP)
	RET
