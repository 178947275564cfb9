package main

import (
	"testing"

	"vpaes.example/aes/internal/cpuid"
)

func TestCPUInfoName(t *testing.T) {
	for text, want := range map[string]string{
		"": "",
		"processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel name\t: AMD EPYC 7763\n\nprocessor\t: 1\nmodel name\t: other\n": "AMD EPYC 7763",
		"processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd08\n":                                                    "Cortex-A72",
		"CPU implementer\t: 0x99\nCPU part\t: 0x123\n":                                                                    "Arm CPU, implementer 0x99, part 0x123",
		"processor\t: 0\ncpu\t\t: POWER9, altivec supported\n":                                                            "POWER9, altivec supported",
		"vendor_id       : IBM/S390\n# processors    : 2\n":                                                               "IBM/S390",
	} {
		if got := cpuinfoName(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestStdUses(t *testing.T) {
	const x86 = cpuid.SSSE3 | cpuid.AVX | cpuid.AVX2
	for _, c := range []struct {
		has      cpuid.Set
		sse41    bool
		aes, gcm string
	}{
		{x86 | cpuid.AESNI | cpuid.PCLMULQDQ, true, "std", "std"},
		{x86 | cpuid.AESNI | cpuid.PCLMULQDQ, false, "std (tables)", "std (tables)"},
		{x86 | cpuid.AESNI, true, "std", "std (tables)"},
		{x86 | cpuid.PCLMULQDQ, true, "std (tables)", "std (tables)"},
		{0, true, "std (tables)", "std (tables)"},
		{cpuid.ARMAES | cpuid.PMULL, false, "std", "std"},
		{cpuid.ARMAES, false, "std", "std (tables)"},
		{cpuid.PMULL, false, "std (tables)", "std (tables)"},
		{cpuid.StdAES | cpuid.StdGCM, false, "std", "std"},
	} {
		s := stdUses(c.has, c.sse41)
		if s.name(false) != c.aes || s.name(true) != c.gcm {
			t.Errorf("%v: %q, %q", c.has, s.name(false), s.name(true))
		}
	}
}
