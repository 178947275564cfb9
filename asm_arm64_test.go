//go:build gc && !purego

package aes

var asmKernels = []asmKernel{
	{
		"vpaes-neon", 0, nil, 512,
		expandKeyNEON, encryptBlocksNEON, decryptBlocksNEON, ctrNEON, cbcEncryptNEON, cbcDecryptNEON,
	},
}
