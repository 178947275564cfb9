package aes

import "testing"

// SealDetached with its tag everywhere around a buffer that plaintext and
// output share, or that is the additional data: it panics exactly when the tag
// overlaps any of them.
func TestSealDetachedOverlap(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for _, n := range []int{0, 1, 15, 16, 33} {
			for at := 0; at <= 80; at++ {
				overlaps := n > 0 && at < 40+n && 40 < at+gcmTagSize
				for _, role := range []string{"data in place", "plaintext", "output", "additional data"} {
					c := s.gcmCase(gcmStandardNonceSize, gcmTagSize, n, n)
					array, apart := s.data(120), s.data(n)
					data, tag := array[40:][:n], array[at:][:gcmTagSize]
					dst, plaintext, ad := apart, c.plaintext, c.ad
					switch role {
					case "data in place":
						dst, plaintext = data, data
						copy(plaintext, c.plaintext)
					case "plaintext":
						plaintext = data
						copy(plaintext, c.plaintext)
					case "output":
						dst = data
					case "additional data":
						ad = data
						copy(ad, c.ad)
					}
					var out []byte
					refused := panicText(func() { out = c.g.SealDetached(dst[:0], tag, c.nonce, plaintext, ad) })
					if (refused != "") != overlaps {
						t.Fatalf("%d bytes at 40 as %s, tag at %d: %q", n, role, at, refused)
					}
					if !overlaps {
						equal(t, "SealDetached", append(out, tag...), c.sealed)
					}
				}
			}
		}
	})
}

// OpenDetached may write over the tag that it has been given.
func TestOpenDetachedOverTag(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for n := range 60 {
			for at := 0; at <= n+gcmTagSize; at++ {
				c := s.gcmCase(gcmStandardNonceSize, gcmTagSize, n, 5)
				array := make([]byte, n+2*gcmTagSize)
				tag := array[at:][:gcmTagSize]
				copy(tag, c.tag)
				got, err := c.g.OpenDetached(array[gcmTagSize:][:0], c.nonce, c.sealed[:n], tag, c.ad)
				if err != nil {
					t.Fatalf("%d bytes over a tag at %d: %v", n, at, err)
				}
				equal(t, "OpenDetached", got, c.plaintext)
			}
		}
	})
}
