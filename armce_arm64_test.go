//go:build gc && !purego && (linux || darwin)

package aes

import (
	"bytes"
	stdaes "crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"testing"
	"unsafe"

	"vpaes.example/aes/internal/cpuid"
	"vpaes.example/aes/internal/guard"
)

// armceTest is a test with the buffers that it puts arguments into, each
// between two pages that fault.
type armceTest struct {
	*testing.T
	random *rand.ChaCha8
	pages  map[string]*guard.Pages
}

const armcePage = 4096

func newARMCETest(t *testing.T, needs cpuid.Set) *armceTest {
	skipWithout(t, needs)
	seed := rand.Uint64()
	t.Logf("seed %#x", seed)
	var s [32]byte
	binary.LittleEndian.PutUint64(s[:], seed)
	before := debug.SetPanicOnFault(true)
	test := &armceTest{t, rand.NewChaCha8(s), map[string]*guard.Pages{}}
	t.Cleanup(func() {
		debug.SetPanicOnFault(before)
		for _, p := range test.pages {
			p.Free()
		}
	})
	return test
}

func (t *armceTest) bytes(n int) []byte {
	b := make([]byte, n)
	t.random.Read(b)
	return b
}

// put copies b into the named buffer, flush against its lower or upper end; all
// else in the buffer becomes noise.
func (t *armceTest) put(name string, b []byte, end bool) []byte {
	p := t.pages[name]
	if p == nil {
		p = guard.New(armcePage)
		t.pages[name] = p
	}
	all := p.AtStart(armcePage)
	for i := range all {
		all[i] = 0xa5
	}
	at := p.AtStart(len(b))
	if end {
		at = p.AtEnd(len(b))
	}
	copy(at, b)
	return at
}

// intact reports whether the noise around the n bytes at one end is there.
func (t *armceTest) intact(name string, n int, end bool) bool {
	all := t.pages[name].AtStart(armcePage)
	noise := all[n:]
	if end {
		noise = all[:armcePage-n]
	}
	return bytes.Count(noise, []byte{0xa5}) == len(noise)
}

// kernel runs a kernel on src at both ends of a page, into another buffer and in
// place, and compares the result with want.
func (t *armceTest) kernel(name string, src, want []byte, kernel func(dst, src *byte, n int)) {
	t.Helper()
	n := len(src)
	for _, end := range []bool{false, true} {
		from, to := t.put("src", src, end), t.put("dst", make([]byte, n), end)
		kernel(unsafe.SliceData(to), unsafe.SliceData(from), n)
		if !bytes.Equal(to, want) {
			t.Fatalf("%s, %d bytes:\n got %x\nwant %x", name, n, to, want)
		}
		if !bytes.Equal(from, src) {
			t.Fatalf("%s, %d bytes: changed its source", name, n)
		}
		if !t.intact("src", n, end) || !t.intact("dst", n, end) {
			t.Fatalf("%s, %d bytes: wrote outside", name, n)
		}
		kernel(unsafe.SliceData(from), unsafe.SliceData(from), n)
		if !bytes.Equal(from, want) {
			t.Fatalf("%s, %d bytes in place:\n got %x\nwant %x", name, n, from, want)
		}
		if !t.intact("src", n, end) {
			t.Fatalf("%s, %d bytes in place: wrote outside", name, n)
		}
	}
}

// armceKey is a key expanded by the kernel and by the standard library. The
// schedules have no room behind the last round key.
type armceKey struct {
	rounds   int
	enc, dec *[15][16]byte
	std      cipher.Block
}

func (t *armceTest) key(key []byte) armceKey {
	std, err := stdaes.NewCipher(key)
	if err != nil {
		t.Fatal(err)
	}
	rounds := len(key)/4 + 6
	size := 16 * (rounds + 1)
	k := armceKey{rounds, schedule(t.put("enc", make([]byte, size), true)), schedule(t.put("dec", make([]byte, size), true)), std}
	expandKeyARMCE(rounds, &t.put("key", key, true)[0], k.enc, k.dec)
	if !t.intact("enc", size, true) || !t.intact("dec", size, true) {
		t.Fatalf("%d rounds: key expansion wrote outside", rounds)
	}
	return k
}

func schedule(b []byte) *[15][16]byte { return (*[15][16]byte)(unsafe.Pointer(unsafe.SliceData(b))) }

// keys calls f with a random key of each size.
func (t *armceTest) keys(f func(k armceKey)) {
	for _, size := range []int{16, 24, 32} {
		f(t.key(t.bytes(size)))
	}
}

func (k armceKey) encrypt(dst, src *byte, n int) { encryptBlocksARMCE(k.rounds, k.enc, dst, src, n) }
func (k armceKey) decrypt(dst, src *byte, n int) { decryptBlocksARMCE(k.rounds, k.dec, dst, src, n) }

func TestARMCEStandard(t *testing.T) {
	test := newARMCETest(t, cpuid.ARMAES)
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
		k := test.key(key[:size])
		test.kernel("encrypt", text, unhex(want), k.encrypt)
		test.kernel("decrypt", unhex(want), text, k.decrypt)
	}
}

func TestARMCEManyKeys(t *testing.T) {
	test := newARMCETest(t, cpuid.ARMAES)
	for range 200 {
		test.keys(func(k armceKey) {
			src, want := test.bytes(16), make([]byte, 16)
			k.std.Encrypt(want, src)
			test.kernel("encrypt", src, want, k.encrypt)
			test.kernel("decrypt", want, src, k.decrypt)
		})
	}
}

const armceLongest = 4*16*8 + 31 // four batches, and more

func TestARMCEBlocks(t *testing.T) {
	test := newARMCETest(t, cpuid.ARMAES)
	for n := 16; n <= armceLongest; n += 16 {
		test.keys(func(k armceKey) {
			plain, sealed := test.bytes(n), make([]byte, n)
			for at := 0; at < n; at += 16 {
				k.std.Encrypt(sealed[at:], plain[at:])
			}
			test.kernel("encrypt", plain, sealed, k.encrypt)
			test.kernel("decrypt", sealed, plain, k.decrypt)
		})
	}
}

func TestARMCECBC(t *testing.T) {
	test := newARMCETest(t, cpuid.ARMAES)
	for n := 16; n <= armceLongest; n += 16 {
		test.keys(func(k armceKey) {
			iv := test.bytes(16)
			plain, sealed := test.bytes(n), make([]byte, n)
			cipher.NewCBCEncrypter(k.std, iv).CryptBlocks(sealed, plain)
			chained := func(kernel func(v *[16]byte, dst, src *byte, n int)) func(dst, src *byte, n int) {
				return func(dst, src *byte, n int) {
					v := test.put("iv", iv, n&16 == 0)
					kernel((*[16]byte)(v), dst, src, n)
					if !bytes.Equal(v, sealed[n-16:]) || !test.intact("iv", 16, n&16 == 0) {
						t.Fatalf("%d bytes: iv %x afterwards, want %x", n, v, sealed[n-16:])
					}
				}
			}
			test.kernel("CBC encrypt", plain, sealed, chained(func(v *[16]byte, dst, src *byte, n int) {
				cbcEncryptARMCE(k.rounds, k.enc, dst, src, n, v)
			}))
			test.kernel("CBC decrypt", sealed, plain, chained(func(v *[16]byte, dst, src *byte, n int) {
				cbcDecryptARMCE(k.rounds, k.dec, dst, src, n, v)
			}))
		})
	}
}

// ctr compares with the standard library from counter block hi:lo on.
func (t *armceTest) ctr(k armceKey, hi, lo uint64, n int) {
	t.Helper()
	iv := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, hi), lo)
	src, want := t.bytes(n), make([]byte, n)
	cipher.NewCTR(k.std, iv).XORKeyStream(want, src)
	t.kernel(fmt.Sprintf("CTR, %d rounds, counter %x", k.rounds, iv), src, want, func(dst, src *byte, n int) {
		ctrARMCE(k.rounds, k.enc, dst, src, n, hi, lo)
	})
}

func TestARMCECTRLengths(t *testing.T) {
	test := newARMCETest(t, cpuid.ARMAES)
	for n := 1; n <= armceLongest; n++ {
		test.keys(func(k armceKey) {
			test.ctr(k, test.random.Uint64(), test.random.Uint64(), n)
			test.ctr(k, test.random.Uint64(), test.random.Uint64()&^7, n)
		})
	}
}

// Every way to start in a batch, for every number of blocks.
func TestARMCECTRStarts(t *testing.T) {
	test := newARMCETest(t, cpuid.ARMAES)
	k := test.key(test.bytes(16))
	for blocks := 1; blocks <= 33; blocks++ {
		for start := range uint64(8) {
			test.ctr(k, test.random.Uint64(), test.random.Uint64()&^7|start, 16*blocks-int(test.random.Uint64()%16))
		}
	}
}

func TestARMCECTRCarries(t *testing.T) {
	test := newARMCETest(t, cpuid.ARMAES)
	const ones = 1<<64 - 1
	test.keys(func(k armceKey) {
		for _, top := range [][2]uint64{{test.random.Uint64(), 1<<32 - 1}, {test.random.Uint64() >> 1, ones}, {1<<32 - 1, ones}, {ones, ones}} {
			for before := range uint64(18) { // blocks before the carry
				for _, n := range []int{16, 31, 64, 112, 128, 184, 256, 500} {
					test.ctr(k, top[0], top[1]-before, n)
				}
			}
		}
	})
}

// The schedules are aligned to eight bytes, all else to nothing.
func TestARMCEAlignment(t *testing.T) {
	test := newARMCETest(t, cpuid.ARMAES)
	k := test.key(test.bytes(32))
	mem := make([]byte, 4*armcePage)
	for offset := range 64 {
		plain, iv := test.bytes(300), test.bytes(16)
		want := make([]byte, 300)
		cipher.NewCTR(k.std, iv).XORKeyStream(want, plain)
		enc := schedule(mem[offset&^7:])
		expandKeyARMCE(k.rounds, (*byte)(unsafe.Pointer(k.enc)), enc, schedule(mem[1024+offset&^7:]))
		*enc = *k.enc
		src, dst := mem[armcePage+offset:][:300], mem[2*armcePage+63-offset:][:300]
		copy(src, plain)
		ctrARMCE(k.rounds, enc, &dst[0], &src[0], 300, binary.BigEndian.Uint64(iv), binary.BigEndian.Uint64(iv[8:]))
		if !slices.Equal(dst, want) {
			t.Fatalf("offset %d", offset)
		}
	}
}
