package main

import "vpaes.example/aes/asm/arm64"

const generator = "asm/neon"

// files is everything that this command writes.
func files() map[string]*arm64.File {
	return map[string]*arm64.File{
		"vpaes_arm64.s":      vpaesFile(),
		"ghash_neon_arm64.s": ghashFile(),
	}
}
