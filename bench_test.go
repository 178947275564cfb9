package aes_test

import (
	"fmt"
	"testing"

	"vpaes.example/aes/internal/kernel"
	"vpaes.example/aes/internal/modes"
)

// The benchmarks have names that benchstat understands, such as
//
//	BenchmarkCTR/kernel=generic+generic/bits=128/size=1350
//
// where the kernel std is the standard library. To compare it with the others:
//
//	go test -run='^$' -bench=CTR/ -count=10 . >ctr.txt
//	benchstat -col=/kernel ctr.txt
//
// cmd/aesspeed runs the same operations, but takes turns.

func BenchmarkBlock(b *testing.B)      { benchmark(b, "block") }
func BenchmarkBlockDec(b *testing.B)   { benchmark(b, "block-dec") }
func BenchmarkBlocks(b *testing.B)     { benchmark(b, "blocks") }
func BenchmarkBlocksDec(b *testing.B)  { benchmark(b, "blocks-dec") }
func BenchmarkCTR(b *testing.B)        { benchmark(b, "ctr") }
func BenchmarkCTRNew(b *testing.B)     { benchmark(b, "ctr-new") }
func BenchmarkCBCEncrypt(b *testing.B) { benchmark(b, "cbc-enc") }
func BenchmarkCBCDecrypt(b *testing.B) { benchmark(b, "cbc-dec") }
func BenchmarkGCMSeal(b *testing.B)    { benchmark(b, "gcm-seal") }
func BenchmarkGCMOpen(b *testing.B)    { benchmark(b, "gcm-open") }
func BenchmarkNewCipher(b *testing.B)  { benchmark(b, "new-cipher") }
func BenchmarkNewGCM(b *testing.B)     { benchmark(b, "new-gcm") }

func benchmark(b *testing.B, name string) {
	mode, ok := modes.Find(name)
	if !ok {
		b.Fatalf("there is no mode %q", name)
	}
	b.Run("kernel=std", func(b *testing.B) { benchmarkSizes(b, mode, modes.Standard) })
	for _, k := range kernel.Kernels() {
		b.Run("kernel="+k.String(), func(b *testing.B) {
			undo, err := kernel.Force(k.Cipher, k.Hash)
			if err != nil {
				b.Fatal(err)
			}
			defer undo()
			benchmarkSizes(b, mode, modes.Ours)
		})
	}
}

func benchmarkSizes(b *testing.B, mode modes.Mode, l modes.Library) {
	sizes := []int{16, 64, 256, 1350, 8192, 16384}
	if mode.KeySetUp {
		sizes = []int{0}
	}
	for _, bits := range []int{128, 192, 256} {
		for _, size := range sizes {
			b.Run(fmt.Sprintf("bits=%d/size=%d", bits, size), func(b *testing.B) {
				op := mode.Prepare(l, make([]byte, bits/8), make([]byte, size))
				b.SetBytes(int64(size))
				b.ReportAllocs()
				for b.Loop() {
					op.Run()
				}
			})
		}
	}
}
