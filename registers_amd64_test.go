//go:build gc && !purego

package aes

import "vpaes.example/aes/internal/cpuid"

var hashSetUps = []hashSetUp{
	newHashSetUp("pclmul", cpuid.PCLMULQDQ|cpuid.SSSE3, ghashInitPCLMUL),
	newHashSetUp("pclmul-avx", cpuid.PCLMULQDQ|cpuid.AVX, ghashInitPCLMULAVX),
	newHashSetUp("vpclmul", cpuid.AVX|cpuid.AVX2|cpuid.VPCLMULQDQ, ghashInitVPCLMUL),
	newHashSetUp("ghash-ssse3", cpuid.SSSE3, ghashInitSSSE3),
	newHashSetUp("ghash-avx2", cpuid.AVX|cpuid.AVX2, ghashInitVPAVX2),
}
