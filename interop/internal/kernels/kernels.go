// Package kernels runs a test with every implementation of AES and GHASH that
// this machine can run.
package kernels

import (
	"testing"

	"vpaes.example/aes/internal/kernel"
)

// ForEach runs f once for every cipher and every hash, as a subtest named after
// the pair, during which new keys use that pair.
func ForEach(t *testing.T, f func(t *testing.T)) {
	for _, k := range kernel.Kernels() {
		t.Run(k.String(), func(t *testing.T) {
			undo, err := kernel.Force(k.Cipher, k.Hash)
			if err != nil {
				t.Fatal(err)
			}
			defer undo()
			f(t)
		})
	}
}
