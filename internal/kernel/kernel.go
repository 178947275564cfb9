// Package kernel lists the implementations of AES and of GHASH, and decides
// which of them a new key gets. It is the one place that decides: package aes
// asks [Current], and tests and programs of this module that want another
// kernel call [Force].
package kernel

import (
	"fmt"
	"slices"
	"sync/atomic"

	"vpaes.example/aes/internal/cpuid"
)

// A Cipher is an implementation of AES, a Hash one of GHASH.
type (
	Cipher uint8
	Hash   uint8
)

// The implementations. The zero value of either type is none of them.
const (
	Generic Cipher = 1 + iota
	Std
	VAES
	AESNIAVX
	AESNI
	VPAESAVX2
	VPAESAVX
	VPAESSSSE3
	ARMCE
	VPAESNEON
)

const (
	GenericHash Hash = 1 + iota
	StdHash
	VPCLMUL
	PCLMULAVX
	PCLMUL
	GHASHAVX2
	GHASHSSSE3
	PMULLEOR3
	PMULL
	GHASHNEON
)

// Info describes one implementation.
type Info struct {
	Name     string
	Build    string    // the build that has it: "" for every one, else a value of the constant build
	Needs    cpuid.Set // what its instructions are; it must not run without
	Wants    cpuid.Set // what must be there as well for it to be chosen
	Hardware bool      // it runs on AES, or on carry-less multiply, instructions
}

// ciphers and hashes are the lists, best first. The first one that this build
// has and this CPU runs is chosen.
var ciphers = []struct {
	Cipher
	Info
}{
	{VAES, Info{Name: "vaes", Build: "amd64", Needs: cpuid.AESNI | cpuid.AVX | cpuid.AVX2 | cpuid.VAES, Hardware: true}},
	{AESNIAVX, Info{Name: "aesni-avx", Build: "amd64", Needs: cpuid.AESNI | cpuid.AVX, Hardware: true}},
	{AESNI, Info{Name: "aesni", Build: "amd64", Needs: cpuid.AESNI | cpuid.SSSE3, Hardware: true}},
	{VPAESAVX2, Info{Name: "vpaes-avx2", Build: "amd64", Needs: cpuid.AVX | cpuid.AVX2}},
	{VPAESAVX, Info{Name: "vpaes-avx", Build: "amd64", Needs: cpuid.AVX}},
	{VPAESSSSE3, Info{Name: "vpaes-ssse3", Build: "amd64", Needs: cpuid.SSSE3}},
	{ARMCE, Info{Name: "armce", Build: "arm64", Needs: cpuid.ARMAES, Hardware: true}},
	{VPAESNEON, Info{Name: "vpaes-neon", Build: "arm64"}},
	{Std, Info{Name: "std", Build: "std", Wants: cpuid.StdAES, Hardware: true}},
	{Generic, Info{Name: "generic"}},
}

var hashes = []struct {
	Hash
	Info
}{
	{VPCLMUL, Info{Name: "vpclmul", Build: "amd64", Needs: cpuid.AVX | cpuid.AVX2 | cpuid.PCLMULQDQ | cpuid.VPCLMULQDQ, Hardware: true}},
	{PCLMULAVX, Info{Name: "pclmul-avx", Build: "amd64", Needs: cpuid.AVX | cpuid.PCLMULQDQ, Hardware: true}},
	{PCLMUL, Info{Name: "pclmul", Build: "amd64", Needs: cpuid.PCLMULQDQ | cpuid.SSSE3, Hardware: true}},
	{GHASHAVX2, Info{Name: "ghash-avx2", Build: "amd64", Needs: cpuid.AVX | cpuid.AVX2}},
	{GHASHSSSE3, Info{Name: "ghash-ssse3", Build: "amd64", Needs: cpuid.SSSE3}},
	{PMULLEOR3, Info{Name: "pmull-eor3", Build: "arm64", Needs: cpuid.PMULL | cpuid.SHA3, Hardware: true}},
	{PMULL, Info{Name: "pmull", Build: "arm64", Needs: cpuid.PMULL, Hardware: true}},
	{GHASHNEON, Info{Name: "ghash-neon", Build: "arm64"}},
	{StdHash, Info{Name: "std", Build: "std", Wants: cpuid.StdGCM, Hardware: true}},
	{GenericHash, Info{Name: "generic"}},
}

// fused lists the pairs that have kernels for all of GCM. Any other pair is
// put together from its halves.
var fused = []struct {
	Cipher
	Hash
}{
	{VAES, VPCLMUL},
	{AESNIAVX, PCLMULAVX},
	{AESNI, PCLMUL},
	{ARMCE, PMULLEOR3},
	{ARMCE, PMULL},
}

// Fused reports whether the pair has kernels for all of GCM.
func Fused(c Cipher, h Hash) bool {
	for _, p := range fused {
		if p.Cipher == c && p.Hash == h {
			return true
		}
	}
	return false
}

// choose is the whole of the choice: the first of each list that a machine
// with these features runs in a build of this kind.
func choose(build string, has cpuid.Set) (Cipher, Hash) {
	var c Cipher
	for _, k := range ciphers {
		if k.runs(build, has) && has.Has(k.Wants) {
			c = k.Cipher
			break
		}
	}
	var h Hash
	for _, k := range hashes {
		if k.runs(build, has) && has.Has(k.Wants) {
			h = k.Hash
			break
		}
	}
	return c, h
}

// Choose returns the pair that a new key gets in this build on a machine with
// these features. On this machine it may not run.
func Choose(has cpuid.Set) (Cipher, Hash) { return choose(build, has) }

// runs reports whether the implementation is in this kind of build and can
// execute on a machine with these features.
func (i Info) runs(build string, has cpuid.Set) bool {
	return (i.Build == "" || i.Build == build) && has.Has(i.Needs)
}

// Features are what this machine has, GODEBUG considered.
var Features = cpuid.Detect()

// current holds what New gives a key: the choice, or what Force put there.
var current atomic.Uint32

func init() { set(Choose(Features)) }

func set(c Cipher, h Hash) { current.Store(uint32(c)<<8 | uint32(h)) }

// Current returns the pair that a new key gets.
func Current() (Cipher, Hash) {
	v := current.Load()
	return Cipher(v >> 8), Hash(v)
}

// Force makes new keys use the pair until undo is called. Keys
// that exist keep theirs. It is for tests, benchmarks and measuring programs.
func Force(c Cipher, h Hash) (undo func(), err error) {
	if !slices.Contains(Ciphers(), c) {
		return nil, fmt.Errorf("kernel: cipher %d does not run here", uint8(c))
	}
	if !slices.Contains(Hashes(), h) {
		return nil, fmt.Errorf("kernel: hash %d does not run here", uint8(h))
	}
	c0, h0 := Current()
	set(c, h)
	return func() { set(c0, h0) }, nil
}

// Ciphers returns the ciphers that run here, best first.
func Ciphers() (out []Cipher) {
	for _, k := range ciphers {
		if k.runs(build, Features) {
			out = append(out, k.Cipher)
		}
	}
	return out
}

// Hashes returns the hashes that run here, best first.
func Hashes() (out []Hash) {
	for _, k := range hashes {
		if k.runs(build, Features) {
			out = append(out, k.Hash)
		}
	}
	return out
}

// Info returns the list's entry for c.
func (c Cipher) Info() Info {
	for _, k := range ciphers {
		if k.Cipher == c {
			return k.Info
		}
	}
	panic(fmt.Sprintf("kernel: no cipher %d", uint8(c)))
}

// Info returns the list's entry for h.
func (h Hash) Info() Info {
	for _, k := range hashes {
		if k.Hash == h {
			return k.Info
		}
	}
	panic(fmt.Sprintf("kernel: no hash %d", uint8(h)))
}

// String is the name in the list.
func (c Cipher) String() string { return c.Info().Name }

// String is the name in the list.
func (h Hash) String() string { return h.Info().Name }

// Pair names a cipher and a hash together, "cipher+ghash".
func Pair(c Cipher, h Hash) string { return c.String() + "+" + h.String() }
