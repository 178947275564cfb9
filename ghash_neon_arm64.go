//go:build gc && !purego

package aes

// GHASH for NEON by multiplications of bytes.

// ghashTableNEON holds the first eight powers of H in the kernel's own form.
type ghashTableNEON = [60][16]byte

// ghashInitNEON fills the table of powers of h, which is in GCM's byte order.
//
//go:noescape
func ghashInitNEON(table *[60][16]byte, h *[16]byte)

// ghashNEON adds n bytes, a positive multiple of 16, to the hash in acc, which
// is in GCM's byte order.
//
//go:noescape
func ghashNEON(table *[60][16]byte, acc *[16]byte, src *byte, n int)
