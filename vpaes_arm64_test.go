//go:build gc && !purego

package aes

import (
	"bytes"
	stdaes "crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"slices"
	"testing"
)

// neonKey is a key expanded by the kernel and by the standard library.
type neonKey struct {
	key      []byte
	rounds   int
	enc, dec [15][16]byte
	std      cipher.Block
}

func newNEONKey(t *testing.T, key []byte) *neonKey {
	t.Helper()
	k := &neonKey{key: key, rounds: len(key)/4 + 6}
	expandKeyNEON(k.rounds, &key[0], &k.enc, &k.dec)
	var err error
	if k.std, err = stdaes.NewCipher(key); err != nil {
		t.Fatal(err)
	}
	return k
}

// neonKeys calls f with a random key of each size.
func neonKeys(t *testing.T, f func(t *testing.T, k *neonKey, random *rand.ChaCha8)) {
	const seed = 5
	for _, size := range []int{16, 24, 32} {
		random := rand.NewChaCha8([32]byte{seed, byte(size)})
		f(t, newNEONKey(t, randomBytes(random, size)), random)
	}
}

func randomBytes(random *rand.ChaCha8, n int) []byte {
	b := make([]byte, n)
	random.Read(b)
	return b
}

// neonRun runs a kernel on src twice, into another buffer and in place, and
// compares both results with want and what lies around them with what it was.
// The buffers have alignments of their own for each length.
func neonRun(t *testing.T, name string, src, want []byte, kernel func(dst, src *byte, n int)) {
	t.Helper()
	n := len(src)
	margin := 64 + n%17
	noise := bytes.Repeat([]byte{0xA5}, n+2*margin)
	from := slices.Clone(noise)
	copy(from[margin:], src)
	to := slices.Clone(noise)
	kernel(&to[margin], &from[margin], n)
	if !bytes.Equal(to[margin:margin+n], want) {
		t.Fatalf("%s: %d bytes: got %x, want %x", name, n, to[margin:margin+n], want)
	}
	if !bytes.Equal(from[margin:margin+n], src) {
		t.Fatalf("%s: %d bytes: the source changed", name, n)
	}
	kernel(&from[margin], &from[margin], n)
	if !bytes.Equal(from[margin:margin+n], want) {
		t.Fatalf("%s: %d bytes in place: got %x, want %x", name, n, from[margin:margin+n], want)
	}
	for _, b := range [][]byte{from, to} {
		if !bytes.Equal(b[:margin], noise[:margin]) || !bytes.Equal(b[margin+n:], noise[:margin]) {
			t.Fatalf("%s: %d bytes: wrote outside", name, n)
		}
	}
}

func TestNEONStandard(t *testing.T) {
	unhex := func(s string) []byte {
		b, err := hex.DecodeString(s)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	key := unhex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
	text := unhex("00112233445566778899aabbccddeeff")
	for size, want := range map[int]string{ // FIPS 197, C.1-C.3
		16: "69c4e0d86a7b0430d8cdb78070b4c55a",
		24: "dda97ca4864cdfe06eaf70a0ec0d7191",
		32: "8ea2b7ca516745bfeafc49904b496089",
	} {
		k := newNEONKey(t, key[:size])
		neonRun(t, "encrypt", text, unhex(want), func(dst, src *byte, n int) { encryptBlocksNEON(k.rounds, &k.enc, dst, src, n) })
		neonRun(t, "decrypt", unhex(want), text, func(dst, src *byte, n int) { decryptBlocksNEON(k.rounds, &k.dec, dst, src, n) })
	}
}

func TestNEONManyKeys(t *testing.T) {
	const seed, count = 6, 200
	random := rand.NewChaCha8([32]byte{seed})
	for range count {
		for _, size := range []int{16, 24, 32} {
			k := newNEONKey(t, randomBytes(random, size))
			src, want := randomBytes(random, 16), make([]byte, 16)
			k.std.Encrypt(want, src)
			neonRun(t, "encrypt", src, want, func(dst, src *byte, n int) { encryptBlocksNEON(k.rounds, &k.enc, dst, src, n) })
			neonRun(t, "decrypt", want, src, func(dst, src *byte, n int) { decryptBlocksNEON(k.rounds, &k.dec, dst, src, n) })
		}
	}
}

func TestNEONBlocks(t *testing.T) {
	neonKeys(t, func(t *testing.T, k *neonKey, random *rand.ChaCha8) {
		for n := 16; n <= 14*16; n += 16 {
			plain, sealed := randomBytes(random, n), make([]byte, n)
			for at := 0; at < n; at += 16 {
				k.std.Encrypt(sealed[at:], plain[at:])
			}
			neonRun(t, "encrypt", plain, sealed, func(dst, src *byte, n int) { encryptBlocksNEON(k.rounds, &k.enc, dst, src, n) })
			neonRun(t, "decrypt", sealed, plain, func(dst, src *byte, n int) { decryptBlocksNEON(k.rounds, &k.dec, dst, src, n) })
		}
	})
}

func TestNEONCBC(t *testing.T) {
	neonKeys(t, func(t *testing.T, k *neonKey, random *rand.ChaCha8) {
		for n := 16; n <= 14*16; n += 16 {
			iv := [16]byte(randomBytes(random, 16))
			plain, sealed := randomBytes(random, n), make([]byte, n)
			cipher.NewCBCEncrypter(k.std, iv[:]).CryptBlocks(sealed, plain)
			last := [16]byte(sealed[n-16:])
			check := func(v [16]byte) {
				if v != last {
					t.Fatalf("%d bytes: iv %x afterwards, want %x", n, v, last)
				}
			}
			neonRun(t, "CBC encrypt", plain, sealed, func(dst, src *byte, n int) {
				v := iv
				cbcEncryptNEON(k.rounds, &k.enc, dst, src, n, &v)
				check(v)
			})
			neonRun(t, "CBC decrypt", sealed, plain, func(dst, src *byte, n int) {
				v := iv
				cbcDecryptNEON(k.rounds, &k.dec, dst, src, n, &v)
				check(v)
			})
		}
	})
}

func (k *neonKey) stdCTR(hi, lo uint64, src []byte) []byte {
	iv := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, hi), lo)
	dst := make([]byte, len(src))
	cipher.NewCTR(k.std, iv).XORKeyStream(dst, src)
	return dst
}

func TestNEONCTRLengths(t *testing.T) {
	neonKeys(t, func(t *testing.T, k *neonKey, random *rand.ChaCha8) {
		for n := 1; n <= 4*48+31; n++ {
			hi, lo := random.Uint64(), random.Uint64()
			src := randomBytes(random, n)
			neonRun(t, "CTR", src, k.stdCTR(hi, lo, src), func(dst, src *byte, n int) { ctrNEON(k.rounds, &k.enc, dst, src, n, hi, lo) })
		}
	})
}

func TestNEONCTRCarries(t *testing.T) {
	const ones = 1<<64 - 1
	neonKeys(t, func(t *testing.T, k *neonKey, random *rand.ChaCha8) {
		for _, top := range [][2]uint64{{random.Uint64(), 1<<32 - 1}, {random.Uint64() >> 1, ones}, {1<<32 - 1, ones}, {ones, ones}} {
			for before := range uint64(8) { // blocks before the carry
				for _, n := range []int{16, 31, 48, 112, 144 + 40} {
					hi, lo := top[0], top[1]-before
					src := randomBytes(random, n)
					neonRun(t, "CTR", src, k.stdCTR(hi, lo, src), func(dst, src *byte, n int) { ctrNEON(k.rounds, &k.enc, dst, src, n, hi, lo) })
				}
			}
		}
	})
}

// TestNEONCTRWindows starts at every last byte of a counter with lengths of
// many batches, so that the last byte wraps in every place.
func TestNEONCTRWindows(t *testing.T) {
	neonKeys(t, func(t *testing.T, k *neonKey, random *rand.ChaCha8) {
		for start := range uint64(256) {
			hi, lo := random.Uint64(), random.Uint64()<<8|start
			src := randomBytes(random, 1+int(random.Uint64()%1500))
			neonRun(t, "CTR", src, k.stdCTR(hi, lo, src), func(dst, src *byte, n int) { ctrNEON(k.rounds, &k.enc, dst, src, n, hi, lo) })
		}
		src := randomBytes(random, 8192)
		neonRun(t, "CTR", src, k.stdCTR(1<<64-1, 1<<64-99, src), func(dst, src *byte, n int) { ctrNEON(k.rounds, &k.enc, dst, src, n, 1<<64-1, 1<<64-99) })
	})
}
