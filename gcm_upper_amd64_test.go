//go:build gc && !purego

package aes

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"vpaes.example/aes/internal/upper"
)

// TestFusedUpperHalves asks the processor after each call, by every way through
// the functions, whether an upper half of a vector register is in use.
// TestHWUpperHalves shows that it would notice.
func TestFusedUpperHalves(t *testing.T) {
	if !upper.Tracked() {
		t.Skip("this machine does not tell")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer upper.Clean()
	eachFusedForm(t, func(t *testing.T, f fusedForm, r *rand.ChaCha8) {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		check := func(what string, n int, call func()) {
			upper.Clean()
			call()
			if upper.InUse() {
				t.Errorf("%s, %d bytes: left an upper half in use", what, n)
			}
		}
		k := f.key(read(r, 16))
		nonce, aad, buf, tag := read(r, 12), read(r, 300), make([]byte, 4*16*f.batch+31), new([16]byte)
		check("set-up", 0, func() { f.ghashInit(k.table, &k.h) })
		for n := range len(buf) + 1 {
			for _, kernel := range []fusedFunc{f.seal, f.open} {
				for _, a := range []int{0, 13, 40, 300} {
					check("whole", n, func() { k.whole(kernel, buf[:n], buf[:n], nonce, aad[:a], tag) })
				}
				for long := range 2 {
					stream := [4][16]byte{}
					check("last part", n, func() {
						kernel(k.rounds, k.enc, k.table, &buf[0], &buf[0], n, nil, nil, long, tag, &stream)
					})
					if n > 0 && n%256 == 0 {
						check("part", n, func() {
							kernel(k.rounds, k.enc, k.table, &buf[0], &buf[0], n, nil, nil, long, nil, &stream)
						})
					}
				}
			}
			if n > 0 && n%16 == 0 {
				check("GHASH", n, func() { f.ghash(k.table, tag, &buf[0], n) })
			}
		}
	})
}
