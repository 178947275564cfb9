package kernel

import "vpaes.example/aes/internal/cpuid"

// A Kernel is what a key runs on: an AES and a GHASH.
type Kernel struct {
	Cipher Cipher
	Hash   Hash
}

// String is the name "cipher+ghash".
func (k Kernel) String() string { return Pair(k.Cipher, k.Hash) }

// Kernels returns, best first, what there is to compare on this machine: every
// cipher that runs here with its [Companion], then every hash that is nobody's
// companion with the best cipher.
func Kernels() (out []Kernel) {
	unused := map[Hash]bool{}
	for _, h := range Hashes() {
		unused[h] = true
	}
	for _, c := range Ciphers() {
		h := Companion(c)
		delete(unused, h)
		out = append(out, Kernel{c, h})
	}
	for _, h := range Hashes() {
		if unused[h] {
			out = append(out, Kernel{Ciphers()[0], h})
		}
	}
	return out
}

// Companion returns the hash that c is usually found with: the one that is
// chosen on a machine whose best cipher is c.
func Companion(c Cipher) Hash {
	better, hashes := []Info{}, []Info{}
	for _, b := range Ciphers() {
		if b == c {
			break
		}
		better = append(better, b.Info())
	}
	for _, h := range Hashes() {
		hashes = append(hashes, h.Info())
	}
	return Hashes()[companion(c.Info(), better, hashes)]
}

// companion returns the index of c's companion in hashes. A machine whose best
// cipher is c lacks what better ciphers need beyond it. Besides, hardware goes
// with hardware, as CPUs do not have the one half of it only, and Go with Go.
func companion(c Info, better, hashes []Info) int {
	var lacks cpuid.Set
	for _, b := range better {
		lacks |= b.Needs &^ c.Needs
	}
	for i, h := range hashes {
		if h.Needs&lacks == 0 && h.Hardware == c.Hardware && h.Build == c.Build {
			return i
		}
	}
	if c.Build == "" {
		return len(hashes) - 1 // generic, which is the last
	}
	for i, h := range hashes {
		if h.Needs&lacks == 0 {
			return i
		}
	}
	return 0
}
