// Package cpuid says which instructions this process may use. Most of it is
// golang.org/x/sys/cpu's answer, GODEBUG=cpu.name=off included; it adds the
// bits that x/sys/cpu reports only together with AVX-512 or not at all.
package cpuid

import "strings"

// A Set is a set of CPU features.
type Set uint32

// The features that kernels ask for by name.
const (
	SSSE3 Set = 1 << iota
	AVX
	AVX2
	AESNI // AES on amd64
	PCLMULQDQ
	VAES       // on 256-bit registers
	VPCLMULQDQ // on 256-bit registers
	ARMAES     // AES on arm64
	PMULL
	SHA3   // EOR3 on arm64
	StdAES // crypto/aes has constant-time hardware AES here, and
	StdGCM // GCM
)

var names = []string{"ssse3", "avx", "avx2", "aes", "pclmulqdq", "vaes", "vpclmulqdq", "aes", "pmull", "sha3", "std-aes", "std-gcm"}

// Has reports whether s holds all of want.
func (s Set) Has(want Set) bool { return s&want == want }

// String lists the features' names.
func (s Set) String() string {
	var out []string
	for i, n := range names {
		if s.Has(1 << i) {
			out = append(out, n)
		}
	}
	return strings.Join(out, " ")
}
