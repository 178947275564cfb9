package aes

import (
	"encoding/binary"
	"testing"
)

// A gcmCase is a message and what the standard library makes of it.
type gcmCase struct {
	g                                 *GCM
	key                               []byte
	nonce, plaintext, ad, sealed, tag []byte // tag is the end of sealed
}

// gcmCase returns a message with random contents.
func (s *source) gcmCase(nonceSize, tagSize, n, ad int) *gcmCase {
	return s.gcmCaseOf(s.key(), s.data(nonceSize), tagSize, n, ad)
}

func (s *source) gcmCaseOf(key, nonce []byte, tagSize, n, ad int) *gcmCase {
	c := &gcmCase{
		g:         must(mustNew(key).GCM(len(nonce), tagSize)),
		key:       key,
		nonce:     nonce,
		plaintext: s.data(n),
		ad:        s.data(ad),
	}
	c.sealed = newOracle(key, len(nonce), tagSize).seal(nonce, c.plaintext, c.ad)
	c.tag = c.sealed[n:]
	return c
}

// check seals and opens the message, with the tag attached and detached, from
// one buffer to another and in place, with something before the output.
func (c *gcmCase) check(t *testing.T, s *source) {
	t.Helper()
	n, tagSize := len(c.plaintext), len(c.tag)
	prefix := s.upTo(40)

	out := s.framed(prefix+n+tagSize, s.IntN(64))
	ret := c.g.Seal(out.data[:prefix], c.nonce, c.plaintext, c.ad)
	equal(t, "Seal", ret[prefix:], c.sealed)
	equal(t, "Seal, in the capacity of dst", ret, out.data)
	equal(t, "Seal, before the output", out.data[:prefix], out.was[out.lead:][:prefix])
	out.intact(t, len(out.data))

	out = s.framed(prefix+n, s.IntN(64))
	ret, err := c.g.Open(out.data[:prefix], c.nonce, c.sealed, c.ad)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	equal(t, "Open", ret[prefix:], c.plaintext)
	equal(t, "Open, in the capacity of dst", ret, out.data)
	equal(t, "Open, before the output", out.data[:prefix], out.was[out.lead:][:prefix])
	out.intact(t, len(out.data))

	c.checkInPlace(t, s)
	c.checkDetached(t, s)
}

// checkInPlace seals and opens in one buffer.
func (c *gcmCase) checkInPlace(t *testing.T, s *source) {
	t.Helper()
	n, tagSize := len(c.plaintext), len(c.tag)
	buf := s.framed(n+tagSize, s.IntN(64))
	copy(buf.data, c.plaintext)
	equal(t, "Seal in place", c.g.Seal(buf.data[:0], c.nonce, buf.data[:n], c.ad), c.sealed)
	buf.intact(t, n+tagSize)
	ret, err := c.g.Open(buf.data[:0], c.nonce, buf.data, c.ad)
	if err != nil {
		t.Fatalf("Open in place: %v", err)
	}
	equal(t, "Open in place", ret, c.plaintext)
	buf.intact(t, n+tagSize)
}

func (c *gcmCase) checkDetached(t *testing.T, s *source) {
	t.Helper()
	n, tagSize := len(c.plaintext), len(c.tag)
	data, tag := s.framed(n, s.IntN(64)), s.framed(tagSize, s.IntN(64))
	copy(data.data, c.plaintext)
	equal(t, "SealDetached", c.g.SealDetached(nil, tag.data, c.nonce, c.plaintext, c.ad), c.sealed[:n])
	equal(t, "SealDetached, the tag", tag.data, c.tag)
	clear(tag.data)
	equal(t, "SealDetached in place", c.g.SealDetached(data.data[:0], tag.data, c.nonce, data.data, c.ad), c.sealed[:n])
	equal(t, "SealDetached in place, the tag", tag.data, c.tag)
	data.intact(t, n)
	tag.intact(t, tagSize)
	for _, in := range [][]byte{c.sealed[:n], data.data} {
		ret, err := c.g.OpenDetached(data.data[:0], c.nonce, in, tag.data, c.ad)
		if err != nil {
			t.Fatalf("OpenDetached: %v", err)
		}
		equal(t, "OpenDetached", ret, c.plaintext)
		copy(data.data, c.sealed)
	}
	data.intact(t, n)
}

func TestGCM(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for _, n := range lengths() {
			for draw := range drawsFor(n) {
				nonceSize, tagSize := gcmStandardNonceSize, gcmTagSize
				if s.IntN(4) == 0 {
					nonceSize = 1 + s.IntN(40)
				}
				if s.IntN(4) == 0 {
					tagSize = gcmMinimumTagSize + s.IntN(5)
				}
				c := s.gcmCase(nonceSize, tagSize, n, s.upTo(100))
				if draw == 0 {
					c.check(t, s)
				} else {
					c.checkInPlace(t, s)
				}
			}
		}
	})
}

func TestGCMSizes(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for nonceSize := 1; nonceSize <= 300; nonceSize++ {
			for tagSize := gcmMinimumTagSize; tagSize <= gcmTagSize; tagSize++ {
				c := s.gcmCase(nonceSize, tagSize, s.upTo(70), s.upTo(70))
				if c.g.NonceSize() != nonceSize || c.g.Overhead() != tagSize {
					t.Fatalf("GCM with sizes %d and %d says %d and %d", nonceSize, tagSize, c.g.NonceSize(), c.g.Overhead())
				}
				c.check(t, s)
			}
			if testing.Short() && nonceSize > 20 {
				nonceSize += 30
			}
		}
	})
}

// Every bit of a nonce counts, also of one longer than usual.
func TestGCMNonceBits(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for _, nonceSize := range []int{1, 11, 12, 13, 16, 17, 32, 100} {
			c := s.gcmCase(nonceSize, gcmTagSize, 20, 0)
			for bit := range 8 * nonceSize {
				c.nonce[bit/8] ^= 1 << (bit % 8)
				if _, err := c.g.Open(nil, c.nonce, c.sealed, c.ad); err == nil {
					t.Fatalf("bit %d of a nonce of %d bytes does not count", bit, nonceSize)
				}
				c.nonce[bit/8] ^= 1 << (bit % 8)
			}
		}
	})
}

// Nonces for which the 32-bit counter starts k below its end: it wraps around,
// without a carry, after each number of blocks, so on every lane of a batch.
func TestGCMCounterWrap(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for range max(1, draws()/8) {
			key := s.key()
			for k := uint32(1); k <= 80; k++ {
				if testing.Short() && k > 20 && k%7 != 0 {
					continue
				}
				nonce := nonceFor(t, s, key, -k)
				for _, blocks := range []int{int(k) - 1, int(k), int(k) + 1, int(k) + 17, 110} {
					n := blocks*BlockSize + s.IntN(BlockSize)
					s.gcmCaseOf(key, nonce, gcmTagSize, n, s.upTo(20)).check(t, s)
				}
			}
		}
	})
}

// The counter wraps around before, at and behind the borders of the parts into
// which long messages are cut.
func TestGCMCounterWrapInParts(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		const part, chunk = hardwarePart / BlockSize, gcmChunk / BlockSize
		key := s.key()
		for _, k := range []int{3, chunk, 2 * chunk, 3*chunk + 4, part, 2*part - 3, 2 * part} {
			for d := range 4 {
				c := s.gcmCaseOf(key, nonceFor(t, s, key, uint32(-k-d+1)), gcmTagSize, 2*hardwarePart+s.upTo(300), s.upTo(20))
				if c.checkInPlace(t, s); testing.Short() {
					break
				}
			}
		}
	})
}

// nonceFor solves GHASH for a nonce of 16 bytes whose J0 ends in low. By
// SP 800-38D §7.1, J0 = (nonce·H ⊕ length)·H.
func nonceFor(t *testing.T, s *source, key []byte, low uint32) []byte {
	t.Helper()
	var h [BlockSize]byte
	stdlibBlock(key).Encrypt(h[:], h[:])
	j0 := [BlockSize]byte(s.data(BlockSize))
	binary.BigEndian.PutUint32(j0[12:], low)

	inverse := textbookInverse(h)
	length := [BlockSize]byte{15: 8 * BlockSize}
	nonce := textbookMul(j0, inverse)
	xorBlock(&nonce, &nonce, &length)
	nonce = textbookMul(nonce, inverse)

	got := textbookGHASH(h, [BlockSize]byte{}, append(nonce[:], length[:]...))
	equal(t, "the J0 that the nonce was solved for", got[:], j0[:])
	return nonce[:]
}

// The nonce, the output and the additional data are one caller's arrays: a
// nonce may lie in what is overwritten, and may be overwritten itself.
func TestGCMOutputOverNonce(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for range draws() {
			for _, n := range []int{0, 1, 12, 16, 40, 300, 5000} {
				c := s.gcmCase(gcmStandardNonceSize, gcmTagSize, n, s.upTo(30))
				buf := make([]byte, n+100)
				copy(buf, c.nonce)
				equal(t, "Seal over the nonce", c.g.Seal(buf[:0], buf[:12], c.plaintext, c.ad), c.sealed)
				copy(buf, c.nonce)
				got, err := c.g.Open(buf[:0], buf[:12], c.sealed, c.ad)
				if err != nil {
					t.Fatalf("Open over the nonce: %v", err)
				}
				equal(t, "Open over the nonce", got, c.plaintext)
				copy(buf, c.nonce)
				equal(t, "Seal behind the nonce", c.g.Seal(buf[:12], buf[:12], c.plaintext, c.ad)[12:], c.sealed)
				equal(t, "the nonce before the output", buf[:12], c.nonce)
				// Additional data may be the nonce, and all may be one slice.
				twice := newOracle(c.key, gcmStandardNonceSize, gcmTagSize).seal(c.nonce, c.nonce, c.nonce)
				equal(t, "everything is the nonce", c.g.Seal(nil, c.nonce, c.nonce, c.nonce), twice)
			}
		}
	})
}
