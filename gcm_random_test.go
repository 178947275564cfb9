package aes

import (
	"bytes"
	"crypto/cipher"
	"testing"
)

// Each opens what the other seals, in place and not.
func TestGCMWithRandomNonce(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for _, n := range lengths() {
			if n > 300 && n%64 != 0 {
				continue
			}
			key, plaintext, ad := s.key(), s.data(n), s.data(s.upTo(50))
			aead := must(NewGCMWithRandomNonce(mustNew(key)))
			std := must(cipher.NewGCMWithRandomNonce(stdlibBlock(key)))
			if aead.NonceSize() != std.NonceSize() || aead.Overhead() != std.Overhead() {
				t.Fatalf("sizes %d and %d, want %d and %d", aead.NonceSize(), aead.Overhead(), std.NonceSize(), std.Overhead())
			}
			checkRandomNonceSeal(t, s, aead, std, plaintext, ad)
			checkRandomNonceOpen(t, s, aead, std, plaintext, ad)
		}
	})
}

func checkRandomNonceSeal(t *testing.T, s *source, aead, std cipher.AEAD, plaintext, ad []byte) {
	t.Helper()
	prefix, n := s.upTo(40), len(plaintext)
	total := prefix + n + aead.Overhead()
	out := s.framed(total, s.IntN(64))
	apart := aead.Seal(out.data[:prefix], nil, plaintext, ad)
	equal(t, "Seal, before the output", apart[:prefix], out.was[out.lead:][:prefix])
	out.intact(t, total)

	// In place, with dst = plaintext[:0].
	buf := s.framed(n+aead.Overhead(), s.IntN(64))
	copy(buf.data, plaintext)
	inPlace := aead.Seal(buf.data[:0], nil, buf.data[:n], ad)
	equal(t, "Seal in place, in the capacity of dst", inPlace, buf.data)
	buf.intact(t, len(buf.data))

	for what, sealed := range map[string][]byte{
		"Seal":                       apart[prefix:],
		"Seal in place":              inPlace,
		"Seal that allocates":        aead.Seal(nil, nil, plaintext, ad),
		"Seal that allocates partly": aead.Seal(plaintext[:0:n], nil, plaintext, ad),
	} {
		got, err := std.Open(nil, nil, sealed, ad)
		if err != nil {
			t.Fatalf("%s: crypto/cipher's Open: %v", what, err)
		}
		equal(t, what, got, plaintext)
	}
	if bytes.Equal(apart[prefix:][:gcmStandardNonceSize], inPlace[:gcmStandardNonceSize]) {
		t.Fatal("two messages have the same nonce")
	}
}

func checkRandomNonceOpen(t *testing.T, s *source, aead, std cipher.AEAD, plaintext, ad []byte) {
	t.Helper()
	prefix, n := s.upTo(40), len(plaintext)
	sealed := s.framed(n+aead.Overhead(), s.IntN(64))
	std.Seal(sealed.data[:0], nil, plaintext, ad)

	out := s.framed(prefix+n, s.IntN(64))
	got, err := aead.Open(out.data[:prefix], nil, sealed.data, ad)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	equal(t, "Open", got[prefix:], plaintext)
	equal(t, "Open, in the capacity of dst", got, out.data)
	equal(t, "Open, before the output", got[:prefix], out.was[out.lead:][:prefix])
	out.intact(t, prefix+n)

	got, err = aead.Open(sealed.data[:0], nil, sealed.data, ad)
	if err != nil {
		t.Fatalf("Open in place: %v", err)
	}
	equal(t, "Open in place", got, plaintext)
	sealed.intact(t, len(sealed.data))
}

// Any change is noticed, and what Open would have appended is then zero.
func TestGCMWithRandomNonceOpenFails(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for n := range 50 {
			key, plaintext, ad := s.key(), s.data(n), s.data(3)
			aead := must(NewGCMWithRandomNonce(mustNew(key)))
			sealed := aead.Seal(nil, nil, plaintext, ad)
			refused := func(what string, sealed, ad []byte) {
				t.Helper()
				written := max(0, len(sealed)-aead.Overhead())
				out := s.framed(20+n, 0)
				got, err := aead.Open(out.data[:20], nil, sealed, ad)
				if err == nil || got != nil {
					t.Fatalf("%d bytes, %s: returned %x, %v", n, what, got, err)
				}
				equal(t, what+": bytes before the message", out.data[:20], out.was[out.lead:][:20])
				equal(t, what+": the message", out.data[20:][:written], make([]byte, written))
				out.intact(t, 20+written)
			}
			for bit := range 8 * len(sealed) {
				changed := bytes.Clone(sealed)
				changed[bit/8] ^= 1 << (bit % 8)
				refused("changed", changed, ad)
			}
			for cut := range len(sealed) {
				refused("cut", sealed[:cut], ad)
			}
			refused("with other additional data", sealed, ad[:2])

			// In place, the plaintext is not left behind either.
			sealed[len(sealed)-1] ^= 1
			if got, err := aead.Open(sealed[:0], nil, sealed, ad); err == nil || got != nil {
				t.Fatalf("in place: returned %x, %v", got, err)
			}
			equal(t, "in place: the message", sealed[:n], make([]byte, n))
		}
	})
}
