//go:build amd64 && gc && !purego

// Command memcheck runs every mode of package aes, on every kernel that this CPU
// has, with key, plaintext and everything made of them marked as undefined memory,
// so that valgrind's memcheck reports each branch and each address that depends on
// a secret. Run it as internal/ctcheck/memcheck/run does. It exits with 1 if anything
// is reported but Open's decision, or if a deliberately bad example is not reported.
package main

import (
	"crypto/cipher"
	"fmt"
	"os"

	"vpaes.example/aes"
	"vpaes.example/aes/internal/ctcheck/leaky"
	"vpaes.example/aes/internal/kernel"
)

func main() {
	if !onValgrind() {
		fmt.Fprintln(os.Stderr, "memcheck: not running on valgrind; see the script run beside the source")
		os.Exit(2)
	}
	ok := true
	for name, f := range leaky.All {
		b := make([]byte, 16)
		secret(b)
		if n := reports(func() { f(&b[0]) }); n == 0 {
			fmt.Printf("FAIL %s: not reported, so this check proves nothing\n", name)
			ok = false
		}
		public(b)
	}
	for _, c := range kernel.Ciphers() {
		for _, h := range kernel.Hashes() {
			ok = check(c, h) && ok
		}
	}
	if !ok {
		os.Exit(1)
	}
}

// reports returns how many errors memcheck finds while f runs.
func reports(f func()) uint64 {
	n := errorsSoFar()
	f()
	return errorsSoFar() - n
}

// lengths in bytes: within a block, whole blocks, every kind of batch and tail.
var lengths = []int{0, 1, 15, 16, 17, 33, 64, 100, 129, 255, 256, 300, 515, 1350}

// inParts is a length in bytes that no kernel handles in one call.
const inParts = 66000

// check runs all modes of one pair of kernels.
func check(c kernel.Cipher, h kernel.Hash) bool {
	undo, err := kernel.Force(c, h)
	if err != nil {
		panic(err)
	}
	defer undo()
	pair, ok := kernel.Pair(c, h), true
	expect := func(what string, n uint64, most uint64) {
		if n > most {
			fmt.Printf("FAIL %s: %s: %d reports\n", pair, what, n)
			ok = false
		}
	}
	for _, keySize := range []int{16, 24, 32} {
		key := make([]byte, keySize)
		for i := range key {
			key[i] = byte(37*i + 1)
		}
		secret(key)
		var b *aes.Block
		expect("New", reports(func() { b, _ = aes.New(key) }), 0)
		var g *aes.GCM
		expect("GCM", reports(func() { g, _ = b.GCM(12, 16) }), 0)
		long, _ := b.GCM(17, 13)
		all := lengths
		if keySize == 16 && h == kernel.Companion(c) {
			all = append(all[:len(all):len(all)], inParts)
		}
		for _, n := range all {
			o := operations{b: b, g: g, long: long, n: n}
			for _, f := range o.all() {
				o.dst, o.src = make([]byte, n+16), make([]byte, n)
				secret(o.src)
				var got uint64
				got = reports(func() { f.run(&o) })
				expect(fmt.Sprintf("%s, %d-bit key, %d bytes", f.name, 8*keySize, n), got, f.allowed)
				if got < f.allowed/2 {
					fmt.Printf("FAIL %s: %s: the decision was not reported, so the tag was not secret\n", pair, f.name)
					ok = false
				}
				public(o.dst)
			}
		}
	}
	fmt.Printf("%s: checked\n", pair)
	return ok
}

// operations are the calls under test and what they work on.
type operations struct {
	b        *aes.Block
	g, long  *aes.GCM
	n        int
	dst, src []byte
}

type operation struct {
	name string
	// allowed is how often Open may branch on whether the tag was right: where
	// it is decided, and where it is returned.
	allowed uint64
	run     func(o *operations)
}

func (o *operations) all() []operation {
	iv := make([]byte, 16)
	iv[15] = 0xfe
	aad := make([]byte, 21)
	whole := o.n &^ 15
	ops := []operation{
		{"CTR", 0, func(o *operations) { aes.NewCTR(o.b, iv).XORKeyStream(o.dst, o.src) }},
		{"CTR in two pieces", 0, func(o *operations) {
			s := aes.NewCTR(o.b, iv)
			s.XORKeyStream(o.dst[:o.n/3], o.src[:o.n/3])
			s.XORKeyStream(o.dst[o.n/3:], o.src[o.n/3:])
		}},
		{"XORKeyStreamAt", 0, func(o *operations) { o.b.CTR(iv).XORKeyStreamAt(o.dst, o.src, 13) }},
		{"CBC encrypt", 0, func(o *operations) { cbc(aes.NewCBCEncrypter(o.b, iv), o, whole) }},
		{"CBC decrypt", 0, func(o *operations) { cbc(aes.NewCBCDecrypter(o.b, iv), o, whole) }},
		{"EncryptBlocks", 0, func(o *operations) { o.b.EncryptBlocks(o.dst[:whole], o.src[:whole]) }},
		{"DecryptBlocks", 0, func(o *operations) { o.b.DecryptBlocks(o.dst[:whole], o.src[:whole]) }},
		{"Seal", 0, func(o *operations) { o.g.Seal(o.dst[:0], iv[:12], o.src, aad) }},
		{"Seal, nonce of 17 bytes, tag of 13", 0, func(o *operations) {
			o.long.Seal(o.dst[:0], append(iv, 1), o.src, aad)
		}},
	}
	if o.n >= 16 {
		ops = append(ops,
			operation{"Encrypt", 0, func(o *operations) { o.b.Encrypt(o.dst, o.src) }},
			operation{"Decrypt", 0, func(o *operations) { o.b.Decrypt(o.dst, o.src) }},
			operation{"SealDetached", 0, func(o *operations) {
				o.g.SealDetached(o.dst[:0], o.dst[o.n:], iv[:12], o.src, aad)
			}},
			operation{"OpenDetached, wrong tag", 2, func(o *operations) {
				o.g.OpenDetached(o.dst[:0], iv[:12], o.src, o.src[:16], aad)
			}},
			operation{"Open, nonce of 17 bytes, tag of 13, wrong tag", 2, func(o *operations) {
				o.long.Open(o.dst[:0], append(iv, 1), o.src, aad)
			}},
			operation{"Open, wrong tag", 2, func(o *operations) { o.g.Open(o.dst[:0], iv[:12], o.src, aad) }},
		)
	}
	return ops
}

func cbc(m cipher.BlockMode, o *operations, whole int) { m.CryptBlocks(o.dst[:whole], o.src[:whole]) }
