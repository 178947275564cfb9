package kernel

import (
	"slices"
	"testing"

	"vpaes.example/aes/internal/cpuid"
)

func TestCompanion(t *testing.T) {
	const aes, sum = cpuid.AESNI, cpuid.PCLMULQDQ
	const avx, avx2 = cpuid.AVX, cpuid.AVX | cpuid.AVX2
	hashes := []Info{
		{Name: "wide sum", Build: "amd64", Needs: cpuid.VPCLMULQDQ | sum | avx2, Hardware: true},
		{Name: "sum", Build: "amd64", Needs: sum, Hardware: true},
		{Name: "wide shuffle", Build: "amd64", Needs: avx2},
		{Name: "shuffle", Build: "amd64", Needs: cpuid.SSSE3},
		{Name: "go"},
	}
	ciphers := []struct {
		Info
		want string
	}{
		{Info{Build: "amd64", Needs: cpuid.VAES | aes | avx2, Hardware: true}, "wide sum"},
		{Info{Build: "amd64", Needs: aes | avx, Hardware: true}, "sum"},
		{Info{Build: "amd64", Needs: aes, Hardware: true}, "sum"},
		{Info{Build: "amd64", Needs: avx2}, "wide shuffle"},
		{Info{Build: "amd64", Needs: cpuid.SSSE3}, "shuffle"},
		{Info{}, "go"},
	}
	var better []Info
	for i, c := range ciphers {
		if got := hashes[companion(c.Info, better, hashes)].Name; got != c.want {
			t.Errorf("cipher %d: %q, want %q", i, got, c.want)
		}
		better = append(better, c.Info)
	}
	// AES instructions, but every carry-less multiply masked.
	if got := companion(ciphers[0].Info, nil, hashes[2:]); hashes[2:][got].Name != "wide shuffle" {
		t.Errorf("AES without carry-less multiply: %q", hashes[2:][got].Name)
	}
}

// Nothing that runs here is left out, and nothing is there twice.
func TestKernels(t *testing.T) {
	all := Kernels()
	for i, k := range all {
		if slices.Contains(all[:i], k) {
			t.Errorf("%v twice", k)
		}
		undo, err := Force(k.Cipher, k.Hash)
		if err != nil {
			t.Fatal(err)
		}
		undo()
	}
	for _, c := range Ciphers() {
		if !slices.ContainsFunc(all, func(k Kernel) bool { return k.Cipher == c }) {
			t.Errorf("cipher %v is missing", c)
		}
	}
	for _, h := range Hashes() {
		if !slices.ContainsFunc(all, func(k Kernel) bool { return k.Hash == h }) {
			t.Errorf("hash %v is missing", h)
		}
	}
	if c, h := Current(); !slices.Contains(all, Kernel{c, h}) {
		t.Errorf("%s, which is chosen here, is missing", Pair(c, h))
	}
}
