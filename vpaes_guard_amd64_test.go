//go:build gc && !purego && (linux || darwin)

package aes

import (
	"bytes"
	"crypto/cipher"
	"runtime/debug"
	"testing"
	"unsafe"

	"vpaes.example/aes/internal/guard"
)

// vpGuarded hands out buffers next to unmapped pages: all of them right before
// one, then all of them right after one.
type vpGuarded struct {
	t     *testing.T
	pages map[string]*guard.Pages
	end   bool
}

// onBothSides runs test with the buffers against either page.
func onBothSides(t *testing.T, test func(g *vpGuarded)) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	g := &vpGuarded{t: t, pages: map[string]*guard.Pages{}}
	defer func() {
		for _, p := range g.pages {
			p.Free()
		}
	}()
	for _, g.end = range []bool{true, false} {
		test(g)
	}
}

// bytes is the buffer of that name, with n bytes.
func (g *vpGuarded) bytes(name string, n int) []byte {
	p := g.pages[name]
	if p == nil {
		p = guard.New(4096)
		g.pages[name] = p
	}
	if g.end {
		return p.AtEnd(n)
	}
	return p.AtStart(n)
}

// from is a buffer that holds b.
func (g *vpGuarded) from(name string, b []byte) []byte {
	out := g.bytes(name, len(b))
	copy(out, b)
	return out
}

// in names what runs, should it fault.
func (g *vpGuarded) in(what string, n int, f func()) {
	g.t.Helper()
	defer func() {
		g.t.Helper()
		if e := recover(); e != nil {
			g.t.Fatalf("%s, %d bytes, page after %v: %v", what, n, g.end, e)
		}
	}()
	f()
}

func (g *vpGuarded) schedule(name string) *[15][16]byte {
	return (*[15][16]byte)(unsafe.Pointer(&g.bytes(name, 240)[0]))
}

func TestVPGuardPages(t *testing.T) {
	eachVPKey(t, func(t *testing.T, k vpKey) {
		onBothSides(t, func(g *vpGuarded) {
			key := g.from("key", vpRandom(4*(k.rounds-6), 1))
			k.enc, k.dec = g.schedule("enc"), g.schedule("dec")
			g.in("expandKey", len(key), func() { k.expandKey(k.rounds, &key[0], k.enc, k.dec) })
			for n := 1; n <= 4*16*k.batch+31; n++ {
				pt := vpRandom(n, 2)
				src, dst := g.from("src", pt), g.bytes("dst", n)
				g.in("ctr", n, func() { k.ctr(k.rounds, k.enc, &dst[0], &src[0], n, 1, ^uint64(0)-uint64(n%99)) })
				if !bytes.Equal(dst, vpCTR(k, pt, 1, ^uint64(0)-uint64(n%99))) {
					t.Fatalf("ctr, %d bytes: wrong", n)
				}
				if n%16 != 0 {
					continue
				}
				ct := make([]byte, n)
				g.in("encryptBlocks", n, func() { k.encryptBlocks(k.rounds, k.enc, &dst[0], &src[0], n) })
				copy(src, dst)
				g.in("decryptBlocks", n, func() { k.decryptBlocks(k.rounds, k.dec, &dst[0], &src[0], n) })
				if !bytes.Equal(dst, pt) {
					t.Fatalf("blocks, %d bytes: wrong", n)
				}
				iv := vpRandom(16, 3)
				cipher.NewCBCEncrypter(k.std, iv).CryptBlocks(ct, pt)
				v := (*[16]byte)(g.from("iv", iv))
				copy(src, pt)
				g.in("cbcEncrypt", n, func() { k.cbcEncrypt(k.rounds, k.enc, &dst[0], &src[0], n, v) })
				if !bytes.Equal(dst, ct) {
					t.Fatalf("cbcEncrypt, %d bytes: wrong", n)
				}
				copy(src, ct)
				copy(v[:], iv)
				g.in("cbcDecrypt", n, func() { k.cbcDecrypt(k.rounds, k.dec, &dst[0], &src[0], n, v) })
				if !bytes.Equal(dst, pt) {
					t.Fatalf("cbcDecrypt, %d bytes: wrong", n)
				}
			}
		})
	})
}

func TestShuffleHashGuardPages(t *testing.T) {
	eachShuffleHash(t, func(t *testing.T, k shuffleHash) {
		onBothSides(t, func(g *vpGuarded) {
			h := (*[16]byte)(g.from("h", vpRandom(16, 1)))
			table := (*[4][16][16]byte)(unsafe.Pointer(&g.bytes("table", 1024)[0]))
			g.in("ghashInit", 16, func() { k.init(table, h) })
			for n := 16; n <= 16*14; n += 16 {
				src, acc := g.from("src", vpRandom(n, 2)), (*[16]byte)(g.from("acc", make([]byte, 16)))
				g.in("ghash", n, func() { k.ghash(table, acc, &src[0], n) })
				if want := ghashBits(*h, [16]byte{}, src); *acc != want {
					t.Fatalf("%d bytes: got %x, want %x", n, *acc, want)
				}
			}
		})
	})
}
