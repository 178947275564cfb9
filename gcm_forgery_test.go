package aes

import (
	"bytes"
	"testing"
)

// A tag with any bit wrong, or with the same bit of any two bytes, is refused, at
// every tag size and on every way that a message can take through GCM; the right
// one is accepted.
func TestForgedTag(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		b, err := New(make([]byte, 16))
		if err != nil {
			t.Fatal(err)
		}
		for tagSize := gcmMinimumTagSize; tagSize <= gcmTagSize; tagSize++ {
			for _, nonceSize := range []int{gcmStandardNonceSize, 16} {
				g, err := b.GCM(nonceSize, tagSize)
				if err != nil {
					t.Fatal(err)
				}
				for _, n := range []int{0, 1, 16, 100} {
					testForgedTag(t, g, n)
				}
			}
		}
	})
}

func testForgedTag(t *testing.T, g *GCM, n int) {
	message := bytes.Repeat([]byte("m"), n)
	nonce := make([]byte, g.NonceSize())
	sealed := g.Seal(nil, nonce, message, nil)
	tag := sealed[n:]
	flip := func(bit int) { tag[bit/8] ^= 1 << (bit % 8) }
	refuse := func(bits ...int) {
		if _, err := g.Open(nil, nonce, sealed, nil); err == nil {
			t.Fatalf("%d bytes, tag of %d: accepted with bits %d wrong", n, len(tag), bits)
		}
		if _, err := g.OpenDetached(nil, nonce, sealed[:n], tag, nil); err == nil {
			t.Fatalf("%d bytes, detached tag of %d: accepted with bits %d wrong", n, len(tag), bits)
		}
	}
	for i := range 8 * len(tag) {
		flip(i)
		refuse(i)
		for j := i % 8; j < i; j += 8 {
			flip(j)
			refuse(i, j)
			flip(j)
		}
		flip(i)
	}
	if got, err := g.Open(nil, nonce, sealed, nil); err != nil || !bytes.Equal(got, message) {
		t.Fatalf("%d bytes, right tag of %d: %x, %v", n, len(tag), got, err)
	}
}
