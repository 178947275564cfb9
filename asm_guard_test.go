//go:build (amd64 || arm64) && gc && !purego && (linux || darwin)

package aes

import (
	"bytes"
	"crypto/cipher"
	"encoding/binary"
	"fmt"
	"runtime/debug"
	"testing"
	"unsafe"

	"vpaes.example/aes/internal/guard"
)

// guarded is one buffer of a test, between unmapped pages.
type guarded struct{ *guard.Pages }

func newGuarded(t *testing.T, size int) guarded {
	p := guard.New(size)
	t.Cleanup(p.Free)
	return guarded{p}
}

// put copies b to the start or the end of the memory.
func (g guarded) put(b []byte, atEnd bool) []byte {
	at := g.AtStart(len(b))
	if atEnd {
		at = g.AtEnd(len(b))
	}
	copy(at, b)
	return at
}

// placeSchedule copies a schedule to the start or the end of the memory.
func (g guarded) placeSchedule(s *[15][16]byte, atEnd bool) *[15][16]byte {
	return (*[15][16]byte)(unsafe.Pointer(&g.put(unsafe.Slice(&s[0][0], 240), atEnd)[0]))
}

// TestAsmBounds puts every buffer against an unmapped page, before it and after
// it, apart and in place: every length up to four batches and 31 bytes, and
// some up to ten batches.
func TestAsmBounds(t *testing.T) {
	eachAsmKey(t, func(t *testing.T, k asmKey) {
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		longest := 10 * k.batch
		src, dst, sched, ivs := newGuarded(t, longest), newGuarded(t, longest), newGuarded(t, 240), newGuarded(t, 16)
		stream, plain, iv := random(longest, 1), random(longest, 2), random(16, 3)
		modes := []struct {
			name  string
			block int
			want  func(dst, src []byte)
			got   func(dst, src *byte, n int, atEnd bool)
		}{
			{"encrypt", 16, func(dst, src []byte) {
				for i := 0; i < len(src); i += 16 {
					k.std.Encrypt(dst[i:], src[i:])
				}
			}, func(dst, src *byte, n int, atEnd bool) {
				k.encryptBlocks(k.rounds, sched.placeSchedule(k.enc, atEnd), dst, src, n)
			}},
			{"decrypt", 16, func(dst, src []byte) {
				for i := 0; i < len(src); i += 16 {
					k.std.Decrypt(dst[i:], src[i:])
				}
			}, func(dst, src *byte, n int, atEnd bool) {
				k.decryptBlocks(k.rounds, sched.placeSchedule(k.dec, atEnd), dst, src, n)
			}},
			{"cbc encrypt", 16, func(dst, src []byte) {
				cipher.NewCBCEncrypter(k.std, iv).CryptBlocks(dst, src)
			}, func(dst, src *byte, n int, atEnd bool) {
				k.cbcEncrypt(k.rounds, sched.placeSchedule(k.enc, atEnd), dst, src, n, (*[16]byte)(ivs.put(iv, atEnd)))
			}},
			{"cbc decrypt", 16, func(dst, src []byte) {
				cipher.NewCBCDecrypter(k.std, iv).CryptBlocks(dst, src)
			}, func(dst, src *byte, n int, atEnd bool) {
				k.cbcDecrypt(k.rounds, sched.placeSchedule(k.dec, atEnd), dst, src, n, (*[16]byte)(ivs.put(iv, atEnd)))
			}},
			{"ctr", 1, func(dst, src []byte) {
				cipher.NewCTR(k.std, append(make([]byte, 15), 5)).XORKeyStream(dst, src)
			}, func(dst, src *byte, n int, atEnd bool) {
				k.ctr(k.rounds, sched.placeSchedule(k.enc, atEnd), dst, src, n, 0, 5)
			}},
		}
		for _, m := range modes {
			for _, n := range asmLengths(m.block, longest) {
				if n > 4*k.batch+31 && n%7 != 0 && n != longest {
					continue // long data: not every length
				}
				in := stream[:n]
				want := make([]byte, n)
				m.want(want, in)
				for c := range 8 {
					inPlace, srcAtEnd, dstAtEnd := c&4 != 0, c&1 != 0, c&2 != 0
					from := src.put(in, srcAtEnd)
					to := from
					if !inPlace {
						to = dst.put(plain[:n], dstAtEnd)
					}
					m.got(&to[0], &from[0], n, dstAtEnd)
					if !bytes.Equal(to, want) {
						t.Fatalf("%s, %d bytes, in place %v: wrong", m.name, n, inPlace)
					}
				}
			}
		}
	})
}

// TestAsmExpandKeyGuarded puts the key and each schedule against unmapped pages.
func TestAsmExpandKeyGuarded(t *testing.T) {
	eachAsmKey(t, func(t *testing.T, k asmKey) {
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		raw := random(4*(k.rounds-6), 1)
		want := k.key(raw)
		key, enc, dec := newGuarded(t, 32), newGuarded(t, 240), newGuarded(t, 240)
		for c := range 8 {
			var none [15][16]byte
			e := enc.placeSchedule(&none, c&1 != 0)
			d := dec.placeSchedule(&none, c&2 != 0)
			k.expandKey(k.rounds, &key.put(raw, c&4 != 0)[0], e, d)
			for i := range k.rounds + 1 {
				if e[i] != want.enc[i] || d[i] != want.dec[i] {
					t.Fatalf("round key %d differs", i)
				}
			}
		}
	})
}

// TestAsmAlignment gives every buffer every alignment.
func TestAsmAlignment(t *testing.T) {
	eachAsmKey(t, func(t *testing.T, k asmKey) {
		n := k.batch + 16
		plain, iv := random(n, 1), random(16, 2)
		ctr, enc, dec := make([]byte, n), make([]byte, n), make([]byte, n)
		cipher.NewCTR(k.std, iv).XORKeyStream(ctr, plain)
		cipher.NewCBCEncrypter(k.std, iv).CryptBlocks(enc, plain)
		cipher.NewCBCDecrypter(k.std, iv).CryptBlocks(dec, plain)
		hi, lo := binary.BigEndian.Uint64(iv), binary.BigEndian.Uint64(iv[8:])
		raw := random(4*(k.rounds-6), 1)
		for i := range 64 {
			at := func(b []byte) []byte { return append(make([]byte, i, i+len(b)), b...)[i:] }
			schedules := make([]byte, 64+2*240)
			e := (*[15][16]byte)(unsafe.Pointer(&schedules[i]))
			d := (*[15][16]byte)(unsafe.Pointer(&schedules[i+240]))
			k.expandKey(k.rounds, &at(raw)[0], e, d)
			src := at(plain)
			for j := range 64 {
				if testing.Short() && (i+j)%11 != 0 {
					continue
				}
				dst := make([]byte, j+n)[j:]
				check := func(what string, want []byte) {
					if !bytes.Equal(dst, want) {
						t.Fatal(what, fmt.Sprintf(": wrong with src at offset %d, dst at %d", i, j))
					}
				}
				k.ctr(k.rounds, e, &dst[0], &src[0], n, hi, lo)
				check("ctr", ctr)
				k.cbcEncrypt(k.rounds, e, &dst[0], &src[0], n, (*[16]byte)(at(iv)))
				check("cbc encrypt", enc)
				k.cbcDecrypt(k.rounds, d, &dst[0], &src[0], n, (*[16]byte)(at(iv)))
				check("cbc decrypt", dec)
				k.encryptBlocks(k.rounds, e, &dst[0], &src[0], n)
				k.decryptBlocks(k.rounds, d, &dst[0], &dst[0], n)
				check("encrypt and decrypt", plain)
			}
		}
	})
}
