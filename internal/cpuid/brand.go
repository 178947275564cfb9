package cpuid

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// brand returns the name that CPUID's extended leaves spell, or "" where there
// are no such leaves. leaf executes CPUID.
func brand(leaf func(n uint32) (eax, ebx, ecx, edx uint32)) string {
	const first, last = 0x80000002, 0x80000004
	if max, _, _, _ := leaf(0x80000000); max < last {
		return ""
	}
	var name []byte
	for n := uint32(first); n <= last; n++ {
		a, b, c, d := leaf(n)
		for _, word := range []uint32{a, b, c, d} {
			name = binary.LittleEndian.AppendUint32(name, word)
		}
	}
	name, _, _ = bytes.Cut(name, []byte{0})
	return strings.Join(strings.Fields(string(name)), " ")
}
