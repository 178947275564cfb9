//go:build (ppc64 || ppc64le) && gc && !purego

package cpuid

import "os"

// Detect returns this machine's features. Every POWER8 and later has AES, and
// the standard library uses it unless GODEBUG says otherwise.
func Detect() Set { return ppc64(os.Getenv("GODEBUG")) }
