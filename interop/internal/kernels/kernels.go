// Package kernels runs a test with every implementation of AES and GHASH that
// this machine can run.
package kernels

import (
	"testing"

	"vpaes.example/aes/internal/kernel"
)

// ForEach runs f once for every pair of a cipher and a hash, as a subtest named
// after the pair, during which new keys use that pair.
func ForEach(t *testing.T, f func(t *testing.T)) {
	for _, c := range kernel.Ciphers() {
		for _, h := range kernel.Hashes() {
			t.Run(kernel.Pair(c, h), func(t *testing.T) {
				undo, err := kernel.Force(c, h)
				if err != nil {
					t.Fatal(err)
				}
				defer undo()
				f(t)
			})
		}
	}
}
