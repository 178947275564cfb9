//go:build gc && !purego && (linux || darwin)

package aes

import (
	"bytes"
	"crypto/cipher"
	"encoding/binary"
	"fmt"
	"testing"
	"unsafe"

	"vpaes.example/aes/internal/cpuid"
)

// An armForm is one form of the GHASH and GCM kernels, by its functions.
type armForm struct {
	name  string
	hash  cpuid.Set // what ghash needs
	ghash func(table *[512]byte, acc *[16]byte, src *byte, n int)
	seal  armGCM
	open  armGCM
}

type armGCM func(rounds int, enc *[15][16]byte, table *[512]byte, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[16]byte, stream *[4][16]byte)

var armForms = []armForm{
	{"pmull", cpuid.PMULL, ghashPMULL, gcmSealARMCE, gcmOpenARMCE},
	{"pmull-eor3", cpuid.PMULL | cpuid.SHA3, ghashPMULLEOR3, gcmSealARMCEEOR3, gcmOpenARMCEEOR3},
}

// An armGCMTest is a test of one form.
type armGCMTest struct {
	*armceTest
	armForm
}

func eachARMForm(t *testing.T, more cpuid.Set, f func(t armGCMTest)) {
	for _, form := range armForms {
		t.Run(form.name, func(t *testing.T) { f(armGCMTest{newARMCETest(t, form.hash|more), form}) })
	}
}

// hashKey is a hash key with its table, which has no room around it.
func (t armGCMTest) hashKey(h []byte) *[512]byte {
	table := (*[512]byte)(t.put("table", make([]byte, 512), true))
	ghashInitPMULL(table, (*[16]byte)(t.put("h", h, true)))
	if !t.intact("table", 512, true) {
		t.Fatal("ghashInitPMULL wrote outside")
	}
	return table
}

// armMul is x·y in GHASH's field (SP 800-38D §6.3), bit by bit.
func armMul(x, y [16]byte) (z [16]byte) {
	var zh, zl uint64
	vh, vl := binary.BigEndian.Uint64(y[:]), binary.BigEndian.Uint64(y[8:])
	for i := range 128 {
		if x[i/8]>>(7-i%8)&1 == 1 {
			zh, zl = zh^vh, zl^vl
		}
		out := vl & 1
		vl = vl>>1 | vh<<63
		vh = vh>>1 ^ out*(0xe1<<56)
	}
	binary.BigEndian.PutUint64(z[:], zh)
	binary.BigEndian.PutUint64(z[8:], zl)
	return z
}

// armHash continues the hash acc with data, filled up with zeros.
func armHash(h, acc [16]byte, data []byte) [16]byte {
	for len(data) > 0 {
		var block [16]byte
		data = data[copy(block[:], data):]
		for i := range acc {
			acc[i] ^= block[i]
		}
		acc = armMul(acc, h)
	}
	return acc
}

func TestARMGHASH(t *testing.T) {
	eachARMForm(t, 0, func(t armGCMTest) {
		hashKeys := [][]byte{make([]byte, 16), append(make([]byte, 15), 1), append([]byte{0x80}, make([]byte, 15)...)}
		for n := 16; n <= 16*(3*8+15); n += 16 {
			for draw := range 4 {
				h := t.bytes(16)
				if draw == 0 {
					h = hashKeys[n/16%3]
				}
				table := t.hashKey(h)
				start, src := t.bytes(16), t.bytes(n)
				acc := t.put("acc", start, draw%2 == 0)
				t.armForm.ghash(table, (*[16]byte)(acc), &t.put("src", src, draw%2 == 0)[0], n)
				if want := armHash([16]byte(h), [16]byte(start), src); [16]byte(acc) != want {
					t.Fatalf("%d bytes, h %x:\n got %x\nwant %x", n, h, acc, want)
				}
				if !t.intact("acc", 16, draw%2 == 0) {
					t.Fatal("wrote outside")
				}
			}
		}
	})
}

// An armGCMKey is a key with all that the kernels need.
type armGCMKey struct {
	armceKey
	h     [16]byte
	table *[512]byte
}

func (t armGCMTest) gcmKey(size int) armGCMKey {
	k := armGCMKey{armceKey: t.key(t.bytes(size))}
	k.std.Encrypt(k.h[:], k.h[:])
	k.table = t.hashKey(k.h[:])
	return k
}

// any calls a kernel for a message of any length: in one call if it is short
// enough and has a nonce of 12 bytes, else in parts.
func (t armGCMTest) any(k armGCMKey, kernel armGCM, dst, src, nonce, aad []byte, tag *[16]byte) {
	const part = 64 << 10
	if len(nonce) == 12 && len(src)+len(aad) <= part {
		kernel(k.rounds, k.enc, k.table, unsafe.SliceData(dst), unsafe.SliceData(src), len(src), unsafe.SliceData(nonce), unsafe.SliceData(aad), len(aad), tag, nil)
		return
	}
	stream, long := [4][16]byte{}, 0
	if len(nonce) == 12 {
		copy(stream[2][:], nonce)
		stream[2][15] = 1
	} else {
		var lengths [16]byte
		binary.BigEndian.PutUint64(lengths[8:], uint64(len(nonce))*8)
		stream[2] = armHash(k.h, armHash(k.h, [16]byte{}, nonce), lengths[:])
		long = 1
	}
	stream[0], stream[1] = armHash(k.h, [16]byte{}, aad), stream[2]
	binary.LittleEndian.PutUint64(stream[3][:], uint64(len(src)))
	binary.LittleEndian.PutUint64(stream[3][8:], uint64(len(aad)))
	for ; len(src) > part; dst, src = dst[part:], src[part:] {
		kernel(k.rounds, k.enc, k.table, &dst[0], &src[0], part, nil, nil, long, nil, &stream)
	}
	kernel(k.rounds, k.enc, k.table, unsafe.SliceData(dst), unsafe.SliceData(src), len(src), nil, nil, long, tag, &stream)
}

// check seals and opens, apart and in place, and compares.
func (t armGCMTest) check(what string, plain, sealed, tag []byte, seal, open func(dst, src []byte, tag *[16]byte)) {
	t.Helper()
	run := func(name string, src, want []byte, f func(dst, src []byte, tag *[16]byte)) {
		t.Helper()
		t.kernel(name, src, want, func(dst, src *byte, n int) {
			got := t.put("tag", make([]byte, 16), n&1 == 0)
			f(unsafe.Slice(dst, n), unsafe.Slice(src, n), (*[16]byte)(got))
			if !bytes.Equal(got, tag) || !t.intact("tag", 16, n&1 == 0) {
				t.Fatalf("%s: %d bytes: tag %x, want %x", name, n, got, tag)
			}
		})
	}
	run("seal, "+what, plain, sealed, seal)
	run("open, "+what, sealed, plain, open)
}

// checkStd compares with crypto/cipher. The message fits on a page.
func (t armGCMTest) checkStd(k armGCMKey, nonceLen, n, aadLen int) {
	t.Helper()
	std, err := cipher.NewGCMWithNonceSize(k.std, nonceLen)
	if err != nil {
		t.Fatal(err)
	}
	nonce, plain, aad := t.put("nonce", t.bytes(nonceLen), n&2 == 0), t.bytes(n), t.bytes(aadLen)
	if aadLen <= armcePage {
		aad = t.put("aad", aad, n&2 == 0)
	}
	sealed := std.Seal(nil, nonce, plain, aad)
	what := fmt.Sprintf("%d rounds, %d bytes of nonce and %d of additional data", k.rounds, nonceLen, aadLen)
	t.check(what, plain, sealed[:n], sealed[n:], func(dst, src []byte, tag *[16]byte) {
		t.any(k, t.seal, dst, src, nonce, aad, tag)
	}, func(dst, src []byte, tag *[16]byte) {
		t.any(k, t.open, dst, src, nonce, aad, tag)
	})
}

// armAADs are lengths of additional data at which code takes another way.
var armAADs = []int{0, 1, 7, 8, 12, 13, 15, 16, 17, 31, 32, 33, 127, 128, 129, 255, 256, 257, 1100, 10001}

func (t armGCMTest) someAAD() int { return armAADs[t.random.Uint64()%uint64(len(armAADs))] }

// Every length of text, with random keys.
func TestARMGCM(t *testing.T) {
	eachARMForm(t, cpuid.ARMAES, func(t armGCMTest) {
		for n := range armceLongest + 1 {
			draws := 4
			if testing.Short() {
				draws = 1
			}
			for draw := range draws {
				t.checkStd(t.gcmKey(16+8*((n+draw)%3)), 12, n, t.someAAD())
			}
		}
	})
}

// Every length of additional data beside every way that short text takes.
func TestARMGCMAdditionalData(t *testing.T) {
	eachARMForm(t, cpuid.ARMAES, func(t armGCMTest) {
		k := t.gcmKey(16)
		for aad := range 16*(2*8+2) + 1 {
			for _, n := range []int{0, 1, 15, 16, 17, 64, 127, 128, 129, 16*3*8 + 5} {
				t.checkStd(k, 12, n, aad)
			}
		}
	})
}

func TestARMGCMNonceLengths(t *testing.T) {
	eachARMForm(t, cpuid.ARMAES, func(t armGCMTest) {
		for _, nonce := range []int{1, 7, 8, 11, 13, 15, 16, 17, 32, 63, 255, 256, 1000, 4096} {
			for range 10 {
				t.checkStd(t.gcmKey(24), nonce, int(t.random.Uint64()%1500), int(t.random.Uint64()%50))
			}
		}
	})
}

// The output may be written over the nonce.
func TestARMGCMOverNonce(t *testing.T) {
	eachARMForm(t, cpuid.ARMAES, func(t armGCMTest) {
		for _, n := range []int{12, 16, 64, 100, 128, 129, 300, 1000} {
			k := t.gcmKey(16)
			std, err := cipher.NewGCM(k.std)
			if err != nil {
				t.Fatal(err)
			}
			plain, buf := t.bytes(n), t.bytes(n+16)
			want := std.Seal(nil, buf[:12], plain, nil)
			t.any(k, t.seal, buf[:n], plain, buf[:12], nil, (*[16]byte)(buf[n:]))
			if !bytes.Equal(buf, want) {
				t.Fatalf("%d bytes: got %x, want %x", n, buf, want)
			}
		}
	})
}

// slowSeal is GCM from a J0 of the caller's (SP 800-38D §7.1).
func (k armGCMKey) slowSeal(j0 [16]byte, plain, aad []byte) (out, tag []byte) {
	counter := j0
	for len(plain) > 0 {
		binary.BigEndian.PutUint32(counter[12:], binary.BigEndian.Uint32(counter[12:])+1)
		var stream [16]byte
		k.std.Encrypt(stream[:], counter[:])
		n := min(16, len(plain))
		for i, x := range plain[:n] {
			out = append(out, x^stream[i])
		}
		plain = plain[n:]
	}
	var lengths, mask [16]byte
	binary.BigEndian.PutUint64(lengths[:], uint64(len(aad))*8)
	binary.BigEndian.PutUint64(lengths[8:], uint64(len(out))*8)
	sum := armHash(k.h, armHash(k.h, armHash(k.h, [16]byte{}, aad), out), lengths[:])
	k.std.Encrypt(mask[:], j0[:])
	for i := range sum {
		sum[i] ^= mask[i]
	}
	return out, sum[:]
}

// The counter wraps on every lane of a batch, in all of the code that counts,
// and a message goes on after a part of one, two or three batches.
func TestARMGCMCounterWrap(t *testing.T) {
	eachARMForm(t, cpuid.ARMAES, func(t armGCMTest) {
		for before := range 3*8 + 2 {
			k := t.gcmKey(16 + 8*(before%3))
			j0 := [16]byte(t.bytes(16))
			binary.BigEndian.PutUint32(j0[12:], uint32(-before))
			for _, n := range []int{0, 1, 16, 40, 48, 64, 71, 123, 128, 129, 259, 509, 600} {
				aad, plain := t.bytes(min(t.someAAD(), 300)), t.bytes(n)
				out, tag := k.slowSeal(j0, plain, aad)
				for _, first := range []int{0, 128, 256, 384} {
					if first > n {
						break
					}
					with := func(kernel armGCM) func(dst, src []byte, tag *[16]byte) {
						return func(dst, src []byte, tag *[16]byte) {
							stream := [4][16]byte{armHash(k.h, [16]byte{}, aad), j0, j0}
							binary.LittleEndian.PutUint64(stream[3][:], uint64(n))
							binary.LittleEndian.PutUint64(stream[3][8:], uint64(len(aad)))
							if first > 0 {
								kernel(k.rounds, k.enc, k.table, &dst[0], &src[0], first, nil, nil, 1, nil, &stream)
							}
							kernel(k.rounds, k.enc, k.table, unsafe.SliceData(dst[first:]), unsafe.SliceData(src[first:]), n-first, nil, nil, 1, tag, &stream)
						}
					}
					what := fmt.Sprintf("counter wraps after %d blocks, first part %d", before, first)
					t.check(what, plain, out, tag, with(t.seal), with(t.open))
				}
			}
		}
	})
}

// Lengths around the borders of parts.
func TestARMGCMParts(t *testing.T) {
	eachARMForm(t, cpuid.ARMAES, func(t armGCMTest) {
		one := func(n, aadLen int) {
			k := t.gcmKey(32)
			std, err := cipher.NewGCM(k.std)
			if err != nil {
				t.Fatal(err)
			}
			nonce, plain, aad := t.bytes(12), t.bytes(n), t.bytes(aadLen)
			want := std.Seal(nil, nonce, plain, aad)
			buf := append(bytes.Clone(plain), make([]byte, 64)...)
			var tag [16]byte
			t.any(k, t.seal, buf[:n], buf[:n], nonce, aad, &tag)
			if !bytes.Equal(buf[:n], want[:n]) || !bytes.Equal(tag[:], want[n:]) {
				t.Fatalf("seal, %d bytes, %d of additional data", n, aadLen)
			}
			t.any(k, t.open, buf[:n], buf[:n], nonce, aad, &tag)
			if !bytes.Equal(buf[:n], plain) || !bytes.Equal(tag[:], want[n:]) {
				t.Fatalf("open, %d bytes, %d of additional data", n, aadLen)
			}
			if !bytes.Equal(buf[n:], make([]byte, 64)) {
				t.Fatalf("%d bytes: wrote past the end", n)
			}
		}
		for i, d := range []int{-129, -128, -16, -13, -1, 0, 1, 13, 16, 17, 127, 128, 129, 300} {
			for parts := 1; parts <= 2; parts++ {
				one(parts*(64<<10)+d, []int{0, 13, 1100, 64<<10 + 1}[(i+parts)%4])
			}
		}
		for _, aad := range []int{64<<10 - 20, 64<<10 - 1, 64 << 10, 64<<10 + 1, 2*(64<<10) + 17} {
			for _, n := range []int{0, 1, 16, 19, 20, 21, 300} {
				one(n, aad)
			}
		}
	})
}

// Flipping any bit of ciphertext, additional data or nonce changes the tag.
func TestARMGCMFlippedBits(t *testing.T) {
	eachARMForm(t, cpuid.ARMAES, func(t armGCMTest) {
		k := t.gcmKey(16)
		for n := range 65 {
			nonce, text, aad := t.bytes(12), t.bytes(n), t.bytes(n%20)
			var want [16]byte
			t.any(k, t.open, make([]byte, n), text, nonce, aad, &want)
			for _, part := range [][]byte{nonce, text, aad} {
				for bit := range 8 * len(part) {
					part[bit/8] ^= 1 << (bit % 8)
					var got [16]byte
					t.any(k, t.open, make([]byte, n), text, nonce, aad, &got)
					if got == want {
						t.Fatalf("%d bytes: a flipped bit leaves the tag", n)
					}
					part[bit/8] ^= 1 << (bit % 8)
				}
			}
		}
	})
}
