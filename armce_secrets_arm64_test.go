//go:build gc && !purego && (linux || darwin)

package aes

import (
	"math/rand/v2"
	"testing"
)

// Buffers of TestARMCESecrets: always the same memory.
var armceSecret struct {
	key      [32]byte
	enc, dec [15][16]byte
	iv, h    [16]byte
	nonce    [12]byte
	table    [512]byte
	tag      [16]byte
	stream   [4][16]byte
	aad      [300]byte
	data     [700]byte
}

// TestARMCESecrets calls every kernel with several secrets in a row for each
// length. By itself it shows nothing: internal/ctcheck/trace/run runs it. It
// does not ask what the machine has, because there the features are off.
func TestARMCESecrets(t *testing.T) {
	if testing.Short() {
		t.Skip("it shows something under internal/ctcheck/trace/run only")
	}
	const seed = 10
	random := rand.NewChaCha8([32]byte{seed})
	s := &armceSecret
	draw := func(each func()) {
		for i := range secretsPerCase {
			for _, b := range [][]byte{s.key[:], s.iv[:], s.h[:], s.table[:], s.aad[:], s.data[:], s.stream[0][:], s.stream[1][:], s.stream[2][:]} {
				random.Read(b)
			}
			for r := range s.enc {
				random.Read(s.enc[r][:])
				random.Read(s.dec[r][:])
			}
			if i == 0 {
				s.key, s.h, s.stream = [32]byte{}, [16]byte{}, [4][16]byte{}
				clear(s.data[:])
			}
			each()
		}
	}
	data := &s.data[0]
	for _, rounds := range []int{10, 12, 14} {
		draw(func() { expandKeyARMCE(rounds, &s.key[0], &s.enc, &s.dec) })
		for _, n := range []int{16, 32, 64, 112, 128, 368} {
			draw(func() { encryptBlocksARMCE(rounds, &s.enc, data, data, n) })
			draw(func() { decryptBlocksARMCE(rounds, &s.dec, data, data, n) })
			draw(func() { cbcEncryptARMCE(rounds, &s.enc, data, data, n, &s.iv) })
			draw(func() { cbcDecryptARMCE(rounds, &s.dec, data, data, n, &s.iv) })
		}
		for _, n := range []int{1, 2, 3, 5, 8, 9, 15, 16, 31, 33, 64, 79, 100, 128, 129, 255, 256, 500} {
			for _, lo := range []uint64{0, 3} {
				draw(func() { ctrARMCE(rounds, &s.enc, data, data, n, 1, lo) })
			}
		}
		for _, n := range []int{0, 1, 2, 3, 5, 8, 9, 15, 16, 31, 48, 64, 79, 100, 128, 129, 255, 256, 384, 500} {
			for _, aad := range []int{0, 13, 16, 17, 150} {
				for _, f := range []armGCM{gcmSealARMCE, gcmOpenARMCE, gcmSealARMCEEOR3, gcmOpenARMCEEOR3} {
					draw(func() { f(rounds, &s.enc, &s.table, data, data, n, &s.nonce[0], &s.aad[0], aad, &s.tag, nil) })
				}
			}
			for long := range 2 {
				for _, f := range []armGCM{gcmSealARMCE, gcmOpenARMCE, gcmSealARMCEEOR3, gcmOpenARMCEEOR3} {
					draw(func() { f(rounds, &s.enc, &s.table, data, data, n, nil, nil, long, &s.tag, &s.stream) })
					if n > 0 && n%128 == 0 {
						draw(func() { f(rounds, &s.enc, &s.table, data, data, n, nil, nil, long, nil, &s.stream) })
					}
				}
			}
		}
	}
	draw(func() { ghashInitPMULL(&s.table, &s.h) })
	for n := 16; n <= 20*16; n += 16 {
		draw(func() { ghashPMULL(&s.table, &s.iv, data, n) })
		draw(func() { ghashPMULLEOR3(&s.table, &s.iv, data, n) })
	}
	draw(func() { leakyNEON(data) })
}
