//go:build gc && !purego

package aes

import (
	"bytes"
	stdaes "crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"vpaes.example/aes/internal/cpuid"
	"vpaes.example/aes/internal/emulator"
)

// A fusedForm is one form of the GHASH and GCM kernels, by its functions.
type fusedForm struct {
	name      string
	needs     cpuid.Set
	batch     int // blocks
	tableSize int
	ghashInit func(table unsafe.Pointer, h *[16]byte)
	ghash     func(table unsafe.Pointer, acc *[16]byte, src *byte, n int)
	seal      fusedFunc
	open      fusedFunc
}

type fusedFunc func(rounds int, enc *[15][16]byte, table unsafe.Pointer, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[16]byte, stream *[4][16]byte)

func newFusedForm[T any](name string, needs cpuid.Set, batch int,
	ghashInit func(table *T, h *[16]byte),
	ghash func(table *T, acc *[16]byte, src *byte, n int),
	seal, open func(rounds int, enc *[15][16]byte, table *T, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[16]byte, stream *[4][16]byte),
) fusedForm {
	kernel := func(f func(rounds int, enc *[15][16]byte, table *T, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[16]byte, stream *[4][16]byte)) fusedFunc {
		return func(rounds int, enc *[15][16]byte, table unsafe.Pointer, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[16]byte, stream *[4][16]byte) {
			f(rounds, enc, (*T)(table), dst, src, n, nonce, aad, aadLen, tag, stream)
		}
	}
	return fusedForm{
		name, needs, batch, int(unsafe.Sizeof(*new(T))),
		func(table unsafe.Pointer, h *[16]byte) { ghashInit((*T)(table), h) },
		func(table unsafe.Pointer, acc *[16]byte, src *byte, n int) { ghash((*T)(table), acc, src, n) },
		kernel(seal), kernel(open),
	}
}

var fusedForms = []fusedForm{
	newFusedForm("aesni", cpuid.AESNI|cpuid.PCLMULQDQ|cpuid.SSSE3, 8,
		ghashInitPCLMUL, ghashPCLMUL, gcmSealAESNI, gcmOpenAESNI),
	newFusedForm("aesni-avx", cpuid.AESNI|cpuid.PCLMULQDQ|cpuid.AVX, 8,
		ghashInitPCLMULAVX, ghashPCLMULAVX, gcmSealAESNIAVX, gcmOpenAESNIAVX),
	newFusedForm("vaes", cpuid.AESNI|cpuid.AVX|cpuid.AVX2|cpuid.VAES|cpuid.VPCLMULQDQ, 16,
		ghashInitVPCLMUL, ghashVPCLMUL, gcmSealVAES, gcmOpenVAES),
}

// eachFusedForm runs a test on every form that this machine runs.
func eachFusedForm(t *testing.T, test func(t *testing.T, f fusedForm, r *rand.ChaCha8)) {
	for _, f := range fusedForms {
		t.Run(f.name, func(t *testing.T) {
			skipWithout(t, f.needs)
			if f.needs.Has(cpuid.VAES) && !emulator.VAESIsRight() {
				t.Skip("this emulator gets VAES wrong")
			}
			seed := rand.Uint64()
			t.Logf("seed %#x", seed)
			var s [32]byte
			binary.LittleEndian.PutUint64(s[:], seed)
			test(t, f, rand.NewChaCha8(s))
		})
	}
}

// read returns n bytes of r.
func read(r *rand.ChaCha8, n int) []byte {
	b := make([]byte, n)
	r.Read(b)
	return b
}

// A fusedKey is an expanded key with its hash table, and the standard library's.
type fusedKey struct {
	fusedForm
	rounds int
	enc    *[15][16]byte
	h      [16]byte
	table  unsafe.Pointer
	std    cipher.Block
}

// whole is a message in one call of a kernel.
func (k *fusedKey) whole(kernel fusedFunc, dst, src, nonce, aad []byte, tag *[16]byte) {
	kernel(k.rounds, k.enc, k.table, unsafe.SliceData(dst), unsafe.SliceData(src), len(src), unsafe.SliceData(nonce), unsafe.SliceData(aad), len(aad), tag, nil)
}

// parts is a message in parts of so many bytes, but the last, from a J0 of the
// caller's. It goes by the code for long nonces if longNonce is 1.
func (k *fusedKey) parts(kernel fusedFunc, part int, j0 [16]byte, longNonce int, dst, src, aad []byte, tag *[16]byte) {
	stream := [4][16]byte{slowHash(k.h, [16]byte{}, aad), j0, j0}
	binary.LittleEndian.PutUint64(stream[3][:], uint64(len(src)))
	binary.LittleEndian.PutUint64(stream[3][8:], uint64(len(aad)))
	for ; len(src) > part; dst, src = dst[part:], src[part:] {
		kernel(k.rounds, k.enc, k.table, &dst[0], &src[0], part, nil, nil, longNonce, nil, &stream)
	}
	kernel(k.rounds, k.enc, k.table, unsafe.SliceData(dst), unsafe.SliceData(src), len(src), nil, nil, longNonce, tag, &stream)
}

func (f fusedForm) key(key []byte) *fusedKey {
	std, err := stdaes.NewCipher(key)
	if err != nil {
		panic(err)
	}
	k := &fusedKey{fusedForm: f, rounds: 6 + len(key)/4, enc: new([15][16]byte), std: std}
	expandKeyAESNI(k.rounds, &key[0], k.enc, new([15][16]byte))
	std.Encrypt(k.h[:], k.h[:])
	k.table = unsafe.Pointer(unsafe.SliceData(make([]byte, f.tableSize)))
	f.ghashInit(k.table, &k.h)
	return k
}

// slowMul is x·y in GHASH's field (SP 800-38D §6.3), bit by bit.
func slowMul(x, y [16]byte) (z [16]byte) {
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

// slowHash continues the hash acc with data, filled up with zeros.
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

// slowSeal is GCM from a J0 of the caller's (SP 800-38D §7.1).
func (k *fusedKey) slowSeal(j0 [16]byte, plain, aad []byte) (out []byte, tag [16]byte) {
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
	tag = slowHash(k.h, slowHash(k.h, slowHash(k.h, [16]byte{}, aad), out), lengths[:])
	k.std.Encrypt(mask[:], j0[:])
	for i := range tag {
		tag[i] ^= mask[i]
	}
	return out, tag
}

func TestFusedGHASH(t *testing.T) {
	eachFusedForm(t, func(t *testing.T, f fusedForm, r *rand.ChaCha8) {
		for n := 16; n <= 16*(3*f.batch+15); n += 16 {
			for range 4 {
				k := f.key(read(r, 16))
				acc := [16]byte(read(r, 16))
				src := read(r, n)
				want := slowHash(k.h, acc, src)
				if f.ghash(k.table, &acc, &src[0], n); acc != want {
					t.Fatalf("%d bytes:\n got %x\nwant %x", n, acc, want)
				}
			}
		}
	})
}

// check seals and opens a message, apart and in place, and compares with what is
// wanted. Bytes after the output must stay.
func (k *fusedKey) check(t *testing.T, what string, plain, want []byte, tag [16]byte, f func(kernel fusedFunc, dst, src []byte, tag *[16]byte)) {
	t.Helper()
	n := len(plain)
	for _, c := range []struct {
		name    string
		kernel  fusedFunc
		in, out []byte
	}{{"seal", k.seal, plain, want}, {"open", k.open, want, plain}} {
		for _, inPlace := range []bool{false, true} {
			buf := bytes.Repeat([]byte{0xa5}, n+64)
			in := bytes.Clone(c.in)
			if inPlace {
				copy(buf, c.in)
				in = buf[:n]
			}
			var got [16]byte
			f(c.kernel, buf[:n], in, &got)
			if !bytes.Equal(buf[:n], c.out) {
				t.Fatalf("%s: %s, %d bytes, %d rounds, in place %v: wrong text", what, c.name, n, k.rounds, inPlace)
			}
			if got != tag {
				t.Fatalf("%s: %s, %d bytes, %d rounds, in place %v: wrong tag", what, c.name, n, k.rounds, inPlace)
			}
			if !bytes.Equal(buf[n:], bytes.Repeat([]byte{0xa5}, 64)) {
				t.Fatalf("%s: %s, %d bytes, %d rounds, in place %v: wrote past the end", what, c.name, n, k.rounds, inPlace)
			}
			if !inPlace && !bytes.Equal(in, c.in) {
				t.Fatalf("%s: %s, %d bytes, %d rounds: changed its source", what, c.name, n, k.rounds)
			}
		}
	}
}

// checkStd compares with crypto/cipher: in one call, and in parts if any are given.
func (k *fusedKey) checkStd(t *testing.T, nonce, plain, aad []byte, parts ...int) {
	t.Helper()
	std, err := cipher.NewGCM(k.std)
	if err != nil {
		t.Fatal(err)
	}
	out := std.Seal(nil, nonce, plain, aad)
	n := len(plain)
	want, tag := out[:n], [16]byte(out[n:])
	what := fmt.Sprintf("%d bytes of additional data", len(aad))
	k.check(t, what, plain, want, tag, func(kernel fusedFunc, dst, src []byte, tag *[16]byte) {
		k.whole(kernel, dst, src, nonce, aad, tag)
	})
	j0 := [16]byte{15: 1}
	copy(j0[:], nonce)
	for _, part := range parts {
		k.check(t, fmt.Sprintf("%s, in parts of %d", what, part), plain, want, tag, func(kernel fusedFunc, dst, src []byte, tag *[16]byte) {
			k.parts(kernel, part, j0, 0, dst, src, aad, tag)
		})
	}
}

// aadLengths are lengths of additional data at which code takes another way.
var aadLengths = []int{0, 1, 7, 8, 12, 13, 15, 16, 17, 31, 32, 33, 127, 128, 129, 255, 256, 257, 1100, 10001}

// Every length up to eight of the widest batches, with random keys: 16 draws each.
func TestFusedGCM(t *testing.T) {
	draws := 16
	if testing.Short() {
		draws = 2
	}
	eachFusedForm(t, func(t *testing.T, f fusedForm, r *rand.ChaCha8) {
		for n := range 2101 {
			for draw := range draws {
				k := f.key(read(r, 16+8*(draw%3)))
				aad := aadLengths[r.Uint64()%uint64(len(aadLengths))]
				k.checkStd(t, read(r, 12), read(r, n), read(r, aad))
			}
		}
	})
}

// Every length of additional data beside every way that short data takes.
func TestFusedAdditionalData(t *testing.T) {
	eachFusedForm(t, func(t *testing.T, f fusedForm, r *rand.ChaCha8) {
		k := f.key(read(r, 16))
		for aad := range 16*(2*f.batch+2) + 1 {
			for _, n := range []int{0, 1, 15, 16, 17, 16 * (f.batch / 2), 16*f.batch - 1, 16 * f.batch, 16*f.batch + 1, 16*3*f.batch + 5} {
				k.checkStd(t, read(r, 12), read(r, n), read(r, aad))
			}
		}
	})
}

// The counter wraps on every lane of a batch, in all of the code that counts.
func TestFusedCounterWrap(t *testing.T) {
	eachFusedForm(t, func(t *testing.T, f fusedForm, r *rand.ChaCha8) {
		for before := range 3*f.batch + 2 {
			k := f.key(read(r, 16+8*(before%3)))
			j0 := [16]byte(read(r, 16))
			binary.BigEndian.PutUint32(j0[12:], uint32(-before))
			for _, n := range []int{0, 1, 16, 40, 16 * (f.batch/2 - 1), 16 * f.batch / 2, 16*f.batch/2 + 7, 16*f.batch - 5, 16 * f.batch, 16*f.batch + 1, 16*2*f.batch + 3, 16*4*f.batch - 3} {
				aad := read(r, aadLengths[r.Uint64()%uint64(len(aadLengths))])
				plain := read(r, n)
				out, tag := k.slowSeal(j0, plain, aad)
				for _, part := range []int{256, 512, 1 << 16} {
					what := fmt.Sprintf("counter wraps after %d blocks, parts of %d", before, part)
					k.check(t, what, plain, out, tag, func(kernel fusedFunc, dst, src []byte, tag *[16]byte) {
						k.parts(kernel, part, j0, 1, dst, src, aad, tag)
					})
				}
			}
		}
	})
}

// Messages in parts, with lengths around their borders.
func TestFusedParts(t *testing.T) {
	eachFusedForm(t, func(t *testing.T, f fusedForm, r *rand.ChaCha8) {
		for _, part := range []int{256, 512, 768} {
			for n := range 4*part + 1 {
				f.key(read(r, 16+8*(n%3))).checkStd(t, read(r, 12), read(r, n), read(r, n%40), part)
			}
		}
		for _, d := range []int{-257, -256, -16, -13, -1, 0, 1, 13, 16, 17, 255, 256, 257, 300, 1000} {
			f.key(read(r, 16)).checkStd(t, read(r, 12), read(r, hardwarePart+d), read(r, 13), hardwarePart)
		}
		for _, aad := range []int{hardwarePart - 20, hardwarePart - 1, hardwarePart} {
			for _, n := range []int{0, 1, 16, 19, 20, 21, 300} {
				f.key(read(r, 32)).checkStd(t, read(r, 12), read(r, n), read(r, aad))
			}
		}
	})
}

// Flipping any bit of ciphertext, additional data or nonce changes the tag.
func TestFusedFlippedBits(t *testing.T) {
	eachFusedForm(t, func(t *testing.T, f fusedForm, r *rand.ChaCha8) {
		k := f.key(read(r, 16))
		for n := range 65 {
			nonce, text, aad := read(r, 12), read(r, n), read(r, n%20)
			var want [16]byte
			k.whole(k.open, make([]byte, n), text, nonce, aad, &want)
			for _, part := range [][]byte{nonce, text, aad} {
				for bit := range 8 * len(part) {
					part[bit/8] ^= 1 << (bit % 8)
					var got [16]byte
					k.whole(k.open, make([]byte, n), text, nonce, aad, &got)
					if got == want {
						t.Fatalf("%d bytes: a flipped bit leaves the tag", n)
					}
					part[bit/8] ^= 1 << (bit % 8)
				}
			}
		}
	})
}

// The schedule and the table are aligned to 8 bytes, all else to nothing.
func TestFusedAlignment(t *testing.T) {
	eachFusedForm(t, func(t *testing.T, f fusedForm, r *rand.ChaCha8) {
		k := f.key(read(r, 24))
		mem := make([]byte, 8192)
		for offset := range 64 {
			place := func(at int, b []byte) []byte {
				p := mem[at+offset:][:len(b):len(b)]
				copy(p, b)
				return p
			}
			l := *k
			l.enc = (*[15][16]byte)(unsafe.Pointer(&mem[offset&^7]))
			*l.enc = *k.enc
			l.table = unsafe.Pointer(&mem[512+offset&^7])
			l.ghashInit(l.table, &l.h)
			plain, nonce, aad := read(r, 611), read(r, 12), read(r, 300)
			std, _ := cipher.NewGCM(k.std)
			want := std.Seal(nil, nonce, plain, aad)
			src, dst := place(1024, plain), place(2048, plain)
			var tag [16]byte
			l.whole(l.seal, dst, src, place(3072, nonce), place(4096, aad), &tag)
			if !slices.Equal(append(bytes.Clone(dst), tag[:]...), want) {
				t.Fatalf("offset %d", offset)
			}
		}
	})
}
