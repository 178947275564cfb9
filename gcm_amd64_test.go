//go:build gc && !purego

package aes

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"math/bits"
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

// gcmFunc is gcmSeal or gcmOpen over a table that is bound to it.
type gcmFunc func(rounds int, enc *[15][16]byte, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[16]byte, stream *[4][16]byte)

type gcmForm struct {
	name  string
	bind  func(h *[16]byte) (seal, open gcmFunc)
	batch int // blocks
}

var gcmForms = []gcmForm{
	{"aesni", func(h *[16]byte) (seal, open gcmFunc) {
		t := new([224]byte)
		ghashInitPCLMUL(t, h)
		return func(rounds int, enc *[15][16]byte, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[16]byte, stream *[4][16]byte) {
				gcmSealAESNI(rounds, enc, t, dst, src, n, nonce, aad, aadLen, tag, stream)
			}, func(rounds int, enc *[15][16]byte, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[16]byte, stream *[4][16]byte) {
				gcmOpenAESNI(rounds, enc, t, dst, src, n, nonce, aad, aadLen, tag, stream)
			}
	}, 8},
	{"aesni-avx", func(h *[16]byte) (seal, open gcmFunc) {
		t := new([224]byte)
		ghashInitPCLMULAVX(t, h)
		return func(rounds int, enc *[15][16]byte, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[16]byte, stream *[4][16]byte) {
				gcmSealAESNIAVX(rounds, enc, t, dst, src, n, nonce, aad, aadLen, tag, stream)
			}, func(rounds int, enc *[15][16]byte, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[16]byte, stream *[4][16]byte) {
				gcmOpenAESNIAVX(rounds, enc, t, dst, src, n, nonce, aad, aadLen, tag, stream)
			}
	}, 8},
	{"vaes", func(h *[16]byte) (seal, open gcmFunc) {
		t := new([416]byte)
		ghashInitVPCLMUL(t, h)
		return func(rounds int, enc *[15][16]byte, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[16]byte, stream *[4][16]byte) {
				gcmSealVAES(rounds, enc, t, dst, src, n, nonce, aad, aadLen, tag, stream)
			}, func(rounds int, enc *[15][16]byte, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[16]byte, stream *[4][16]byte) {
				gcmOpenVAES(rounds, enc, t, dst, src, n, nonce, aad, aadLen, tag, stream)
			}
	}, 16},
}

// gcmKey is a key with its schedule, made from the block function that it is tested with.
type gcmKey struct {
	block  cipher.Block
	rounds int
	enc    [15][16]byte
	h      [16]byte
}

func newGCMKey(t testing.TB, key []byte) *gcmKey {
	k := &gcmKey{rounds: len(key)/4 + 6}
	var err error
	if k.block, err = aes.NewCipher(key); err != nil {
		t.Fatal(err)
	}
	var w [60][4]byte
	sbox := makeSBox()
	nk := len(key) / 4
	rcon := byte(1)
	for i := range 4 * (k.rounds + 1) {
		if i < nk {
			copy(w[i][:], key[4*i:])
			continue
		}
		x := w[i-1]
		if i%nk == 0 {
			x = [4]byte{sbox[x[1]] ^ rcon, sbox[x[2]], sbox[x[3]], sbox[x[0]]}
			rcon = double(rcon)
		} else if nk > 6 && i%nk == 4 {
			x = [4]byte{sbox[x[0]], sbox[x[1]], sbox[x[2]], sbox[x[3]]}
		}
		for j := range x {
			w[i][j] = w[i-nk][j] ^ x[j]
		}
	}
	for i, x := range w {
		copy(k.enc[i/4][i%4*4:], x[:])
	}
	k.block.Encrypt(k.h[:], k.h[:])
	return k
}

func double(x byte) byte { return x<<1 ^ x>>7*0x1b }

func makeSBox() (s [256]byte) {
	p, q := byte(1), byte(1) // q is the inverse of p
	for {
		p ^= double(p) // times 3
		q ^= q << 1
		q ^= q << 2
		q ^= q << 4
		q ^= q >> 7 * 0x09
		s[p] = q ^ bits.RotateLeft8(q, 1) ^ bits.RotateLeft8(q, 2) ^ bits.RotateLeft8(q, 3) ^ bits.RotateLeft8(q, 4) ^ 0x63
		if p == 1 {
			break
		}
	}
	s[0] = 0x63
	return s
}

// TestGCMKernels compares with crypto/cipher for every length up to several batches.
func TestGCMKernels(t *testing.T) {
	r := newRand(t)
	draws := 16
	if testing.Short() {
		draws = 2
	}
	aadLens := []int{0, 1, 12, 13, 15, 16, 17, 31, 32, 33, 255, 256, 257, 1100, 10001}
	for _, keyLen := range []int{16, 24, 32} {
		for n := 0; n <= 2100; n++ {
			for range draws {
				k := newGCMKey(t, random(r, make([]byte, keyLen)))
				std, err := cipher.NewGCM(k.block)
				if err != nil {
					t.Fatal(err)
				}
				nonce := random(r, make([]byte, 12))
				aad := random(r, make([]byte, aadLens[r.IntN(len(aadLens))]))
				plain := random(r, make([]byte, n))
				want := std.Seal(nil, nonce, plain, aad)
				for _, f := range gcmForms {
					seal, open := f.bind(&k.h)
					var tag [16]byte
					got := random(r, make([]byte, n+64))
					after := bytes.Clone(got[n:])
					if r.IntN(2) == 0 { // in place
						copy(got, plain)
						seal(k.rounds, &k.enc, unsafe.SliceData(got), unsafe.SliceData(got), n, unsafe.SliceData(nonce), unsafe.SliceData(aad), len(aad), &tag, nil)
					} else {
						seal(k.rounds, &k.enc, unsafe.SliceData(got), unsafe.SliceData(plain), n, unsafe.SliceData(nonce), unsafe.SliceData(aad), len(aad), &tag, nil)
					}
					if !bytes.Equal(got[:n], want[:n]) || !bytes.Equal(tag[:], want[n:]) {
						t.Fatalf("%s, %d-byte key, %d bytes, %d bytes of additional data: seal differs: data %v, tag %v", f.name, keyLen, n, len(aad), bytes.Equal(got[:n], want[:n]), bytes.Equal(tag[:], want[n:]))
					}
					if !bytes.Equal(got[n:], after) {
						t.Fatalf("%s, %d bytes: wrote beyond the end", f.name, n)
					}
					tag = [16]byte{}
					dst := got
					if r.IntN(2) == 0 {
						dst = make([]byte, n)
					}
					open(k.rounds, &k.enc, unsafe.SliceData(dst), unsafe.SliceData(got), n, unsafe.SliceData(nonce), unsafe.SliceData(aad), len(aad), &tag, nil)
					if !bytes.Equal(dst[:n], plain) || !bytes.Equal(tag[:], want[n:]) {
						t.Fatalf("%s, %d-byte key, %d bytes, %d bytes of additional data: open differs", f.name, keyLen, n, len(aad))
					}
					if !bytes.Equal(got[n:], after) {
						t.Fatalf("%s, %d bytes: open wrote beyond the end", f.name, n)
					}
				}
			}
		}
	}
}
