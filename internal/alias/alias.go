// Package alias tells whether two slices share memory. crypto/cipher has the
// same rules for its arguments; they must hold here for any kind of memory,
// so the addresses themselves are compared.
package alias

import "unsafe"

// Any reports whether x and y share a byte.
func Any(x, y []byte) bool {
	if len(x) == 0 || len(y) == 0 {
		return false
	}
	px, py := addr(x), addr(y)
	// One of the two starts inside the other. The differences wrap around
	// to large numbers where the start lies below.
	return px-py < uintptr(len(y)) || py-px < uintptr(len(x))
}

// Inexact reports whether x and y share a byte that stands at different
// indices of the two. Equal starts are exact, whatever the lengths.
func Inexact(x, y []byte) bool {
	return Any(x, y) && addr(x) != addr(y)
}

// InexactBytes is Inexact for n bytes at x and n at y, small enough for callers
// to be inlined with it.
func InexactBytes(x, y *byte, n int) bool {
	d := uintptr(unsafe.Pointer(x)) - uintptr(unsafe.Pointer(y))
	return d != 0 && (d < uintptr(n) || -d < uintptr(n))
}

// InexactBlock is Inexact for two blocks of 16 bytes.
func InexactBlock(x, y *[16]byte) bool {
	d := uintptr(unsafe.Pointer(x)) - uintptr(unsafe.Pointer(y))
	return d != 0 && d+15 < 31
}

func addr(x []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(x))) }
