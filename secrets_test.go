package aes

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"vpaes.example/aes/internal/ctcheck/leaky"
)

// secretCalls is how many calls with different secrets follow each other, all
// else being equal. internal/ctcheck/trace/run compares their traces.
const secretCalls = 8

// secretBuffers are what the functions under test work on: always the same memory.
var secretBuffers struct {
	key      [32]byte
	enc, dec [15][16]byte
	iv, h    [16]byte
	table    [4096]byte
	nonce    [12]byte
	tag      [16]byte
	stream   [4][16]byte
	aad      [64]byte
	data     [1024]byte
	sliced   slicedKey
	mul64    mul64Table
	mul32    mul32Table
	masks    maskTable
}

// withSecrets calls f with other secrets each time. The first are zero.
func withSecrets(r *rand.ChaCha8, f func()) {
	s := &secretBuffers
	for i := range secretCalls {
		for _, b := range [][]byte{s.key[:], s.iv[:], s.h[:], s.table[:], s.aad[:], s.data[:]} {
			if r.Read(b); i == 0 {
				clear(b)
			}
		}
		for n := range s.enc {
			r.Read(s.enc[n][:])
			r.Read(s.dec[n][:])
		}
		runtime.Gosched() // now, and not while f runs
		nextSecrets()
		f()
	}
}

// nextSecrets tells internal/ctcheck/trace/run that there are other secrets now.
//
//go:noinline
func nextSecrets() {}

// traced prepares a test of which internal/ctcheck/trace/run compares the
// traces. By itself such a test shows nothing.
func traced(t *testing.T) *rand.ChaCha8 {
	if testing.Short() {
		t.Skip("it shows something under internal/ctcheck/trace/run only")
	}
	growStack(64)
	return rand.NewChaCha8([32]byte{11})
}

// growStack makes room on the stack, so that it stays where it is from now on.
//
//go:noinline
func growStack(n int) byte {
	var b [4096]byte
	if n > 0 {
		b[n] = growStack(n - 1)
	}
	return b[n/2]
}

// TestGenericSecrets calls the code in Go.
func TestGenericSecrets(t *testing.T) {
	r, s := traced(t), &secretBuffers
	for _, size := range []int{16, 24, 32} {
		withSecrets(r, func() { newSlicedKey(s.key[:size]) })
		expand := func() *slicedKey {
			s.sliced = *newSlicedKey(s.key[:size]).sliced()
			return &s.sliced
		}
		for _, n := range []int{16, 32, 48, 64, 80, 128} {
			data := s.data[:n]
			withSecrets(r, func() { expand().encryptBlocks(data, data) })
			withSecrets(r, func() { expand().decryptBlocks(data, data) })
			withSecrets(r, func() { expand().cbcEncrypt(data, data, &s.iv) })
			withSecrets(r, func() { expand().cbcDecrypt(data, data, &s.iv) })
		}
		for _, n := range []int{1, 15, 16, 63, 64, 100, 200} {
			data := s.data[:n]
			withSecrets(r, func() { expand().ctr(data, data, 1, 250) })
		}
	}
	for _, table := range []interface {
		init(h *[BlockSize]byte)
		ghash(acc *[BlockSize]byte, data []byte)
	}{&s.mul64, &s.mul32, &s.masks} {
		for _, n := range []int{16, 64, 80} {
			withSecrets(r, func() { table.init(&s.h); table.ghash(&s.iv, s.data[:n]) })
		}
	}
	leak(r)
}

// leak breaks the promise, which the comparison has to find out.
func leak(r *rand.ChaCha8) {
	for _, f := range leaky.All {
		withSecrets(r, func() { f(&secretBuffers.data[0]) })
	}
}
