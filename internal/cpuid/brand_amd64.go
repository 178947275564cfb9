//go:build gc && !purego

package cpuid

// Brand returns the name that the CPU gives itself, "" if it has none.
func Brand() string {
	return brand(func(n uint32) (eax, ebx, ecx, edx uint32) { return cpuid(n, 0) })
}
