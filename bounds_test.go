//go:build linux || darwin

package aes

import (
	"runtime/debug"
	"testing"

	"vpaes.example/aes/internal/guard"
)

// pageBuffers hands out buffers of one role each, all of them flush against an
// unmapped page, at their start or at their end.
type pageBuffers struct {
	pages map[string]*guard.Pages
	atEnd bool
}

func newPageBuffers(t *testing.T) *pageBuffers {
	p := &pageBuffers{pages: map[string]*guard.Pages{}}
	t.Cleanup(func() {
		for _, m := range p.pages {
			m.Free()
		}
	})
	return p
}

// buffer returns the buffer of this role with the given contents.
func (p *pageBuffers) buffer(role string, contents []byte) []byte {
	m := p.pages[role]
	if m == nil {
		m = guard.New(2 * lengths()[len(lengths())-1])
		p.pages[role] = m
	}
	b := m.AtStart(len(contents))
	if p.atEnd {
		b = m.AtEnd(len(contents))
	}
	copy(b, contents)
	return b
}

// Every argument of every mode lies flush against an unmapped page, on either
// side and at every length: nothing is read or written outside of them.
func TestBounds(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		debug.SetPanicOnFault(true) // of this goroutine, so it ends with it
		s, p := newSource(t), newPageBuffers(t)
		for _, n := range lengths() {
			for _, p.atEnd = range []bool{false, true} {
				if text := panicText(func() { checkBounds(t, s, p, n) }); text != "" {
					t.Fatalf("%d bytes, page behind: %t: %s", n, p.atEnd, text)
				}
			}
		}
	})
}

// checkBounds runs every mode on a message of n bytes.
func checkBounds(t *testing.T, s *source, p *pageBuffers, n int) {
	t.Helper()
	key := p.buffer("key", s.key())
	iv := p.buffer("iv", s.data(BlockSize))
	src := p.buffer("src", s.data(n))
	dst := p.buffer("dst", make([]byte, n))
	b, std := mustNew(key), stdlibBlock(key)

	b.CTR(iv).XORKeyStream(dst, src)
	equal(t, "CTR", dst, stdlibCTR(key, iv, src))
	b.CTR(iv).XORKeyStream(dst, dst)
	equal(t, "CTR in place", dst, src)
	b.CTR(iv).XORKeyStreamAt(dst, src, 7)
	if n%BlockSize == 0 {
		for _, way := range cbcWays {
			way.ours(b, iv).CryptBlocks(dst, src)
			equal(t, "CBC "+way.name, dst, stdlibCBC(way.stdlib, key, iv, src))
		}
		b.EncryptBlocks(dst, src)
		equal(t, "EncryptBlocks", dst, stdlibBlocks(std.Encrypt, src))
		b.DecryptBlocks(dst, dst)
		equal(t, "DecryptBlocks", dst, src)
	}
	if n == BlockSize {
		b.Encrypt(dst, src)
		b.Decrypt(dst, dst)
		equal(t, "Decrypt", dst, src)
	}
	checkBoundsGCM(t, s, p, key, src)
}

func checkBoundsGCM(t *testing.T, s *source, p *pageBuffers, key, src []byte) {
	t.Helper()
	nonceSize, tagSize := gcmStandardNonceSize, gcmMinimumTagSize+s.IntN(5)
	if s.IntN(3) == 0 {
		nonceSize = 1 + s.IntN(40)
	}
	nonce, ad := p.buffer("nonce", s.data(nonceSize)), p.buffer("ad", s.data(s.upTo(70)))
	g := must(mustNew(key).GCM(nonceSize, tagSize))
	want := newOracle(key, nonceSize, tagSize).seal(nonce, src, ad)
	sealed := p.buffer("sealed", make([]byte, len(want)))
	equal(t, "Seal", g.Seal(sealed[:0], nonce, src, ad), want)
	opened := p.buffer("dst", make([]byte, len(src)))
	tag := p.buffer("tag", make([]byte, tagSize))
	g.SealDetached(opened[:0], tag, nonce, src, ad)
	equal(t, "SealDetached", opened, want[:len(src)])
	equal(t, "SealDetached's tag", tag, want[len(src):])
	if _, err := g.OpenDetached(opened[:0], nonce, opened, tag, ad); err != nil {
		t.Fatal(err)
	}
	equal(t, "OpenDetached in place", opened, src)
	if _, err := g.Open(opened[:0], nonce, sealed, ad); err != nil {
		t.Fatal(err)
	}
	equal(t, "Open", opened, src)
	sealed[s.IntN(len(sealed))] ^= 1
	if _, err := g.Open(opened[:0], nonce, sealed, ad); err == nil {
		t.Fatal("Open of a changed ciphertext")
	}
}
