package aes

import (
	"crypto/cipher"
	"testing"
)

// cbcWays are the two directions of CBC.
var cbcWays = []struct {
	name         string
	ours, stdlib func(cipher.Block, []byte) cipher.BlockMode
}{
	{"encrypt", NewCBCEncrypter, cipher.NewCBCEncrypter},
	{"decrypt", NewCBCDecrypter, cipher.NewCBCDecrypter},
}

func TestCBC(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for _, n := range lengths() {
			if n%BlockSize != 0 {
				continue
			}
			for range drawsFor(n) {
				key, iv, src := s.key(), s.data(BlockSize), s.data(n)
				b := mustNew(key)
				for _, way := range cbcWays {
					want := stdlibCBC(way.stdlib, key, iv, src)
					checkCrypt(t, s, way.name, src, want, func(dst, src []byte) { way.ours(b, iv).CryptBlocks(dst, src) })
				}
			}
		}
	})
}

// Any partition of a message into calls gives the same blocks, in place too,
// and SetIV starts another message at any point.
func TestCBCPartitions(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for range 10 * draws() {
			key := s.key()
			b := mustNew(key)
			for _, way := range cbcWays {
				iv := s.data(BlockSize)
				mode := way.ours(b, iv)
				for message := range 3 {
					n := BlockSize * s.upTo(100)
					src := s.data(n)
					want := stdlibCBC(way.stdlib, key, iv, src)
					got := make([]byte, n)
					inPlace := s.IntN(2) == 0
					if inPlace {
						copy(got, src)
					}
					longest := []int{1, 4, 20, 100}[s.IntN(4)]
					for i := 0; i < n; {
						m := min(BlockSize*s.upTo(longest), n-i)
						if inPlace {
							mode.CryptBlocks(got[i:i+m], got[i:i+m])
						} else {
							mode.CryptBlocks(got[i:], src[i:i+m])
						}
						i += m
					}
					equal(t, way.name+" in parts", got, want)
					if message < 2 {
						iv = s.data(BlockSize)
						mode.(cbcIVSetter).SetIV(iv)
					}
				}
			}
		}
	})
}

// Neither NewCBC… nor SetIV keeps the slice that it is given.
func TestCBCIVNotKept(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for _, way := range cbcWays {
			key, iv, src := s.key(), s.data(BlockSize), s.data(5*BlockSize)
			mode, want := way.ours(mustNew(key), iv), stdlibCBC(way.stdlib, key, iv, src)
			given := append([]byte{}, iv...)
			clear(iv)
			got := make([]byte, len(src))
			mode.CryptBlocks(got, src)
			equal(t, way.name+" after the IV has changed", got, want)
			mode.(cbcIVSetter).SetIV(given)
			clear(given)
			mode.CryptBlocks(got, src)
			equal(t, way.name+" after SetIV's has changed", got, want)
		}
	})
}
