package aes

import (
	"crypto/cipher"
	"fmt"
	"testing"
)

// empties are the ways to pass nothing.
var empties = map[string][]byte{
	"nil":                 nil,
	"empty":               {},
	"at the end":          make([]byte, 8)[8:],
	"with room after it":  make([]byte, 64)[:0],
	"inside, without cap": make([]byte, 64)[32:32:32],
}

// forEachEmpty runs f with every pair of them.
func forEachEmpty(t *testing.T, f func(t *testing.T, x, y []byte)) {
	forEachKernel(t, func(t *testing.T) {
		for nx, x := range empties {
			for ny, y := range empties {
				t.Run(fmt.Sprintf("%s, %s", nx, ny), func(t *testing.T) { f(t, x, y) })
			}
		}
	})
}

func TestEmptyBlocks(t *testing.T) {
	forEachEmpty(t, func(t *testing.T, dst, src []byte) {
		s := newSource(t)
		key, iv, data := s.key(), s.data(BlockSize), s.data(100)
		b := mustNew(key)
		b.EncryptBlocks(dst, src)
		b.DecryptBlocks(dst, src)
		c := b.CTR(iv)
		c.XORKeyStream(dst, src)
		c.XORKeyStreamAt(dst, src, 3)
		c.XORKeyStreamAt(dst, src, 1<<64-1)
		got := make([]byte, len(data))
		c.XORKeyStream(got[:7], data[:7])
		c.XORKeyStream(dst, src)
		c.XORKeyStream(got[7:], data[7:])
		equal(t, "CTR after nothing", got, stdlibCTR(key, iv, data))
		for _, way := range cbcWays {
			mode := way.ours(b, iv)
			mode.CryptBlocks(dst, src)
			mode.CryptBlocks(got[:16], data[:16])
			mode.CryptBlocks(dst, src)
			mode.CryptBlocks(got[16:96], data[16:96])
			equal(t, "CBC after nothing", got[:96], stdlibCBC(way.stdlib, key, iv, data[:96]))
		}
	})
}

func TestEmptyGCM(t *testing.T) {
	forEachEmpty(t, func(t *testing.T, x, y []byte) {
		s := newSource(t)
		key, nonce, data := s.key(), s.data(12), s.data(20)
		g := must(mustNew(key).GCM(12, gcmTagSize))
		std := newOracle(key, 12, gcmTagSize)
		for _, c := range []struct{ plaintext, ad []byte }{{x, y}, {x, data}, {data, x}} {
			sealed := std.seal(nonce, c.plaintext, c.ad)
			equal(t, "Seal", g.Seal(y[:0:0], nonce, c.plaintext, c.ad), sealed)
			want, _ := std.aead.Open(y[:0:0], nonce, sealed, c.ad)
			got, err := g.Open(y[:0:0], nonce, sealed, c.ad)
			if err != nil || (got == nil) != (want == nil) {
				t.Fatalf("Open: %v, %v, the standard library: %v", got, err, want)
			}
			equal(t, "Open", got, c.plaintext)
			tag := make([]byte, gcmTagSize)
			out := g.SealDetached(y[:0:0], tag, nonce, c.plaintext, c.ad)
			equal(t, "SealDetached", append(out, tag...), sealed)
			got, err = g.OpenDetached(y[:0:0], nonce, sealed[:len(c.plaintext)], tag, c.ad)
			if err != nil {
				t.Fatalf("OpenDetached: %v", err)
			}
			equal(t, "OpenDetached", got, c.plaintext)
		}
		if _, err := g.Open(nil, nonce, x, y); err == nil {
			t.Error("Open accepts nothing at all")
		}
		if _, err := g.OpenDetached(nil, nonce, x, y, nil); err == nil {
			t.Error("OpenDetached accepts an empty tag")
		}
	})
}

func TestEmptyRandomNonce(t *testing.T) {
	forEachEmpty(t, func(t *testing.T, x, y []byte) {
		s := newSource(t)
		key := s.key()
		aead := must(NewGCMWithRandomNonce(mustNew(key)))
		std := must(cipher.NewGCMWithRandomNonce(stdlibBlock(key)))
		sealed := aead.Seal(y[:0:0], y, x, y)
		if got, err := std.Open(nil, nil, sealed, nil); err != nil || len(got) != 0 {
			t.Fatalf("what Seal made of nothing opens to %x, %v", got, err)
		}
		if got, err := aead.Open(y[:0:0], x, sealed, y); err != nil || len(got) != 0 {
			t.Fatalf("Open: %x, %v", got, err)
		}
		if _, err := aead.Open(nil, nil, x, y); err == nil {
			t.Error("Open accepts nothing at all")
		}
	})
}
