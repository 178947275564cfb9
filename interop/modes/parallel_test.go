package modes

import (
	"bytes"
	"fmt"
	"runtime"
	"testing"

	"vpaes.example/aes"
	"vpaes.example/aes/internal/kernel"
	"vpaes.example/aes/interop/internal/kernels"
)

// Any number of goroutines gives what one does, in place and apart.
func TestParallelXORKeyStream(t *testing.T) {
	kernels.ForEach(t, func(t *testing.T) {
		c := must(aes.New(randomBytes(16))).CTR(randomBytes(16))
		for _, n := range []int{0, 1, 16, 100, 4096, 100001} {
			src, want := randomBytes(n), make([]byte, n)
			c.XORKeyStreamAt(want, src, 5)
			for workers := 1; workers < 6; workers++ {
				got := bytes.Clone(src)
				XORKeyStream(c, got, got, 5, workers)
				if !bytes.Equal(got, want) {
					t.Fatalf("%d bytes by %d goroutines are wrong", n, workers)
				}
			}
		}
	})
}

// BenchmarkParallelCTR measures how CTR scales over goroutines.
func BenchmarkParallelCTR(b *testing.B) {
	const size = 1 << 20
	src, dst := make([]byte, size), make([]byte, size)
	for _, cipher := range kernel.Ciphers() {
		undo, err := kernel.Force(cipher, kernel.GenericHash)
		if err != nil {
			b.Fatal(err)
		}
		c := must(aes.New(randomBytes(16))).CTR(randomBytes(16))
		undo()
		for workers := 1; workers <= runtime.GOMAXPROCS(0); workers *= 2 {
			b.Run(fmt.Sprintf("%v/%d", cipher, workers), func(b *testing.B) {
				b.SetBytes(size)
				for b.Loop() {
					XORKeyStream(c, dst, src, 0, workers)
				}
			})
		}
	}
}
