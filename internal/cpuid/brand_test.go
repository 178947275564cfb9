package cpuid

import (
	"encoding/binary"
	"testing"
)

func TestBrand(t *testing.T) {
	var text [48]byte
	copy(text[:], "  Some CPU   @ 2.50GHz")
	max := uint32(0x80000008)
	leaf := func(n uint32) (a, b, c, d uint32) {
		if n == 0x80000000 {
			return max, 0, 0, 0
		}
		words := text[16*(n-0x80000002):]
		at := func(i int) uint32 { return binary.LittleEndian.Uint32(words[4*i:]) }
		return at(0), at(1), at(2), at(3)
	}
	if got := brand(leaf); got != "Some CPU @ 2.50GHz" {
		t.Errorf("%q", got)
	}
	max = 0x80000001
	if got := brand(leaf); got != "" {
		t.Errorf("without the leaves: %q", got)
	}
}
