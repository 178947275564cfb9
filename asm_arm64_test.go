//go:build gc && !purego

package aes

import "vpaes.example/aes/internal/cpuid"

var asmKernels = []asmKernel{
	{
		"armce", cpuid.ARMAES, nil, 128,
		expandKeyARMCE, encryptBlocksARMCE, decryptBlocksARMCE, ctrARMCE, cbcEncryptARMCE, cbcDecryptARMCE,
	},
	{
		"vpaes-neon", 0, nil, 512,
		expandKeyNEON, encryptBlocksNEON, decryptBlocksNEON, ctrNEON, cbcEncryptNEON, cbcDecryptNEON,
	},
}
