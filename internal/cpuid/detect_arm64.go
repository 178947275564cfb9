//go:build gc && !purego

package cpuid

import "golang.org/x/sys/cpu"

// Detect returns this machine's features, less those that GODEBUG turns off.
func Detect() (s Set) {
	for f, on := range map[Set]bool{
		ARMAES: cpu.ARM64.HasAES,
		PMULL:  cpu.ARM64.HasPMULL,
		SHA3:   cpu.ARM64.HasSHA3,
	} {
		if on {
			s |= f
		}
	}
	return s
}
