package aes

import (
	"encoding/binary"
	"testing"
)

func TestCTR(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for _, n := range lengths() {
			for draw := range drawsFor(n) {
				key, iv, src := s.key(), s.data(BlockSize), s.data(n)
				b, want := mustNew(key), stdlibCTR(key, iv, src)
				if draw%2 == 0 {
					checkCrypt(t, s, "XORKeyStream", src, want, func(dst, src []byte) { b.CTR(iv).XORKeyStream(dst, src) })
				} else {
					checkCrypt(t, s, "XORKeyStreamAt", src, want, func(dst, src []byte) { b.CTR(iv).XORKeyStreamAt(dst, src, 0) })
				}
			}
		}
	})
}

// Counters that carry at 2³², 2⁶⁴, 2⁹⁶ and 2¹²⁸, from k blocks before on: with
// k from 1 to 40, the carry falls into every lane of every batch.
func TestCTRCarries(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for _, bits := range []uint{32, 64, 96, 128} {
			for k := uint64(1); k <= 40; k++ {
				key, iv, src := s.key(), counterBefore(s, bits, k), s.data(40*BlockSize)
				c, want := mustNew(key).CTR(iv), stdlibCTR(key, iv, src)
				got := make([]byte, len(src))
				for blocks := 1; blocks <= 40; blocks++ {
					n := blocks*BlockSize - s.IntN(BlockSize)
					c.XORKeyStreamAt(got, src[:n], 0)
					equal(t, "whole", got[:n], want[:n])
				}
			}
		}
	})
}

// counterBefore returns a counter block that is k less than a multiple of
// 2^bits, modulo 2¹²⁸.
func counterBefore(s *source, bits uint, k uint64) []byte {
	iv := s.data(BlockSize)
	clear(iv[BlockSize-bits/8:])
	be := binary.BigEndian
	hi, lo := add128(be.Uint64(iv), be.Uint64(iv[8:]), -k)
	if k != 0 {
		hi-- // −k is 2⁶⁴ − k
	}
	be.PutUint64(iv, hi)
	be.PutUint64(iv[8:], lo)
	return iv
}

// Streams of 1 to 40 blocks that carry somewhere, split in two at every place,
// and read from every offset; without -soak, each number of blocks with one carry.
func TestCTRSplits(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for _, bits := range []uint{32, 64, 96, 128} {
			for blocks := 1; blocks <= 40; blocks++ {
				if (testing.Short() || raceDetector) && blocks%13 != 1 || !*soak && uint(blocks)%4 != bits/32%4 {
					continue
				}
				n := blocks*BlockSize - s.IntN(BlockSize)
				key, iv, src := s.key(), counterBefore(s, bits, uint64(s.upTo(blocks))), s.data(n)
				b, want, got := mustNew(key), stdlibCTR(key, iv, src), make([]byte, n)
				for i := range n {
					c := b.CTR(iv)
					c.XORKeyStream(got, src[:i])
					c.XORKeyStream(got[i:], src[i:])
					equal(t, "in two parts", got, want)
					m := i + s.upTo(n-i)
					c.XORKeyStreamAt(got[i:], src[i:m], uint64(i))
					equal(t, "XORKeyStreamAt", got[i:m], want[i:m])
				}
			}
		}
	})
}

// Any partition of a stream gives the same bytes, whatever is read elsewhere by
// XORKeyStreamAt in between.
func TestCTRPartitions(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for range 10 * draws() {
			n := s.upTo(3000)
			key, iv, src := s.key(), s.data(BlockSize), s.data(n)
			c, want, got := mustNew(key).CTR(iv), stdlibCTR(key, iv, src), make([]byte, n)
			longest := []int{1, 20, 70, 300, 3000}[s.IntN(5)]
			for i := 0; i < n; {
				m := min(s.upTo(longest), n-i)
				c.XORKeyStream(got[i:], src[i:i+m])
				i += m
				at := s.upTo(n)
				end := min(n, at+s.upTo(longest))
				other := make([]byte, end-at)
				c.XORKeyStreamAt(other, src[at:end], uint64(at))
				equal(t, "XORKeyStreamAt in between", other, want[at:end])
			}
			equal(t, "in parts", got, want)
		}
	})
}

func TestCTRBytewise(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		key, iv, src := s.key(), counterBefore(s, 64, 20), s.data(1000)
		c, want, got := mustNew(key).CTR(iv), stdlibCTR(key, iv, src), make([]byte, 1000)
		for i := range src {
			c.XORKeyStream(got[i:], src[i:i+1])
		}
		equal(t, "byte by byte", got, want)
	})
}

// Offsets up to 2⁶⁴: a stream that starts so many blocks further on has the
// same bytes.
func TestCTRFarOffsets(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for range 20 * draws() {
			n := s.upTo(700)
			offset := s.Uint64() >> s.IntN(64)
			if s.IntN(4) == 0 {
				offset = -uint64(n) - 1 - uint64(s.IntN(100))
			}
			offset = min(offset, -uint64(n)-1)
			key, iv := s.key(), counterBefore(s, []uint{32, 64, 96, 128}[s.IntN(4)], uint64(s.IntN(100)))
			skip := int(offset % BlockSize)
			be := binary.BigEndian
			hi, lo := add128(be.Uint64(iv), be.Uint64(iv[8:]), offset/BlockSize)
			later := be.AppendUint64(be.AppendUint64(nil, hi), lo)
			src := s.data(skip + n)
			want := stdlibCTR(key, later, src)[skip:]
			c := mustNew(key).CTR(iv)
			checkCrypt(t, s, "XORKeyStreamAt", src[skip:], want, func(dst, src []byte) { c.XORKeyStreamAt(dst, src, offset) })
			c.offset = offset
			got := make([]byte, n)
			half := s.upTo(n)
			c.XORKeyStream(got, src[skip:skip+half])
			c.XORKeyStream(got[half:], src[skip+half:])
			equal(t, "XORKeyStream from there", got, want)
		}
	})
}

// The stream starts over with a counter block that is not kept.
func TestCTRIVNotKept(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		key, iv, src := s.key(), s.data(BlockSize), s.data(100)
		c, want := mustNew(key).CTR(iv), stdlibCTR(key, iv, src)
		clear(iv)
		got := make([]byte, len(src))
		c.XORKeyStream(got, src)
		equal(t, "after the IV has changed", got, want)
	})
}

// A copied CTR goes its own way from where it was copied.
func TestCTRCopied(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		key, iv, src := s.key(), s.data(BlockSize), s.data(400)
		want := stdlibCTR(key, iv, src)
		copies := []CTR{*mustNew(key).CTR(iv)}
		for range 500 {
			c := copies[s.IntN(len(copies))]
			at := int(c.offset)
			got := make([]byte, min(len(src)-at, s.upTo(30)))
			c.XORKeyStream(got, src[at:at+len(got)])
			equal(t, "a copy", got, want[at:at+len(got)])
			copies = append(copies, c)
		}
	})
}
