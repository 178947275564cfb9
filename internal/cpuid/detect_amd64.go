//go:build gc && !purego

package cpuid

import "golang.org/x/sys/cpu"

// cpuid executes CPUID.
//
//go:noescape
func cpuid(leaf, subleaf uint32) (eax, ebx, ecx, edx uint32)

// xgetbv returns the low half of the extended control register n: 0 for XCR0,
// 1 for the state components in use. It may run only where OSXSAVE is set, and
// with n = 1 only where leaf 13, subleaf 1 allows it.
func xgetbv(n uint32) uint32

func readX86() (w X86) {
	w.MaxLeaf, _, _, _ = cpuid(0, 0)
	_, _, w.Leaf1ECX, _ = cpuid(1, 0)
	if w.MaxLeaf >= 7 {
		_, w.Leaf7EBX, w.Leaf7ECX, _ = cpuid(7, 0)
	}
	if w.Leaf1ECX>>27&1 == 1 {
		w.XCR0 = xgetbv(0)
	}
	return w
}

// Detect returns this machine's features, less those that GODEBUG turns off.
func Detect() Set {
	s := readX86().Features()
	for f, on := range map[Set]bool{
		SSSE3:     cpu.X86.HasSSSE3,
		AVX:       cpu.X86.HasAVX,
		AVX2:      cpu.X86.HasAVX2,
		AESNI:     cpu.X86.HasAES,
		PCLMULQDQ: cpu.X86.HasPCLMULQDQ,
	} {
		if !on {
			s &^= f
		}
	}
	return s
}
