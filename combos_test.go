package aes

import (
	"fmt"
	"testing"

	"vpaes.example/aes/internal/cpuid"
	"vpaes.example/aes/internal/kernel"
)

// Every cipher with every hash gives what the generic pair gives, in every
// mode: no kernel ever sees a schedule or a table that another has made.
func TestEveryPair(t *testing.T) {
	for _, c := range kernel.Ciphers() {
		for _, h := range kernel.Hashes() {
			pair := kernelPair{c, h}
			t.Run(kernel.Pair(c, h), func(t *testing.T) {
				pair.equalsGeneric(t, 4*draws())
			})
		}
	}
}

// For every set of features, the pair that is chosen equals the generic one.
func TestEverySetOfFeatures(t *testing.T) {
	sets := 0
	for _, some := range [][]cpuid.Set{
		{cpuid.SSSE3, cpuid.AVX, cpuid.AVX2, cpuid.AESNI, cpuid.PCLMULQDQ, cpuid.VAES, cpuid.VPCLMULQDQ},
		{cpuid.ARMAES, cpuid.PMULL, cpuid.SHA3},
	} {
		for subset := range 1 << len(some) {
			var has cpuid.Set
			for i, f := range some {
				if subset>>i&1 == 1 {
					has |= f
				}
			}
			c, h := kernel.Choose(has)
			if !kernel.Features.Has(c.Info().Needs | h.Info().Needs) {
				continue // another machine's
			}
			sets++
			t.Run(fmt.Sprintf("%v", has), func(t *testing.T) {
				kernelPair{c, h}.equalsGeneric(t, 1)
			})
		}
	}
	t.Logf("%d sets of features have kernels that run here", sets)
}

// equalsGeneric compares the pair with the generic one, on so many random keys
// and messages.
func (p kernelPair) equalsGeneric(t *testing.T, draws int) {
	s := newSource(t)
	for range draws {
		key, n := s.key(), s.upTo(1300)
		in := pairInput{s.data(BlockSize), s.data(1 + s.IntN(20)), s.data(n), s.data(s.upTo(200))}
		want := kernelPair{kernel.Generic, kernel.GenericHash}.outputs(t, key, in)
		got := p.outputs(t, key, in)
		for i := range want {
			equal(t, want[i].mode, got[i].out, want[i].out)
		}
	}
}

type pairInput struct{ iv, nonce, data, ad []byte }

type pairOutput struct {
	mode string
	out  []byte
}

// outputs runs every mode with a key of this pair.
func (p kernelPair) outputs(t *testing.T, key []byte, in pairInput) (all []pairOutput) {
	t.Helper()
	undo, err := kernel.Force(p.Cipher, p.Hash)
	if err != nil {
		t.Fatal(err)
	}
	b := mustNew(key)
	undo()
	if got, want := b.Implementation(), kernel.Pair(p.Cipher, p.Hash); got != want {
		t.Fatalf("forced %s, got %s", want, got)
	}
	add := func(mode string, n int, f func(dst []byte)) {
		dst := make([]byte, n)
		f(dst)
		all = append(all, pairOutput{mode, dst})
	}
	n, whole := len(in.data), in.data[:len(in.data)&^(BlockSize-1)]
	add("Encrypt", BlockSize, func(dst []byte) { b.Encrypt(dst, in.iv) })
	add("Decrypt", BlockSize, func(dst []byte) { b.Decrypt(dst, in.iv) })
	add("EncryptBlocks", len(whole), func(dst []byte) { b.EncryptBlocks(dst, whole) })
	add("DecryptBlocks", len(whole), func(dst []byte) { b.DecryptBlocks(dst, whole) })
	add("CBC encrypt", len(whole), func(dst []byte) { b.NewCBCEncrypter(in.iv).CryptBlocks(dst, whole) })
	add("CBC decrypt", len(whole), func(dst []byte) { b.NewCBCDecrypter(in.iv).CryptBlocks(dst, whole) })
	add("CTR", n, func(dst []byte) { b.CTR(in.iv).XORKeyStream(dst, in.data) })
	add("CTR at an offset", n, func(dst []byte) { b.CTR(in.iv).XORKeyStreamAt(dst, in.data, 1000) })
	g := must(b.GCM(len(in.nonce), gcmTagSize))
	sealed := g.Seal(nil, in.nonce, in.data, in.ad)
	add("GCM seal", len(sealed), func(dst []byte) { copy(dst, sealed) })
	add("GCM open", n, func(dst []byte) {
		if _, err := g.Open(dst[:0], in.nonce, sealed, in.ad); err != nil {
			t.Fatalf("GCM open: %v", err)
		}
	})
	return all
}

// A key stays with its pair when the choice changes after it was made.
func TestPairStaysWithKey(t *testing.T) {
	s := newSource(t)
	key, in := s.key(), pairInput{s.data(BlockSize), s.data(12), s.data(500), s.data(20)}
	var blocks []*Block
	var names []string
	for _, c := range kernel.Ciphers() {
		for _, h := range kernel.Hashes() {
			undo := must(kernel.Force(c, h))
			blocks = append(blocks, mustNew(key))
			names = append(names, kernel.Pair(c, h))
			undo()
		}
	}
	want := newOracle(key, 12, gcmTagSize).seal(in.nonce, in.data, in.ad)
	for i, b := range blocks {
		if b.Implementation() != names[i] {
			t.Errorf("%s became %s", names[i], b.Implementation())
		}
		g := must(b.GCM(12, gcmTagSize))
		equal(t, names[i], g.Seal(nil, in.nonce, in.data, in.ad), want)
	}
}
