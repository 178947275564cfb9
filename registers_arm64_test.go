//go:build gc && !purego

package aes

import "vpaes.example/aes/internal/cpuid"

var hashSetUps = []hashSetUp{
	newHashSetUp("pmull", cpuid.PMULL, ghashInitPMULL),
	newHashSetUp("ghash-neon", 0, ghashInitNEON),
}
