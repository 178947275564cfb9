package aes

import (
	"testing"

	"vpaes.example/aes/internal/kernel"
)

// forEachOwnPair runs f with every cipher and hash but std, for which no
// promise holds: its modes are crypto/cipher's objects, made for each call.
func forEachOwnPair(t *testing.T, f func(t *testing.T)) {
	for _, c := range kernel.Ciphers() {
		for _, h := range kernel.Hashes() {
			if c != kernel.Std && h != kernel.StdHash {
				t.Run(kernel.Pair(c, h), func(t *testing.T) {
					kernelPair{c, h}.force(t)
					f(t)
				})
			}
		}
	}
}

// Nothing allocates once the objects are made.
func TestNoAllocations(t *testing.T) {
	forEachOwnPair(t, func(t *testing.T) {
		c, _ := kernel.Current()
		s := newSource(t)
		b := mustNew(s.key())
		iv, nonce, long := s.data(BlockSize), s.data(12), s.data(40)
		ctr, enc, dec := b.CTR(iv), b.NewCBCEncrypter(iv), b.NewCBCDecrypter(iv)
		g, gLong := must(b.GCM(12, gcmTagSize)), must(b.GCM(40, gcmMinimumTagSize))
		tag := s.data(gcmTagSize)
		block := s.data(BlockSize)
		check := func(what string, n int, f func()) {
			t.Helper()
			if got := testing.AllocsPerRun(20, f); got != 0 {
				t.Errorf("%s of %d bytes: %v allocations", what, n, got)
			}
		}
		check("Encrypt", BlockSize, func() { b.Encrypt(block, block) })
		check("Decrypt", BlockSize, func() { b.Decrypt(block, block) })
		for _, n := range []int{0, 1, 16, 33, 64, 320, 1350, 5000} {
			src, dst, ad := s.data(n), make([]byte, n, n+gcmTagSize), s.data(n)
			blocks := src[:n&^(BlockSize-1)]
			check("EncryptBlocks", n, func() { b.EncryptBlocks(dst, blocks) })
			check("DecryptBlocks", n, func() { b.DecryptBlocks(dst, blocks) })
			check("XORKeyStream", n, func() { ctr.XORKeyStream(dst, src) })
			check("XORKeyStreamAt", n, func() { ctr.XORKeyStreamAt(dst, src, 5) })
			check("CBC encrypt", n, func() { enc.CryptBlocks(dst, blocks) })
			check("CBC decrypt", n, func() { dec.CryptBlocks(dst, blocks) })
			check("Seal", n, func() { g.Seal(dst[:0], nonce, src, ad) })
			check("Seal with a long nonce", n, func() { gLong.Seal(dst[:0], long, src, ad) })
			sealed := g.Seal(nil, nonce, src, ad)
			check("Open", n, func() { g.Open(dst[:0], nonce, sealed, ad) })
			check("Open that fails", n, func() { g.Open(dst[:0], nonce, sealed[1:], ad) })
			check("SealDetached", n, func() { g.SealDetached(dst[:0], tag, nonce, src, ad) })
			check("OpenDetached", n, func() { g.OpenDetached(dst[:0], nonce, src, tag, ad) })
			if c != kernel.Generic {
				check("a fresh CTR", n, func() { b.CTR(iv).XORKeyStream(dst, src) })
			}
		}
	})
}

// Buffers on the caller's stack stay there.
func TestBuffersOnStack(t *testing.T) {
	forEachOwnPair(t, func(t *testing.T) {
		b := mustNew(newSource(t).key())
		g := must(b.GCM(12, gcmTagSize))
		ctr := b.CTR(make([]byte, BlockSize))
		if got := testing.AllocsPerRun(20, func() {
			var buf [64 + gcmTagSize]byte
			var nonce [12]byte
			b.Encrypt(buf[:], buf[:])
			b.EncryptBlocks(buf[:], buf[:])
			ctr.XORKeyStream(buf[:], buf[:])
			sealed := g.Seal(buf[:0], nonce[:], buf[:64], nil)
			if _, err := g.Open(buf[:0], nonce[:], sealed, nil); err != nil {
				panic(err)
			}
		}); got != 0 {
			t.Errorf("%v allocations", got)
		}
	})
}

// Constructors allocate no more often than the standard library's. CTR of
// kernel generic is the exception: it keeps a batch of the stream.
func TestConstructorAllocations(t *testing.T) {
	forEachOwnPair(t, func(t *testing.T) {
		c, _ := kernel.Current()
		s := newSource(t)
		iv := s.data(BlockSize)
		var sink [3]any
		for _, size := range keySizes {
			key := s.data(size)
			constructors := map[string]func(p provider){
				"NewCipher": func(p provider) { sink[0], _ = p.newCipher(key) },
				"NewCipher and NewGCM": func(p provider) {
					b, _ := p.newCipher(key)
					sink[0], _ = p.newGCM(b)
				},
				"NewCipher and NewCBCDecrypter": func(p provider) {
					b, _ := p.newCipher(key)
					sink[0], sink[1] = p.newCBCDecrypter(b, iv), p.newCBCEncrypter(b, iv)
				},
			}
			if c != kernel.Generic {
				constructors["NewCipher and NewCTR"] = func(p provider) {
					b, _ := p.newCipher(key)
					sink[0] = p.newCTR(b, iv)
				}
			}
			for what, f := range constructors {
				want := testing.AllocsPerRun(20, func() { f(stdlib) })
				for _, p := range []provider{ours, mixed} {
					if got := testing.AllocsPerRun(20, func() { f(p) }); got > want {
						t.Errorf("%s with %d bytes of key: %v allocations, the standard library has %v", what, size, got, want)
					}
				}
			}
		}
	})
}
