//go:build gc && !purego

package aes

import (
	"math/rand/v2"
	"testing"
)

// secretsPerCase is how many calls with different secrets follow each other,
// all else being equal. internal/ctcheck/trace/run compares their traces.
const secretsPerCase = 8

// Buffers of TestNEONSecrets: always the same memory.
var secret struct {
	key      [32]byte
	enc, dec [15][16]byte
	iv, h    [16]byte
	table    ghashTableNEON
	data     [400]byte
}

// TestNEONSecrets calls every kernel with several secrets in a row for each
// length. By itself it shows nothing: internal/ctcheck/trace/run runs it.
func TestNEONSecrets(t *testing.T) {
	const seed = 9
	random := rand.NewChaCha8([32]byte{seed})
	draw := func(each func()) {
		for i := range secretsPerCase {
			random.Read(secret.key[:])
			random.Read(secret.iv[:])
			random.Read(secret.h[:])
			random.Read(secret.data[:])
			if i == 0 {
				secret.key, secret.h = [32]byte{}, [16]byte{}
				clear(secret.data[:])
			}
			each()
		}
	}
	data := &secret.data[0]
	for _, rounds := range []int{10, 12, 14} {
		draw(func() { expandKeyNEON(rounds, &secret.key[0], &secret.enc, &secret.dec) })
		expand := func() {
			for r := range secret.enc {
				random.Read(secret.enc[r][:])
				random.Read(secret.dec[r][:])
			}
		}
		for _, n := range []int{16, 32, 48, 112} {
			draw(func() { expand(); encryptBlocksNEON(rounds, &secret.enc, data, data, n) })
			draw(func() { expand(); decryptBlocksNEON(rounds, &secret.dec, data, data, n) })
			draw(func() { expand(); cbcEncryptNEON(rounds, &secret.enc, data, data, n, &secret.iv) })
			draw(func() { expand(); cbcDecryptNEON(rounds, &secret.dec, data, data, n, &secret.iv) })
		}
		for _, n := range []int{1, 15, 16, 31, 33, 47, 48, 79, 96, 127, 200, 399} {
			draw(func() { expand(); ctrNEON(rounds, &secret.enc, data, data, n, 1, 2) })
		}
	}
	draw(func() { ghashInitNEON(&secret.table, &secret.h) })
	for n := 16; n <= 20*16; n += 16 {
		draw(func() {
			for i := range secret.table {
				random.Read(secret.table[i][:])
			}
			ghashNEON(&secret.table, &secret.iv, data, n)
		})
	}
	draw(func() { leakyNEON(data) })
}

// leakyNEON looks a secret up in memory: the check has to find it.
//
//go:noinline
func leakyNEON(secret *byte) byte { return leakyTable[*secret] }

var leakyTable [256]byte
