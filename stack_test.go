package aes

import (
	"bytes"
	"runtime/debug"
	"testing"
	"unsafe"

	"vpaes.example/aes/internal/kernel"
)

// leftovers is a copy of the stack below the caller of takeLeftovers.
var leftovers [6000]byte

// takeLeftovers copies what earlier calls have left on the stack.
//
//go:nocheckptr
//go:noinline
func takeLeftovers() {
	var here byte
	end := uintptr(unsafe.Pointer(&here))
	for i := range leftovers {
		address := end - uintptr(len(leftovers)-i)
		leftovers[i] = **(**byte)(unsafe.Pointer(&address))
	}
}

// overwriteStack makes the stack large enough for takeLeftovers, and clears it.
//
//go:noinline
func overwriteStack() byte {
	var b [2 * len(leftovers)]byte
	for i := range b {
		b[i] = byte(i)
	}
	return b[len(leftovers)/3]
}

// Keys are in the Block and the GCM and nowhere else: no call leaves the key or
// the hash key on the stack, nor a round key that only a public counter block
// hides. What AES itself has computed with is not looked for.
func TestStackHoldsNoKey(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // it moves stacks
	forEachKernel(t, func(t *testing.T) {
		c, hash := kernel.Current()
		if c == kernel.Std || hash == kernel.StdHash {
			t.Skip("the standard library does not promise it")
		}
		s := newSource(t)
		key, iv := s.data(16), s.data(BlockSize)
		nonce, h := iv[:12], make([]byte, BlockSize)
		stdlibBlock(key).Encrypt(h, h)
		in, ad := s.data(70000), s.data(33)
		masked := func(counter []byte) []byte {
			out := make([]byte, BlockSize)
			xorBlock((*[BlockSize]byte)(out), (*[BlockSize]byte)(key), (*[BlockSize]byte)(counter))
			return out
		}
		secrets := map[string][]byte{
			"the key":                            key,
			"the hash key":                       h,
			"the first round key, with J0 added": masked(append(nonce[:12:12], 0, 0, 0, 1)),
			"the first round key, with J0 less one added":     masked(append(nonce[:12:12], 0, 0, 0, 0)),
			"the first round key, with the CTR counter added": masked(iv),
		}
		if hash == kernel.GenericHash {
			delete(secrets, "the hash key") // where the compiler keeps words of it is its affair
		}
		b := mustNew(key)
		g := must(b.GCM(12, gcmTagSize))
		ctr, enc, dec := b.CTR(iv), b.NewCBCEncrypter(iv), b.NewCBCDecrypter(iv)
		out := make([]byte, len(in)+gcmTagSize)
		sealed := g.Seal(nil, nonce, in[:1000], ad)
		for call, f := range map[string]func(){
			"New":           func() { mustNew(key) },
			"GCM":           func() { must(b.GCM(12, gcmTagSize)) },
			"Encrypt":       func() { b.Encrypt(out, in) },
			"Decrypt":       func() { b.Decrypt(out, in) },
			"EncryptBlocks": func() { b.EncryptBlocks(out, in[:480]) },
			"DecryptBlocks": func() { b.DecryptBlocks(out, in[:480]) },
			"XORKeyStream":  func() { ctr.XORKeyStream(out, in[:1000]) },
			"CBC encrypt":   func() { enc.CryptBlocks(out, in[:480]) },
			"CBC decrypt":   func() { dec.CryptBlocks(out, in[:480]) },
			"Seal, short":   func() { g.Seal(out[:0], nonce, in[:30], ad[:13]) },
			"Seal":          func() { g.Seal(out[:0], nonce, in[:1000], ad) },
			"Seal in parts": func() { g.Seal(out[:0], nonce, in, ad) },
			"Open":          func() { g.Open(out[:0], nonce, sealed, ad) },
		} {
			overwriteStack()
			f()
			takeLeftovers()
			for what, secret := range secrets {
				if bytes.Contains(leftovers[:], secret) {
					t.Errorf("%s leaves %s on the stack", call, what)
				}
			}
			clear(leftovers[:])
		}
	})
}
