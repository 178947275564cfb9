package aes

import (
	"testing"

	"vpaes.example/aes/internal/kernel"
)

// pairs are the kernels that a test is run on: every cipher that runs on this
// machine, with the hash it is usually found with, and every other hash with
// the best cipher.
func pairs() (out []kernelPair) {
	hashes := kernel.Hashes()
	for _, c := range kernel.Ciphers() {
		out = append(out, kernelPair{c, hashes[0]})
	}
	for _, h := range hashes[1:] {
		out = append(out, kernelPair{kernel.Ciphers()[0], h})
	}
	return out
}

type kernelPair struct {
	cipher kernel.Cipher
	hash   kernel.Hash
}

// force makes New use the pair until the test ends.
func (p kernelPair) force(t testing.TB) {
	t.Helper()
	undo, err := kernel.Force(p.cipher, p.hash)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(undo)
}

// forEachKernel runs f once per pair, as a subtest named after it.
func forEachKernel(t *testing.T, f func(t *testing.T)) {
	for _, p := range pairs() {
		t.Run(kernel.Pair(p.cipher, p.hash), func(t *testing.T) {
			p.force(t)
			f(t)
		})
	}
}

// keySizes are the sizes of AES keys in bytes.
var keySizes = []int{16, 24, 32}
