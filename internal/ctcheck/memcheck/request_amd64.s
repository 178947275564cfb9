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

// func branchOnSecret(b *byte) uint64
//
// Breaks the promise by a branch.
TEXT ·branchOnSecret(SB), NOSPLIT, $0-16
	MOVQ b+0(FP), SI
	MOVBLZX (SI), AX
	TESTL $1, AX
	JZ even
	MOVQ $7, ret+8(FP)
	RET
even:
	MOVQ $9, ret+8(FP)
	RET

// func lookUpSecret(b *byte, table *[256]byte) uint64
//
// Breaks the promise by an address.
TEXT ·lookUpSecret(SB), NOSPLIT, $0-24
	MOVQ b+0(FP), SI
	MOVQ table+8(FP), DI
	MOVBLZX (SI), AX
	MOVBLZX (DI)(AX*1), AX
	MOVQ AX, ret+16(FP)
	RET
