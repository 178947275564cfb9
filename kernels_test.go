package aes

import (
	"testing"

	"vpaes.example/aes/internal/kernel"
)

// kernelPair is a kernel.Kernel that a test can force.
type kernelPair kernel.Kernel

// force makes New use the pair until the test ends.
func (p kernelPair) force(t testing.TB) {
	t.Helper()
	undo, err := kernel.Force(p.Cipher, p.Hash)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(undo)
}

// forEachKernel runs f with every cipher and every hash that this machine runs, as
// a subtest named after the pair.
func forEachKernel(t *testing.T, f func(t *testing.T)) {
	for _, k := range kernel.Kernels() {
		t.Run(k.String(), func(t *testing.T) {
			kernelPair(k).force(t)
			f(t)
		})
	}
}

// keySizes are the sizes of AES keys in bytes.
var keySizes = []int{16, 24, 32}
