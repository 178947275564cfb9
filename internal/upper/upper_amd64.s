//go:build gc && !purego

#include "textflag.h"

// func Tracked() bool
TEXT ·Tracked(SB), NOSPLIT, $0-1
	MOVB $0, ret+0(FP)
	MOVL $1, AX
	XORL CX, CX
	CPUID
	ANDL $(1<<27 | 1<<28), CX // OSXSAVE and AVX
	CMPL CX, $(1<<27 | 1<<28)
	JNE  no
	XORL AX, AX
	CPUID
	CMPL AX, $13
	JB   no
	MOVL $13, AX
	MOVL $1, CX
	CPUID
	TESTL $4, AX
	JEQ   no
	VZEROUPPER
	MOVL  $1, CX
	XGETBV
	TESTL $4, AX
	SETEQ ret+0(FP)

no:
	RET

// func InUse() bool
TEXT ·InUse(SB), NOSPLIT, $0-1
	MOVL $1, CX
	XGETBV
	SHRL $2, AX
	ANDL $1, AX
	MOVB AX, ret+0(FP)
	RET

// func Dirty()
TEXT ·Dirty(SB), NOSPLIT, $0-0
	VPCMPEQD Y0, Y0, Y0
	RET

// func Clean()
TEXT ·Clean(SB), NOSPLIT, $0-0
	VZEROUPPER
	RET
