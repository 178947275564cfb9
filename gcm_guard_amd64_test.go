//go:build gc && !purego && (linux || darwin)

package aes

import (
	"crypto/cipher"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"testing"
	"unsafe"
)

// Nothing outside the arguments is touched, at any length.
func TestFusedBounds(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	eachFusedForm(t, func(t *testing.T, f fusedForm, r *rand.ChaCha8) {
		src, dst, nonce, aad, tag, enc, table, acc := newGuarded(t, 4096), newGuarded(t, 4096), newGuarded(t, 12),
			newGuarded(t, 1100), newGuarded(t, 16), newGuarded(t, 240), newGuarded(t, f.tableSize), newGuarded(t, 16)
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
				k := *k
				k.enc = enc.placeSchedule(k.enc, upper)
				k.table = unsafe.Pointer(unsafe.SliceData(table.put(make([]byte, f.tableSize), upper)))
				f.ghashInit(k.table, (*[16]byte)(acc.put(k.h[:], upper)))
				a, v, t16 := aad.put(extra, upper), nonce.put(iv, upper), (*[16]byte)(tag.put(make([]byte, 16), upper))
				for _, c := range []struct {
					name    string
					kernel  fusedFunc
					in, out []byte
				}{{"seal", f.seal, message, want[:n]}, {"open", f.open, want[:n], message}} {
					for _, inPlace := range []bool{false, true} {
						from, to := src.put(c.in, upper), dst.put(make([]byte, n), upper)
						if inPlace {
							to = from
						}
						*t16 = [16]byte{}
						k.whole(c.kernel, to, from, v, a, t16)
						if !slices.Equal(to, c.out) || !slices.Equal(t16[:], want[n:]) {
							t.Fatalf("%s, %d bytes, at the upper end %v, in place %v", c.name, n, upper, inPlace)
						}
					}
				}
				if whole := n &^ 15; whole > 0 {
					got := (*[16]byte)(acc.put(make([]byte, 16), upper))
					f.ghash(k.table, got, unsafe.SliceData(src.put(want[:whole], upper)), whole)
					if *got != slowHash(k.h, [16]byte{}, want[:whole]) {
						t.Fatalf("GHASH, %d bytes, at the upper end %v", whole, upper)
					}
				}
			}
		}
	})
}
