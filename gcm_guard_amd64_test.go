//go:build gc && !purego && (linux || darwin)

package aes

import (
	"crypto/cipher"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"syscall"
	"testing"
	"unsafe"
)

// A guarded is memory between two pages that must not be touched.
type guarded struct{ mem []byte }

func newGuarded(t *testing.T, size int) guarded {
	page := syscall.Getpagesize()
	size = (size + page - 1) / page * page
	all, err := syscall.Mmap(-1, 0, size+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range [][]byte{all[:page], all[page+size:]} {
		if err := syscall.Mprotect(p, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { syscall.Munmap(all) })
	return guarded{all[page : page+size : page+size]}
}

// put copies b flush against the lower or the upper guard.
func (g guarded) put(b []byte, upper bool) []byte {
	p := g.mem[:len(b):len(b)]
	if upper {
		p = g.mem[len(g.mem)-len(b):]
	}
	copy(p, b)
	return p
}

// Nothing outside the arguments is touched, at any length.
func TestFusedBounds(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	eachFusedForm(t, func(t *testing.T, f fusedForm, r *rand.ChaCha8) {
		src, dst, nonce, aad, tag, enc, table, acc := newGuarded(t, 4096), newGuarded(t, 4096), newGuarded(t, 12),
			newGuarded(t, 4096), newGuarded(t, 16), newGuarded(t, 240), newGuarded(t, f.tableSize), newGuarded(t, 16)
		for n := range 4*16*f.batch + 32 {
			k := f.key(read(r, 16+n%3*8))
			aadLen := n % 40
			if n%7 == 0 {
				aadLen = aadLengths[n/7%(len(aadLengths)-1)]
			}
			message, iv, extra := read(r, n), read(r, 12), read(r, aadLen)
			std, err := cipher.NewGCM(k.std)
			if err != nil {
				t.Fatal(err)
			}
			want := std.Seal(nil, iv, message, extra)
			for _, upper := range []bool{false, true} {
				// A whole schedule is only read as far as the rounds go.
				keys := unsafe.Slice((*byte)(unsafe.Pointer(k.enc)), 240)
				if upper {
					keys = keys[:16*(k.rounds+1)]
				}
				schedule := (*[15][16]byte)(unsafe.Pointer(unsafe.SliceData(enc.put(keys, upper))))
				powers := unsafe.Pointer(unsafe.SliceData(table.put(make([]byte, f.tableSize), upper)))
				f.ghashInit(powers, (*[16]byte)(acc.put(k.h[:], upper)))
				to, t16 := dst.put(make([]byte, n), upper), (*[16]byte)(tag.put(make([]byte, 16), upper))
				a, v := aad.put(extra, upper), nonce.put(iv, upper)
				f.sealAny(k.rounds, schedule, powers, to, src.put(message, upper), v, a, t16)
				if !slices.Equal(append(slices.Clone(to), t16[:]...), want) {
					t.Fatalf("seal, %d bytes, at the upper end %v", n, upper)
				}
				*t16 = [16]byte{}
				f.openAny(k.rounds, schedule, powers, to, src.put(want[:n], upper), v, a, t16)
				if !slices.Equal(to, message) || !slices.Equal(t16[:], want[n:]) {
					t.Fatalf("open, %d bytes, at the upper end %v", n, upper)
				}
				if whole := n &^ 15; whole > 0 {
					got := (*[16]byte)(acc.put(make([]byte, 16), upper))
					f.ghash(powers, got, unsafe.SliceData(src.put(want[:whole], upper)), whole)
					if *got != slowHash(k.h, [16]byte{}, want[:whole]) {
						t.Fatalf("GHASH, %d bytes, at the upper end %v", whole, upper)
					}
				}
			}
		}
	})
}
