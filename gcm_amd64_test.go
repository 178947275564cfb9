//go:build gc && !purego

package aes

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// slowMul is the product in GHASH's field, one bit at a time.
func slowMul(x, h [16]byte) (z [16]byte) {
	zh, zl := uint64(0), uint64(0)
	vh, vl := binary.BigEndian.Uint64(h[:]), binary.BigEndian.Uint64(h[8:])
	for i := range 128 {
		if x[i/8]>>(7-i%8)&1 == 1 {
			zh, zl = zh^vh, zl^vl
		}
		carry := vl & 1
		vl = vl>>1 | vh<<63
		vh = vh>>1 ^ carry*0xe1<<56
	}
	binary.BigEndian.PutUint64(z[:], zh)
	binary.BigEndian.PutUint64(z[8:], zl)
	return z
}

// slowHash adds data to the hash acc, the last block filled with zeros.
func slowHash(h, acc [16]byte, data []byte) [16]byte {
	for len(data) > 0 {
		var block [16]byte
		data = data[copy(block[:], data):]
		for i := range acc {
			acc[i] ^= block[i]
		}
		acc = slowMul(acc, h)
	}
	return acc
}

// hashForm is GHASH in one kernel form, over a table of its own.
type hashForm struct {
	name string
	init func(h *[16]byte) func(acc *[16]byte, src *byte, n int)
}

var hashForms = []hashForm{
	{"pclmul", func(h *[16]byte) func(acc *[16]byte, src *byte, n int) {
		t := new([224]byte)
		ghashInitPCLMUL(t, h)
		return func(acc *[16]byte, src *byte, n int) { ghashPCLMUL(t, acc, src, n) }
	}},
	{"pclmul-avx", func(h *[16]byte) func(acc *[16]byte, src *byte, n int) {
		t := new([224]byte)
		ghashInitPCLMULAVX(t, h)
		return func(acc *[16]byte, src *byte, n int) { ghashPCLMULAVX(t, acc, src, n) }
	}},
	{"vpclmul", func(h *[16]byte) func(acc *[16]byte, src *byte, n int) {
		t := new([416]byte)
		ghashInitVPCLMUL(t, h)
		return func(acc *[16]byte, src *byte, n int) { ghashVPCLMUL(t, acc, src, n) }
	}},
}

func random(r *rand.Rand, b []byte) []byte {
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func newRand(t testing.TB) *rand.Rand {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

func TestGHASHKernels(t *testing.T) {
	r := newRand(t)
	for _, f := range hashForms {
		for n := 16; n <= 16*80; n += 16 {
			for range 4 {
				var h, acc [16]byte
				random(r, h[:])
				random(r, acc[:])
				src := random(r, make([]byte, n))
				want := slowHash(h, acc, src)
				f.init(&h)(&acc, unsafe.SliceData(src), n)
				if !bytes.Equal(acc[:], want[:]) {
					t.Fatalf("%s: %d bytes: got %x, want %x", f.name, n, acc, want)
				}
			}
		}
	}
}

func BenchmarkGHASHInit(b *testing.B) {
	var h [16]byte
	t, w := new([224]byte), new([416]byte)
	b.Run("pclmul", func(b *testing.B) {
		for range b.N {
			ghashInitPCLMUL(t, &h)
		}
	})
	b.Run("pclmul-avx", func(b *testing.B) {
		for range b.N {
			ghashInitPCLMULAVX(t, &h)
		}
	})
	b.Run("vpclmul", func(b *testing.B) {
		for range b.N {
			ghashInitVPCLMUL(w, &h)
		}
	})
}

func BenchmarkGHASH(b *testing.B) {
	for _, f := range hashForms {
		hash := f.init(new([16]byte))
		for _, n := range []int{16, 64, 256, 8192} {
			b.Run(f.name+"/"+string(rune('0'+n%10)), func(b *testing.B) {
				src := make([]byte, n)
				var acc [16]byte
				b.SetBytes(int64(n))
				for range b.N {
					hash(&acc, &src[0], n)
				}
			})
		}
	}
}
