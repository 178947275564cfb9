//go:build gc && !purego

package aes

import (
	"runtime"
	"testing"

	"vpaes.example/aes/internal/upper"
)

// TestAsmUpperHalves asks the processor after each call, by every way through
// the functions, whether an upper half of a vector register is in use.
func TestAsmUpperHalves(t *testing.T) {
	if !upper.Tracked() {
		t.Skip("this machine does not tell")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer upper.Clean()
	inUse := func(f func()) bool {
		upper.Clean()
		f()
		return upper.InUse()
	}
	if !inUse(upper.Dirty) {
		t.Fatal("a function that leaves an upper half in use passes the test")
	}
	eachAsmKey(t, func(t *testing.T, k asmKey) {
		buf, iv := make([]byte, 4*k.batch+31), new([16]byte)
		check := func(what string, n int, f func()) {
			if inUse(f) {
				t.Errorf("%s, %d bytes: left an upper half in use", what, n)
			}
		}
		key := random(32, 1)
		check("expand key", 0, func() { k.expandKey(k.rounds, &key[0], k.enc, k.dec) })
		p := &buf[0]
		for n := 1; n <= len(buf); n++ {
			for _, lo := range []uint64{0, 1, 1<<64 - 1, 1<<64 - 3} {
				check("ctr", n, func() { k.ctr(k.rounds, k.enc, p, p, n, 0, lo) })
			}
			if n%16 != 0 {
				continue
			}
			check("encrypt", n, func() { k.encryptBlocks(k.rounds, k.enc, p, p, n) })
			check("decrypt", n, func() { k.decryptBlocks(k.rounds, k.dec, p, p, n) })
			check("cbc encrypt", n, func() { k.cbcEncrypt(k.rounds, k.enc, p, p, n, iv) })
			check("cbc decrypt", n, func() { k.cbcDecrypt(k.rounds, k.dec, p, p, n, iv) })
		}
	})
}
