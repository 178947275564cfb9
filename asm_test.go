//go:build (amd64 || arm64) && gc && !purego

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

	"vpaes.example/aes/internal/cpuid"
)

// asmKernel is a kernel in assembly, by its functions. The list asmKernels is in
// the file of the architecture.
type asmKernel struct {
	name          string
	needs         cpuid.Set
	broken        func() bool // whether the machine only pretends to have them
	batch         int         // bytes in flight
	expandKey     func(rounds int, key *byte, enc, dec *[15][16]byte)
	encryptBlocks func(rounds int, enc *[15][16]byte, dst, src *byte, n int)
	decryptBlocks func(rounds int, dec *[15][16]byte, dst, src *byte, n int)
	ctr           func(rounds int, enc *[15][16]byte, dst, src *byte, n int, hi, lo uint64)
	cbcEncrypt    func(rounds int, enc *[15][16]byte, dst, src *byte, n int, iv *[16]byte)
	cbcDecrypt    func(rounds int, dec *[15][16]byte, dst, src *byte, n int, iv *[16]byte)
}

// asmKey is an expanded key of a kernel, with the standard library's beside it.
type asmKey struct {
	asmKernel
	rounds   int
	enc, dec *[15][16]byte
	std      cipher.Block
}

func (k asmKernel) key(key []byte) asmKey {
	std, err := stdaes.NewCipher(key)
	if err != nil {
		panic(err)
	}
	h := asmKey{k, 6 + len(key)/4, new([15][16]byte), new([15][16]byte), std}
	k.expandKey(h.rounds, &key[0], h.enc, h.dec)
	return h
}

// random returns n bytes that depend on the seed alone.
func random(n int, seed uint64) []byte {
	b := make([]byte, n)
	r := rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8), byte(seed >> 16), byte(n), byte(n >> 8)})
	r.Read(b)
	return b
}

// skipWithout skips a test on a machine that has not all of needs.
func skipWithout(t *testing.T, needs cpuid.Set) {
	t.Helper()
	if !cpuid.Detect().Has(needs) {
		t.Skip("this machine has not all of", needs)
	}
}

// eachAsmKey runs a test with a key of each size on each kernel that this machine runs.
func eachAsmKey(t *testing.T, test func(t *testing.T, k asmKey)) {
	for _, k := range asmKernels {
		for _, size := range []int{16, 24, 32} {
			t.Run(fmt.Sprintf("%s/%d", k.name, 8*size), func(t *testing.T) {
				skipWithout(t, k.needs)
				if k.broken != nil && k.broken() {
					t.Skip("this emulator gets the kernel's instructions wrong")
				}
				test(t, k.key(random(size, 1)))
			})
		}
	}
}

// asmLengths are the multiples of a unit up to longest; in short tests, all of the
// small ones, and one in thirteen of the others.
func asmLengths(unit, longest int) (out []int) {
	for n := unit; n <= longest; n += unit {
		if !testing.Short() || n <= 4*16+1 || n/unit%13 == 0 {
			out = append(out, n)
		}
	}
	return out
}

// inAndOut runs a test on separate buffers and in place. The output must be
// want, and the 64 bytes after it must stay as they were.
func inAndOut(t *testing.T, what string, src, want []byte, f func(dst, src *byte, n int)) {
	t.Helper()
	n := len(src)
	for _, inPlace := range []bool{false, true} {
		buf := random(n+64, 7)
		in := bytes.Clone(src)
		if inPlace {
			copy(buf, src)
			in = buf[:n]
		}
		after := bytes.Clone(buf[n:])
		f(&buf[0], &in[0], n)
		if !bytes.Equal(buf[:n], want) {
			t.Fatalf("%s, %d bytes, in place %v:\n got %x\nwant %x", what, n, inPlace, buf[:n], want)
		}
		if !bytes.Equal(buf[n:], after) {
			t.Fatalf("%s, %d bytes, in place %v: wrote past the end", what, n, inPlace)
		}
		if !inPlace && !bytes.Equal(in, src) {
			t.Fatalf("%s, %d bytes: changed its source", what, n)
		}
	}
}

func TestAsmFIPS197(t *testing.T) {
	// FIPS 197, appendix C.
	pt, _ := hex.DecodeString("00112233445566778899aabbccddeeff")
	cts := map[int]string{
		16: "69c4e0d86a7b0430d8cdb78070b4c55a",
		24: "dda97ca4864cdfe06eaf70a0ec0d7191",
		32: "8ea2b7ca516745bfeafc49904b496089",
	}
	eachAsmKey(t, func(t *testing.T, k asmKey) {
		key := make([]byte, 4*(k.rounds-6))
		for i := range key {
			key[i] = byte(i)
		}
		ct, _ := hex.DecodeString(cts[len(key)])
		k = k.key(key)
		got := make([]byte, 16)
		k.encryptBlocks(k.rounds, k.enc, &got[0], &pt[0], 16)
		if !bytes.Equal(got, ct) {
			t.Errorf("encrypt: got %x, want %x", got, ct)
		}
		k.decryptBlocks(k.rounds, k.dec, &got[0], &ct[0], 16)
		if !bytes.Equal(got, pt) {
			t.Errorf("decrypt: got %x, want %x", got, pt)
		}
	})
}

// TestAsmExpandKey compares random keys, at every alignment of the key and the schedules.
func TestAsmExpandKey(t *testing.T) {
	eachAsmKey(t, func(t *testing.T, k asmKey) {
		for i := range 256 {
			key := random(4*(k.rounds-6)+i%16, uint64(i))[i%16:]
			k := k.key(key)
			src := random(16, uint64(i))
			want, got := make([]byte, 16), make([]byte, 16)
			k.std.Encrypt(want, src)
			k.encryptBlocks(k.rounds, k.enc, &got[0], &src[0], 16)
			if !bytes.Equal(got, want) {
				t.Fatalf("key %x: encrypt: got %x, want %x", key, got, want)
			}
			k.std.Decrypt(want, src)
			k.decryptBlocks(k.rounds, k.dec, &got[0], &src[0], 16)
			if !bytes.Equal(got, want) {
				t.Fatalf("key %x: decrypt: got %x, want %x", key, got, want)
			}
		}
	})
}

func TestAsmBlocks(t *testing.T) {
	eachAsmKey(t, func(t *testing.T, k asmKey) {
		for _, n := range asmLengths(16, 4*k.batch+31) {
			src, enc, dec := random(n, 2), make([]byte, n), make([]byte, n)
			for i := 0; i < n; i += 16 {
				k.std.Encrypt(enc[i:], src[i:])
				k.std.Decrypt(dec[i:], src[i:])
			}
			inAndOut(t, "encrypt", src, enc, func(dst, src *byte, n int) { k.encryptBlocks(k.rounds, k.enc, dst, src, n) })
			inAndOut(t, "decrypt", src, dec, func(dst, src *byte, n int) { k.decryptBlocks(k.rounds, k.dec, dst, src, n) })
		}
	})
}

func TestAsmCTR(t *testing.T) {
	eachAsmKey(t, func(t *testing.T, k asmKey) {
		for _, n := range asmLengths(1, 4*k.batch+31) {
			testAsmCTR(t, k, n, rand.Uint64(), rand.Uint64())
		}
	})
}

// TestAsmCTRCarry puts a carry out of 32, 64, 96 and 128 bits before every
// counter of four batches, and cuts the data at every place near it.
func TestAsmCTRCarry(t *testing.T) {
	eachAsmKey(t, func(t *testing.T, k asmKey) {
		blocks := uint64(4*k.batch/16 + 2)
		for _, hi := range []uint64{0, 1<<32 - 1, 0x0123456789abcdef, 1<<64 - 1} {
			for _, limit := range []uint64{1 << 8, 1 << 32, 1<<32 + 1<<16, 1 << 63, 0} {
				for before := range blocks {
					if testing.Short() && before > 9 && before%7 != 0 {
						continue
					}
					testAsmCTR(t, k, int(16*blocks), hi, limit-before)
					n := 16*int(before) + int(rand.Uint32N(40))
					if n > 0 {
						testAsmCTR(t, k, n, hi, limit-before)
					}
				}
			}
		}
	})
}

// TestAsmCTRLong covers long calls, which align their counters, from every first
// counter of a batch.
func TestAsmCTRLong(t *testing.T) {
	eachAsmKey(t, func(t *testing.T, k asmKey) {
		for lo := range uint64(k.batch / 16) {
			if testing.Short() && lo%5 != 0 {
				continue
			}
			for n := 7 * k.batch; n <= 10*k.batch; n += k.batch/2 + 7 {
				testAsmCTR(t, k, n, 1, lo)
				testAsmCTR(t, k, n, 1, lo-uint64(n)/32)
			}
			testAsmCTR(t, k, 64<<10-int(lo), rand.Uint64(), rand.Uint64()<<8|lo)
		}
	})
}

func testAsmCTR(t *testing.T, k asmKey, n int, hi, lo uint64) {
	t.Helper()
	var iv [16]byte
	binary.BigEndian.PutUint64(iv[:], hi)
	binary.BigEndian.PutUint64(iv[8:], lo)
	src, want := random(n, lo), make([]byte, n)
	cipher.NewCTR(k.std, iv[:]).XORKeyStream(want, src)
	inAndOut(t, fmt.Sprintf("ctr from %x", iv), src, want, func(dst, src *byte, n int) {
		k.ctr(k.rounds, k.enc, dst, src, n, hi, lo)
	})
}

func TestAsmCBC(t *testing.T) {
	eachAsmKey(t, func(t *testing.T, k asmKey) {
		for _, n := range asmLengths(16, 4*k.batch+31) {
			src, iv := random(n, 4), [16]byte(random(16, uint64(n)))
			enc, dec := make([]byte, n), make([]byte, n)
			cipher.NewCBCEncrypter(k.std, iv[:]).CryptBlocks(enc, src)
			cipher.NewCBCDecrypter(k.std, iv[:]).CryptBlocks(dec, src)
			check := func(what string, iv [16]byte, ciphertext []byte) {
				if !bytes.Equal(iv[:], ciphertext[n-16:]) {
					t.Fatalf("%s, %d bytes: leaves iv %x, want %x", what, n, iv, ciphertext[n-16:])
				}
			}
			inAndOut(t, "cbc encrypt", src, enc, func(dst, src *byte, n int) {
				iv := iv
				k.cbcEncrypt(k.rounds, k.enc, dst, src, n, &iv)
				check("cbc encrypt", iv, enc)
			})
			inAndOut(t, "cbc decrypt", src, dec, func(dst, from *byte, n int) {
				iv := iv
				k.cbcDecrypt(k.rounds, k.dec, dst, from, n, &iv)
				check("cbc decrypt", iv, src)
			})
		}
	})
}
