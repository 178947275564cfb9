package aes

import (
	"bytes"
	"math"
	"math/bits"
	"testing"
	"unsafe"
)

// longest is GCM's limit for a message: 2³⁹ − 256 bits (SP 800-38D §5.2.1.1).
const longest = (1<<39 - 256) / 8

func TestTooLong(t *testing.T) {
	for _, c := range []struct {
		n    uint64
		want bool
	}{
		{0, false}, {1, false}, {1 << 29, false}, {1 << 32, false},
		{longest - 1, false}, {longest, false}, {longest + 1, true}, {longest + 16, true},
		{1 << 36, true}, {1 << 61, true}, {1 << 63, true}, {math.MaxUint64, true},
	} {
		if got := tooLong(c.n); got != c.want {
			t.Errorf("tooLong(%d) = %t", c.n, got)
		}
	}
}

// A message beyond the limit is refused before a byte of it is touched, so none
// need be there.
func TestTooLongMessage(t *testing.T) {
	if bits.UintSize < 64 {
		t.Skip("no slice is that long here")
	}
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		b := mustNew(s.key())
		nonce, tag := s.data(12), s.data(gcmTagSize)
		g, random := must(b.GCM(12, gcmTagSize)), must(NewGCMWithRandomNonce(b))
		const tooLarge = "crypto/cipher: message too large for GCM"
		mustPanic(t, tooLarge, func() { g.Seal(nil, nonce, unbacked(longest+1), nil) })
		mustPanic(t, tooLarge, func() { g.SealDetached(nil, tag, nonce, unbacked(longest+1), nil) })
		mustPanic(t, tooLarge, func() { random.Seal(nil, nil, unbacked(longest+1), nil) })
		for call, open := range map[string]func() ([]byte, error){
			"Open":               func() ([]byte, error) { return g.Open(nil, nonce, unbacked(longest+17), nil) },
			"OpenDetached":       func() ([]byte, error) { return g.OpenDetached(nil, nonce, unbacked(longest+1), tag, nil) },
			"Open, random nonce": func() ([]byte, error) { return random.Open(nil, nil, unbacked(longest+29), nil) },
		} {
			if got, err := open(); err != errOpen || got != nil {
				t.Errorf("%s: %v, %v", call, got, err)
			}
		}
	})
}

// unbacked is a slice that claims n bytes of memory.
func unbacked(n uint64) (b []byte) {
	header := struct {
		start    *byte
		len, cap int
	}{new(byte), int(n), int(n)}
	return *(*[]byte)(unsafe.Pointer(&header))
}

// Lengths of 2²⁹ bytes are 2³² bits: no place for a length in bits may be so
// narrow as to lose that.
func TestHalfGigabyte(t *testing.T) {
	if !*soak {
		t.Skip("takes a gigabyte; run with -soak")
	}
	const n = 1<<29 + 16
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		key, nonce := s.key(), s.data(12)
		g, std := must(mustNew(key).GCM(12, gcmTagSize)), newOracle(key, 12, gcmTagSize)
		long := make([]byte, n, n+gcmTagSize)
		equal(t, "additional data", g.Seal(nil, nonce, nil, long), std.seal(nonce, nil, long))
		sealed := g.Seal(long[:0], nonce, long, nonce)
		opened, err := std.aead.Open(sealed[:0], nonce, sealed, nonce)
		if err != nil {
			t.Fatalf("message: %v", err)
		}
		if zeros := bytes.Count(opened, []byte{0}); zeros != n {
			t.Fatalf("message: %d bytes are wrong", n-zeros)
		}
	})
}
