package cpuid

// X86 holds the words of CPUID and XGETBV that decide about amd64's kernels.
type X86 struct {
	MaxLeaf  uint32 // CPUID leaf 0, EAX
	Leaf1ECX uint32
	Leaf7EBX uint32 // leaf 7, subleaf 0
	Leaf7ECX uint32
	XCR0     uint32 // 0 where there is no XGETBV
}

// ymmState is what XCR0 shows when the operating system saves XMM and YMM registers.
const ymmState = 1<<1 | 1<<2

// Features reads the words as Intel's and AMD's manuals do. A feature on YMM
// registers, and any VEX encoding, counts only if the operating system saves
// those registers. VAES and VPCLMULQDQ do not ask for AVX-512: Zen 3 and Alder
// Lake have the two without it.
func (w X86) Features() (s Set) {
	add := func(word uint32, bit uint, f Set) {
		if word>>bit&1 == 1 {
			s |= f
		}
	}
	add(w.Leaf1ECX, 9, SSSE3)
	add(w.Leaf1ECX, 25, AESNI)
	add(w.Leaf1ECX, 1, PCLMULQDQ)
	const osxsave = 1 << 27
	if w.Leaf1ECX&osxsave == 0 || w.XCR0&ymmState != ymmState {
		return s
	}
	add(w.Leaf1ECX, 28, AVX)
	if !s.Has(AVX) || w.MaxLeaf < 7 {
		return s
	}
	add(w.Leaf7EBX, 5, AVX2)
	if s.Has(AVX2) {
		add(w.Leaf7ECX, 9, VAES)
		add(w.Leaf7ECX, 10, VPCLMULQDQ)
	}
	return s
}
