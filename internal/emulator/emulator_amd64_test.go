//go:build gc && !purego

package emulator

import (
	"testing"

	"vpaes.example/aes/internal/cpuid"
)

func TestVAESIsRight(t *testing.T) {
	if !cpuid.Detect().Has(cpuid.AVX2 | cpuid.VAES) {
		t.Skip("no VAES")
	}
	if !VAESIsRight() {
		t.Log("this emulator gets VAES wrong; kernels that use it are not tested here")
	}
}
