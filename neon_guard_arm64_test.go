//go:build gc && !purego && (linux || darwin)

package aes

import (
	"bytes"
	"crypto/cipher"
	"math/rand/v2"
	"runtime/debug"
	"testing"
	"unsafe"

	"vpaes.example/aes/internal/guard"
)

// neonGuard hands out buffers next to unmapped pages: all of them right after
// one, or all of them right before one.
type neonGuard struct {
	pages map[string]*guard.Pages
	end   bool
}

// onNEONPages runs test with buffers at either end of their pages. A fault is a panic.
func onNEONPages(t *testing.T, test func(g *neonGuard)) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	g := &neonGuard{pages: map[string]*guard.Pages{}}
	defer func() {
		for _, p := range g.pages {
			p.Free()
		}
	}()
	for _, g.end = range []bool{false, true} {
		test(g)
	}
}

// put is the buffer of that name, holding b.
func (g *neonGuard) put(name string, b []byte) *byte {
	p := g.pages[name]
	if p == nil {
		p = guard.New(4096)
		g.pages[name] = p
	}
	at := p.AtStart(len(b))
	if g.end {
		at = p.AtEnd(len(b))
	}
	copy(at, b)
	return &at[0]
}

// schedule is a guarded array of round keys.
func (g *neonGuard) schedule(name string) *[15][16]byte {
	return (*[15][16]byte)(unsafe.Pointer(g.put(name, make([]byte, 15*16))))
}

// run runs a kernel on guarded buffers, apart and in place.
func (g *neonGuard) run(t *testing.T, name string, src, want []byte, kernel func(dst, src *byte, n int)) {
	t.Helper()
	n := len(src)
	defer func() {
		t.Helper()
		if e := recover(); e != nil {
			t.Fatalf("%s, %d bytes, at the end %v: %v", name, n, g.end, e)
		}
	}()
	s, d := g.put("src", src), g.put("dst", make([]byte, n))
	kernel(d, s, n)
	if got := unsafe.Slice(d, n); !bytes.Equal(got, want) {
		t.Fatalf("%s, %d bytes: got %x, want %x", name, n, got, want)
	}
	kernel(s, s, n)
	if got := unsafe.Slice(s, n); !bytes.Equal(got, want) {
		t.Fatalf("%s, %d bytes in place: got %x, want %x", name, n, got, want)
	}
}

func TestNEONGuardPages(t *testing.T) {
	neonKeys(t, func(t *testing.T, k *neonKey, random *rand.ChaCha8) {
		onNEONPages(t, func(g *neonGuard) {
			enc, dec := g.schedule("enc"), g.schedule("dec")
			expandKeyNEON(k.rounds, g.put("key", k.key), enc, dec)
			if *enc != k.enc || *dec != k.dec {
				t.Fatal("another schedule")
			}
			for n := 1; n <= 4*48+31; n++ {
				plain := randomBytes(random, n)
				g.run(t, "CTR", plain, k.stdCTR(1, 2, plain), func(dst, src *byte, n int) { ctrNEON(k.rounds, enc, dst, src, n, 1, 2) })
				if n%16 != 0 {
					continue
				}
				sealed := make([]byte, n)
				for at := 0; at < n; at += 16 {
					k.std.Encrypt(sealed[at:], plain[at:])
				}
				g.run(t, "encrypt", plain, sealed, func(dst, src *byte, n int) { encryptBlocksNEON(k.rounds, enc, dst, src, n) })
				g.run(t, "decrypt", sealed, plain, func(dst, src *byte, n int) { decryptBlocksNEON(k.rounds, dec, dst, src, n) })
				iv := randomBytes(random, 16)
				guardedIV := func() *[16]byte { return (*[16]byte)(unsafe.Pointer(g.put("iv", iv))) }
				cipher.NewCBCEncrypter(k.std, iv).CryptBlocks(sealed, plain)
				g.run(t, "CBC encrypt", plain, sealed, func(dst, src *byte, n int) { cbcEncryptNEON(k.rounds, enc, dst, src, n, guardedIV()) })
				g.run(t, "CBC decrypt", sealed, plain, func(dst, src *byte, n int) { cbcDecryptNEON(k.rounds, dec, dst, src, n, guardedIV()) })
			}
		})
	})
}

func TestNEONGHASHGuardPages(t *testing.T) {
	const seed = 8
	random := rand.NewChaCha8([32]byte{seed})
	onNEONPages(t, func(g *neonGuard) {
		defer func() {
			if e := recover(); e != nil {
				t.Fatalf("at the end %v: %v", g.end, e)
			}
		}()
		table := (*ghashTableNEON)(unsafe.Pointer(g.put("table", make([]byte, unsafe.Sizeof(ghashTableNEON{})))))
		h := [16]byte(randomBytes(random, 16))
		ghashInitNEON(table, (*[16]byte)(unsafe.Pointer(g.put("h", h[:]))))
		for n := 16; n <= 20*16; n += 16 {
			src, start := randomBytes(random, n), [16]byte(randomBytes(random, 16))
			acc := (*[16]byte)(unsafe.Pointer(g.put("acc", start[:])))
			ghashNEON(table, acc, g.put("src", src), n)
			if want := slowGHASH(start, h, src); *acc != want {
				t.Fatalf("%d bytes: got %x, want %x", n, *acc, want)
			}
		}
	})
}
