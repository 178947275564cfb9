package aes

import (
	"testing"

	"vpaes.example/aes/internal/kernel"
)

// pairs are the kernels that a test is run on: every cipher that runs on this
// machine, with the hash that it shares kernels for GCM with, else the best one,
// and then every hash with the last cipher, with which it shares none.
func pairs() (out []kernelPair) {
	ciphers, hashes := kernel.Ciphers(), kernel.Hashes()
	for _, c := range ciphers {
		p := kernelPair{c, hashes[0]}
		for _, h := range hashes {
			if kernel.Fused(c, h) {
				p.hash = h
			}
		}
		out = append(out, p)
	}
	for _, h := range hashes[1:] {
		out = append(out, kernelPair{ciphers[len(ciphers)-1], h})
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
