//go:build gc && !purego

package cpuid

import "golang.org/x/sys/cpu"

// Detect returns this machine's features. crypto/aes needs all four functions
// of the message-security assist to be constant-time in every mode.
func Detect() Set {
	if c := cpu.S390X; c.HasAES && c.HasAESCBC && c.HasAESCTR && c.HasGHASH {
		return StdAES | StdGCM
	}
	return 0
}
