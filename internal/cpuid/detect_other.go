//go:build !gc || purego || !(amd64 || arm64 || s390x || ppc64 || ppc64le)

package cpuid

// Detect returns the empty set: no kernel of this build asks for a feature.
func Detect() Set { return 0 }
