package aes

import (
	"bytes"
	"testing"
	"unsafe"
)

// frame is the number of marker bytes on either side of a framed buffer.
const frame = 64

// framed is a buffer between marker bytes that nothing may change. They are
// random, so no fixed value can hide a change. The capacity of data reaches to
// the end of them, since a slice's capacity is no licence to write there.
type framed struct {
	data []byte
	all  []byte
	was  []byte
	lead int
}

// framed returns a buffer of n random bytes whose address is align modulo 64.
func (s *source) framed(n, align int) *framed {
	all := s.fill(make([]byte, 64+frame+n+frame))
	lead := frame + (align-int(uintptr(unsafe.Pointer(&all[frame]))%64)+64)%64
	return &framed{all[lead : lead+n], all, bytes.Clone(all), lead}
}

// intact checks all bytes but the first n of data.
func (f *framed) intact(t testing.TB, n int) {
	t.Helper()
	if !bytes.Equal(f.all[:f.lead], f.was[:f.lead]) {
		t.Fatalf("bytes before a buffer of %d changed", len(f.data))
	}
	if !bytes.Equal(f.all[f.lead+n:], f.was[f.lead+n:]) {
		t.Fatalf("bytes after the first %d of a buffer of %d changed", n, len(f.data))
	}
}

// equal checks that got is want.
func equal(t testing.TB, what string, got, want []byte) {
	t.Helper()
	if !bytes.Equal(got, want) {
		at := 0
		for at < min(len(got), len(want)) && got[at] == want[at] {
			at++
		}
		t.Fatalf("%s: %d bytes, want %d; different from byte %d on:\n got %x\nwant %x", what, len(got), len(want),
			at, got[at:min(len(got), at+32)], want[at:min(len(want), at+32)])
	}
}
