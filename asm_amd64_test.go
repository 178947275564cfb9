//go:build gc && !purego

package aes

import (
	"vpaes.example/aes/internal/cpuid"
	"vpaes.example/aes/internal/emulator"
)

var asmKernels = []asmKernel{
	{
		"aesni", cpuid.AESNI | cpuid.SSSE3, nil, 128,
		expandKeyAESNI, encryptBlocksAESNI, decryptBlocksAESNI, ctrAESNI, cbcEncryptAESNI, cbcDecryptAESNI,
	},
	{
		"aesni-avx", cpuid.AESNI | cpuid.AVX, nil, 128,
		expandKeyAESNIAVX, encryptBlocksAESNIAVX, decryptBlocksAESNIAVX, ctrAESNIAVX, cbcEncryptAESNIAVX, cbcDecryptAESNIAVX,
	},
	{
		"vaes", cpuid.AESNI | cpuid.AVX | cpuid.AVX2 | cpuid.VAES, func() bool { return !emulator.VAESIsRight() }, 256,
		expandKeyAESNIAVX, encryptBlocksVAES, decryptBlocksVAES, ctrVAES, cbcEncryptAESNIAVX, cbcDecryptVAES,
	},
	{
		"vpaes-ssse3", cpuid.SSSE3, nil, 192,
		expandKeySSSE3, encryptBlocksSSSE3, decryptBlocksSSSE3, ctrSSSE3, cbcEncryptSSSE3, cbcDecryptSSSE3,
	},
	{
		"vpaes-avx", cpuid.AVX, nil, 192,
		expandKeyVPAVX, encryptBlocksVPAVX, decryptBlocksVPAVX, ctrVPAVX, cbcEncryptVPAVX, cbcDecryptVPAVX,
	},
	{
		"vpaes-avx2", cpuid.AVX | cpuid.AVX2, nil, 384,
		expandKeyVPAVX, encryptBlocksVPAVX2, decryptBlocksVPAVX2, ctrVPAVX2, cbcEncryptVPAVX, cbcDecryptVPAVX2,
	},
}
