//go:build (amd64 || arm64) && gc && !purego

// Package registers shows tests what a call of assembly has left in the
// processor's registers.
package registers

// A File is what registers held: 16 bytes of each vector register, and the
// general ones that Go's assembly may use as it likes.
type File struct {
	Vector  [vectors][16]byte
	General [generals]uint64
}

// Read copies the registers to f. Right after a call, and with f at a fixed
// address, the Go compiler has had reason to change but one or two of them; of
// X15, which it wants to be zero, nothing can be seen.
//
//go:noescape
func Read(f *File)

// Clear sets those registers to zero.
//
//go:noescape
func Clear()

// Secret leaves 16 bytes in a vector and the first eight of them in a general
// register: the fault that a test by Read must find.
//
//go:noescape
func Secret(b *[16]byte)
