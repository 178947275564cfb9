package cpuid

import "testing"

// Bits of the words that matter here, for composing the words of real CPUs.
const (
	l1SSSE3, l1PCLMUL, l1AES, l1XSAVE, l1OSXSAVE, l1AVX = 1 << 9, 1 << 1, 1 << 25, 1 << 26, 1 << 27, 1 << 28
	l7AVX2, l7AVX512F                                   = 1 << 5, 1 << 16
	l7VAES, l7VPCLMULQDQ                                = 1 << 9, 1 << 10
)

func TestX86Features(t *testing.T) {
	const westmere = l1SSSE3 | l1PCLMUL | l1AES
	const sandyBridge = westmere | l1XSAVE | l1OSXSAVE | l1AVX
	const haswell = SSSE3 | PCLMULQDQ | AESNI | AVX | AVX2
	for _, c := range []struct {
		name string
		w    X86
		want Set
	}{
		{"qemu64: no SSSE3", X86{MaxLeaf: 13, Leaf1ECX: 1}, 0},
		{"Penryn", X86{MaxLeaf: 10, Leaf1ECX: l1SSSE3}, SSSE3},
		{"Westmere", X86{MaxLeaf: 11, Leaf1ECX: westmere}, SSSE3 | PCLMULQDQ | AESNI},
		{"Sandy Bridge", X86{13, sandyBridge, 0, 0, 7}, SSSE3 | PCLMULQDQ | AESNI | AVX},
		// Words of a Xeon E5-2680 v3 and of a Core i9-12900 with AVX-512 fused off.
		{"Haswell", X86{15, 0x7ffefbff, 0x000037ab, 0, 7}, haswell},
		{"Alder Lake", X86{32, 0x7ffafbbf, 0x239ca7eb, 0x98c027ac, 7}, haswell | VAES | VPCLMULQDQ},
		// Words of an EPYC 7763.
		{"Zen 3", X86{16, 0x7ef8320b, 0x219c95a9, 0x0040069c, 0x207}, haswell | VAES | VPCLMULQDQ},
		{"Ice Lake server", X86{27, sandyBridge, l7AVX2 | l7AVX512F, l7VAES | l7VPCLMULQDQ, 0xe7}, haswell | VAES | VPCLMULQDQ},
		{"qemu max: VAES without VPCLMULQDQ", X86{13, sandyBridge, l7AVX2, l7VAES, 7}, haswell | VAES},
		{"qemu max,-aes: the VAES bit remains", X86{13, sandyBridge &^ l1AES, l7AVX2, l7VAES, 7}, haswell&^AESNI | VAES},
		{"no XSAVE in this virtual machine", X86{16, sandyBridge &^ l1OSXSAVE, l7AVX2, l7VAES | l7VPCLMULQDQ, 0}, SSSE3 | PCLMULQDQ | AESNI},
		{"OSXSAVE, but YMM not enabled", X86{16, sandyBridge, l7AVX2, l7VAES | l7VPCLMULQDQ, 3}, SSSE3 | PCLMULQDQ | AESNI},
		{"AVX2 bit without AVX", X86{16, sandyBridge &^ l1AVX, l7AVX2, l7VAES, 7}, SSSE3 | PCLMULQDQ | AESNI},
		{"leaf 7 beyond the last leaf", X86{6, sandyBridge, l7AVX2, l7VAES, 7}, haswell &^ AVX2},
		{"VAES bit without AVX2", X86{13, sandyBridge, 0, l7VAES | l7VPCLMULQDQ, 7}, haswell &^ AVX2},
	} {
		if got := c.w.Features(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestSetString(t *testing.T) {
	if got := (AVX | PMULL).String(); got != "avx pmull" {
		t.Errorf("%q", got)
	}
	if Set(0).String() != "" {
		t.Error("the empty set has a name")
	}
}
