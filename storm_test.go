//go:build unix

package aes

import (
	"bytes"
	"io"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"runtime/pprof"
	"runtime/trace"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// Every mode works on while signals rain, the profiler and the tracer look at
// each stack, and the collector never rests. A kernel that uses a register of
// Go's, or memory below the stack pointer, does not survive this.
func TestStorm(t *testing.T) {
	time1 := 2 * time.Second
	switch {
	case *soak:
		time1 = time.Minute
	case testing.Short():
		time1 = 150 * time.Millisecond
	}
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	if err := pprof.StartCPUProfile(io.Discard); err == nil { // else it is on already
		defer pprof.StopCPUProfile()
	}
	if err := trace.Start(io.Discard); err == nil {
		defer trace.Stop()
	}
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		key, iv, nonce := s.key(), s.data(BlockSize), s.data(12)
		b := mustNew(key)
		work := append(newSharedWork(key, iv, nonce, s.data(320), b), longWork(key, iv, nonce, s.data(100<<10+5), b)...)
		var stop atomic.Bool
		var storm, workers sync.WaitGroup
		storm.Go(func() {
			for !stop.Load() {
				syscall.Kill(syscall.Getpid(), syscall.SIGURG) // the runtime's own, to preempt
				time.Sleep(50 * time.Microsecond)
			}
		})
		storm.Go(func() {
			for !stop.Load() {
				garbage.Store(new([1 << 12]byte))
				runtime.Gosched()
			}
		})
		began := time.Now()
		for i := range 4 {
			workers.Go(func() {
				dst := make([]byte, 128<<10)
				// Each piece of work at least once.
				for n := 0; n < len(work) || time.Since(began) < time1; n++ {
					w := work[(i+n)%len(work)]
					if got, want := w.do(dst, n%20); !bytes.Equal(got, want) {
						t.Errorf("%s: wrong", w.name)
						return
					}
				}
			})
		}
		workers.Wait()
		stop.Store(true)
		storm.Wait()
	})
}

var garbage atomic.Pointer[[1 << 12]byte]

// longWork is work in calls as long as they get.
func longWork(key, iv, nonce, src []byte, b *Block) []sharedWork {
	g := must(b.GCM(12, gcmTagSize))
	std := stdlibBlock(key)
	whole := src[:len(src)&^15]
	stream, sealed := stdlibCTR(key, iv, src), newOracle(key, 12, gcmTagSize).seal(nonce, src, iv)
	chained, blocks := stdlibCBC(stdlib.newCBCEncrypter, key, iv, whole), stdlibBlocks(std.Encrypt, whole)
	return []sharedWork{
		{"long EncryptBlocks", func(dst []byte, _ int) ([]byte, []byte) {
			b.EncryptBlocks(dst, whole)
			return dst[:len(whole)], blocks
		}},
		{"long DecryptBlocks", func(dst []byte, _ int) ([]byte, []byte) {
			b.DecryptBlocks(dst, blocks)
			return dst[:len(whole)], whole
		}},
		{"long CTR", func(dst []byte, _ int) ([]byte, []byte) {
			b.CTR(iv).XORKeyStream(dst, src)
			return dst[:len(src)], stream
		}},
		{"long CBC encrypt", func(dst []byte, _ int) ([]byte, []byte) {
			b.NewCBCEncrypter(iv).CryptBlocks(dst, whole)
			return dst[:len(whole)], chained
		}},
		{"long CBC decrypt", func(dst []byte, _ int) ([]byte, []byte) {
			b.NewCBCDecrypter(iv).CryptBlocks(dst, chained)
			return dst[:len(whole)], whole
		}},
		{"long Seal", func(dst []byte, _ int) ([]byte, []byte) { return g.Seal(dst[:0], nonce, src, iv), sealed }},
		{"long Open", func(dst []byte, _ int) ([]byte, []byte) {
			got, _ := g.Open(dst[:0], nonce, sealed, iv)
			return got, src
		}},
	}
}

// TestStopTheWorld reports how long the collector waits for a Seal of 64 MiB.
func TestStopTheWorld(t *testing.T) {
	if !*soak {
		t.Skip("takes a while; run with -soak")
	}
	const pauses = "/sched/pauses/stopping/gc:seconds"
	read := func() *metrics.Float64Histogram {
		s := []metrics.Sample{{Name: pauses}}
		metrics.Read(s)
		return s[0].Value.Float64Histogram()
	}
	forEachKernel(t, func(t *testing.T) {
		g := must(mustNew(make([]byte, 16)).GCM(12, gcmTagSize))
		nonce, data := make([]byte, 12), make([]byte, 64<<20, 64<<20+gcmTagSize)
		before := read()
		var stop atomic.Bool
		var wg sync.WaitGroup
		wg.Go(func() {
			for !stop.Load() {
				runtime.GC()
			}
		})
		for began := time.Now(); time.Since(began) < 2*time.Second; {
			g.Seal(data[:0], nonce, data, nil)
		}
		stop.Store(true)
		wg.Wait()
		after, all := read(), uint64(0)
		for i := range after.Counts {
			after.Counts[i] -= before.Counts[i]
			all += after.Counts[i]
		}
		for _, q := range []float64{0.5, 0.99, 1} {
			seen := uint64(0)
			for i, n := range after.Counts {
				if seen += n; float64(seen) >= q*float64(all) {
					t.Logf("%g of %d stops took at most %v", q, all, time.Duration(after.Buckets[i+1]*1e9))
					break
				}
			}
		}
	})
}
