package aes

import (
	"bytes"
	"testing"
)

// refused checks that no form of Open accepts the message, that the result is
// nil, that the output's message part is zero, and that all else is untouched.
func (c *gcmCase) refused(t *testing.T, s *source, what string, sealed, ad []byte) {
	t.Helper()
	n := max(0, len(sealed)-len(c.tag))
	check := func(call string, out *framed, prefix int, got []byte, err error) {
		t.Helper()
		if err == nil || got != nil {
			t.Fatalf("%s of %d bytes, %s: returned %x, %v", call, n, what, got, err)
		}
		equal(t, call+", "+what+": before the message", out.data[:prefix], out.was[out.lead:][:prefix])
		equal(t, call+", "+what+": the message part", out.data[prefix:][:n], make([]byte, n))
		out.intact(t, prefix+n)
	}
	prefix := s.upTo(20)
	in, was := s.framed(len(sealed), s.IntN(64)), bytes.Clone(sealed)
	copy(in.data, sealed)

	out := s.framed(prefix+n, s.IntN(64))
	got, err := c.g.Open(out.data[:prefix], c.nonce, in.data, ad)
	check("Open", out, prefix, got, err)
	equal(t, "Open, "+what+": its ciphertext after it", in.data, was)
	in.intact(t, len(sealed))

	if len(sealed) >= len(c.tag) {
		out = s.framed(prefix+n, s.IntN(64))
		got, err = c.g.OpenDetached(out.data[:prefix], c.nonce, in.data[:n], in.data[n:], ad)
		check("OpenDetached", out, prefix, got, err)
		equal(t, "OpenDetached, "+what+": its ciphertext after it", in.data, was)
		in.intact(t, len(sealed))
	}

	got, err = c.g.Open(in.data[:0], c.nonce, in.data, ad)
	copy(in.was[in.lead+n:], sealed[n:]) // the tag stays as it was
	check("Open in place", in, 0, got, err)
}

// Every single bit of ciphertext, tag and additional data counts.
func TestOpenEveryBit(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for n := 0; n <= 64; n++ {
			if testing.Short() && n%15 > 2 {
				continue
			}
			c := s.gcmCase(gcmStandardNonceSize, gcmMinimumTagSize+n%5, n, n)
			out := make([]byte, n)
			for what, field := range map[string][]byte{"a bit of the ciphertext or tag flipped": c.sealed, "a bit of the additional data flipped": c.ad} {
				for bit := range 8 * len(field) {
					field[bit/8] ^= 1 << (bit % 8)
					if got, err := c.g.Open(out[:0], c.nonce, c.sealed, c.ad); err == nil || got != nil {
						t.Fatalf("%d bytes, %s: returned %x, %v", n, what, got, err)
					}
					if s.IntN(16) == 0 {
						c.refused(t, s, what, c.sealed, c.ad)
					}
					field[bit/8] ^= 1 << (bit % 8)
				}
			}
			c.check(t, s)
		}
	})
}

// Ciphertext cut by every length at its end, and at its start; additional data
// cut and lengthened.
func TestOpenTruncated(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for n := 0; n <= 64; n++ {
			if testing.Short() && n%15 > 2 {
				continue
			}
			for tagSize := gcmMinimumTagSize; tagSize <= gcmTagSize; tagSize++ {
				c := s.gcmCase(gcmStandardNonceSize, tagSize, n, 20)
				for cut := 1; cut <= len(c.sealed); cut++ {
					if (cut+tagSize)%5 != 0 { // one of the tag sizes for each cut
						continue
					}
					c.refused(t, s, "cut at its end", c.sealed[:len(c.sealed)-cut], c.ad)
					c.refused(t, s, "cut at its start", c.sealed[cut:], c.ad)
				}
				c.refused(t, s, "with a byte more", append(bytes.Clone(c.sealed), 0), c.ad)
				c.refused(t, s, "with its additional data cut", c.sealed, c.ad[:19])
				c.refused(t, s, "with a zero more of additional data", c.sealed, append(bytes.Clone(c.ad), 0))
			}
		}
	})
}

// Longer messages that fail, across the bounds of batches and of calls.
func TestOpenFailsLong(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for _, n := range lengths() {
			if n > 64 && n%16 > 1 {
				continue
			}
			c := s.gcmCase(gcmStandardNonceSize, gcmTagSize, n, s.upTo(40))
			c.sealed[s.IntN(len(c.sealed))] ^= 1 << s.IntN(8)
			c.refused(t, s, "a bit flipped", c.sealed, c.ad)
		}
	})
}
