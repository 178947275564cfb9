//go:build gc && !purego

package aes

import (
	"bytes"
	stdaes "crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"testing"

	"golang.org/x/sys/cpu"
)

// vpKernel is a form of the vector-permute kernels, by its functions.
type vpKernel struct {
	name          string
	runs          bool
	batch         int // blocks in flight
	expandKey     func(rounds int, key *byte, enc, dec *[15][16]byte)
	encryptBlocks func(rounds int, enc *[15][16]byte, dst, src *byte, n int)
	decryptBlocks func(rounds int, dec *[15][16]byte, dst, src *byte, n int)
	ctr           func(rounds int, enc *[15][16]byte, dst, src *byte, n int, hi, lo uint64)
	cbcEncrypt    func(rounds int, enc *[15][16]byte, dst, src *byte, n int, iv *[16]byte)
	cbcDecrypt    func(rounds int, dec *[15][16]byte, dst, src *byte, n int, iv *[16]byte)
}

var vpKernels = []vpKernel{
	{
		"SSSE3", cpu.X86.HasSSSE3, 3,
		expandKeySSSE3, encryptBlocksSSSE3, decryptBlocksSSSE3, ctrSSSE3, cbcEncryptSSSE3, cbcDecryptSSSE3,
	},
	{
		"VPAVX", cpu.X86.HasAVX, 3,
		expandKeyVPAVX, encryptBlocksVPAVX, decryptBlocksVPAVX, ctrVPAVX, cbcEncryptVPAVX, cbcDecryptVPAVX,
	},
	{
		"VPAVX2", cpu.X86.HasAVX && cpu.X86.HasAVX2, 6,
		expandKeyVPAVX, encryptBlocksVPAVX2, decryptBlocksVPAVX2, ctrVPAVX2, cbcEncryptVPAVX, cbcDecryptVPAVX2,
	},
}

// vpKey is a key expanded for a kernel, and the standard library's beside it.
type vpKey struct {
	vpKernel
	rounds   int
	enc, dec *[15][16]byte
	std      cipher.Block
}

func (k vpKernel) key(key []byte) vpKey {
	std, err := stdaes.NewCipher(key)
	if err != nil {
		panic(err)
	}
	v := vpKey{k, 6 + len(key)/4, new([15][16]byte), new([15][16]byte), std}
	k.expandKey(v.rounds, &key[0], v.enc, v.dec)
	return v
}

// vpRandom returns n bytes that depend on n and the seed alone.
func vpRandom(n int, seed uint64) []byte {
	b := make([]byte, n)
	var s [32]byte
	binary.LittleEndian.PutUint64(s[:], seed)
	binary.LittleEndian.PutUint64(s[8:], uint64(n))
	rand.NewChaCha8(s).Read(b)
	return b
}

// eachVPKey runs a test with a key of each size in each form that this machine runs.
func eachVPKey(t *testing.T, test func(t *testing.T, k vpKey)) {
	for _, k := range vpKernels {
		for _, size := range []int{16, 24, 32} {
			t.Run(fmt.Sprintf("%s/%d", k.name, 8*size), func(t *testing.T) {
				if !k.runs {
					t.Skip("not on this machine")
				}
				test(t, k.key(vpRandom(size, 1)))
			})
		}
	}
}

// vpCheck runs f on separate buffers and in place, at some alignment. The
// output must be want, the source and 64 bytes on either side unchanged.
func vpCheck(t *testing.T, what string, src, want []byte, f func(dst, src *byte, n int)) {
	t.Helper()
	n := len(src)
	const margin = 64
	for _, inPlace := range []bool{false, true} {
		offset := margin + n%17
		buf := vpRandom(offset+n+margin, 7)
		in := bytes.Clone(src)
		if inPlace {
			copy(buf[offset:], src)
			in = buf[offset:]
		}
		around := bytes.Clone(buf)
		copy(around[offset:], want)
		f(&buf[offset], &in[0], n)
		if !bytes.Equal(buf[offset:offset+n], want) {
			t.Fatalf("%s, %d bytes, in place %v:\n got %x\nwant %x", what, n, inPlace, buf[offset:offset+n], want)
		}
		if !bytes.Equal(buf, around) {
			t.Fatalf("%s, %d bytes, in place %v: wrote outside", what, n, inPlace)
		}
		if !inPlace && !bytes.Equal(in, src) {
			t.Fatalf("%s, %d bytes: changed its source", what, n)
		}
	}
}

func TestVPFIPS197(t *testing.T) {
	// FIPS 197, appendix C.
	pt, _ := hex.DecodeString("00112233445566778899aabbccddeeff")
	cts := map[int]string{
		16: "69c4e0d86a7b0430d8cdb78070b4c55a",
		24: "dda97ca4864cdfe06eaf70a0ec0d7191",
		32: "8ea2b7ca516745bfeafc49904b496089",
	}
	eachVPKey(t, func(t *testing.T, k vpKey) {
		key := make([]byte, 4*(k.rounds-6))
		for i := range key {
			key[i] = byte(i)
		}
		ct, _ := hex.DecodeString(cts[len(key)])
		k = k.key(key)
		vpCheck(t, "encrypt", pt, ct, func(dst, src *byte, n int) { k.encryptBlocks(k.rounds, k.enc, dst, src, n) })
		vpCheck(t, "decrypt", ct, pt, func(dst, src *byte, n int) { k.decryptBlocks(k.rounds, k.dec, dst, src, n) })
	})
}

// TestVPExpandKey compares random keys, at every alignment of the key and the schedules.
func TestVPExpandKey(t *testing.T) {
	eachVPKey(t, func(t *testing.T, k vpKey) {
		size := 4 * (k.rounds - 6)
		for i := range 500 {
			key := vpRandom(i%16+size, uint64(i))[i%16:]
			std, _ := stdaes.NewCipher(key)
			before := bytes.Clone(key)
			var schedules [8]struct {
				enc, dec [15][16]byte
				_        uint64
			}
			s := &schedules[i%8]
			k.expandKey(k.rounds, &key[0], &s.enc, &s.dec)
			if !bytes.Equal(key, before) {
				t.Fatal("expandKey changed the key")
			}
			block, got := vpRandom(16, uint64(i)), make([]byte, 16)
			want := make([]byte, 16)
			std.Encrypt(want, block)
			k.encryptBlocks(k.rounds, &s.enc, &got[0], &block[0], 16)
			if !bytes.Equal(got, want) {
				t.Fatalf("key %x encrypts %x to %x, want %x", key, block, got, want)
			}
			k.decryptBlocks(k.rounds, &s.dec, &got[0], &want[0], 16)
			if !bytes.Equal(got, block) {
				t.Fatalf("key %x decrypts %x to %x, want %x", key, want, got, block)
			}
		}
	})
}

func TestVPBlocks(t *testing.T) {
	eachVPKey(t, func(t *testing.T, k vpKey) {
		for blocks := 1; blocks <= 4*k.batch+2; blocks++ {
			src := vpRandom(16*blocks, 2)
			want := make([]byte, len(src))
			for i := 0; i < len(src); i += 16 {
				k.std.Encrypt(want[i:], src[i:])
			}
			vpCheck(t, "encrypt", src, want, func(dst, src *byte, n int) { k.encryptBlocks(k.rounds, k.enc, dst, src, n) })
			vpCheck(t, "decrypt", want, src, func(dst, src *byte, n int) { k.decryptBlocks(k.rounds, k.dec, dst, src, n) })
		}
	})
}

func TestVPCBC(t *testing.T) {
	eachVPKey(t, func(t *testing.T, k vpKey) {
		for blocks := 1; blocks <= 4*k.batch+2; blocks++ {
			src, iv := vpRandom(16*blocks, 3), [16]byte(vpRandom(16, 4))
			ct := make([]byte, len(src))
			cipher.NewCBCEncrypter(k.std, iv[:]).CryptBlocks(ct, src)
			for _, v := range []struct {
				name     string
				in, want []byte
				f        func(dst, src *byte, n int, iv *[16]byte)
			}{
				{"encrypt", src, ct, func(dst, src *byte, n int, iv *[16]byte) { k.cbcEncrypt(k.rounds, k.enc, dst, src, n, iv) }},
				{"decrypt", ct, src, func(dst, src *byte, n int, iv *[16]byte) { k.cbcDecrypt(k.rounds, k.dec, dst, src, n, iv) }},
			} {
				vpCheck(t, v.name, v.in, v.want, func(dst, src *byte, n int) {
					next := iv
					v.f(dst, src, n, &next)
					if !bytes.Equal(next[:], ct[len(ct)-16:]) {
						t.Fatalf("%s, %d bytes: the next IV is %x, want %x", v.name, n, next, ct[len(ct)-16:])
					}
				})
			}
		}
	})
}

// vpCTR is the standard library's CTR, whose counter has 128 bits too.
func vpCTR(k vpKey, src []byte, hi, lo uint64) []byte {
	iv := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, hi), lo)
	out := make([]byte, len(src))
	cipher.NewCTR(k.std, iv).XORKeyStream(out, src)
	return out
}

func (k vpKey) checkCTR(t *testing.T, src []byte, hi, lo uint64) {
	t.Helper()
	vpCheck(t, fmt.Sprintf("counter %016x:%016x", hi, lo), src, vpCTR(k, src, hi, lo), func(dst, src *byte, n int) {
		k.ctr(k.rounds, k.enc, dst, src, n, hi, lo)
	})
}

func TestVPCTR(t *testing.T) {
	eachVPKey(t, func(t *testing.T, k vpKey) {
		for n := 1; n <= 4*16*k.batch+31; n++ {
			r := vpRandom(16, uint64(n))
			k.checkCTR(t, vpRandom(n, 5), binary.LittleEndian.Uint64(r), binary.LittleEndian.Uint64(r[8:]))
		}
	})
}

// TestVPCTRCarry lets the counter carry at every place of a message, at every
// width of carry.
func TestVPCTRCarry(t *testing.T) {
	tops := []struct{ hi, lo uint64 }{
		{0, 1 << 8}, {7, 1 << 16}, {0, 1 << 32}, {9, 5 << 32}, {1, 0}, {1 << 32, 0}, {0, 0}, {1<<63 + 1, 0},
	}
	eachVPKey(t, func(t *testing.T, k vpKey) {
		for _, top := range tops {
			for before := range uint64(5*k.batch + 2) {
				hi, lo := top.hi, top.lo-before
				if lo > top.lo {
					hi--
				}
				for _, n := range []int{16 * k.batch, 16*4*k.batch + 9, 16*8*k.batch - 1} {
					k.checkCTR(t, vpRandom(n, 6), hi, lo)
				}
			}
		}
	})
}

// TestVPCTRLong crosses many runs of counters.
func TestVPCTRLong(t *testing.T) {
	eachVPKey(t, func(t *testing.T, k vpKey) {
		for i := range uint64(64) {
			k.checkCTR(t, vpRandom(8192-int(i), i), i<<32, ^uint64(0)-i*37)
		}
	})
}
