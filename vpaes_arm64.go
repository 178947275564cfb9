//go:build gc && !purego

package aes

// AES by vector permutations for NEON, which every arm64 machine has. The
// schedules hold rounds+1 round keys in the kernel's own form and order.

// expandKeyNEON expands a key of 16, 24 or 32 bytes (rounds 10, 12, 14) for
// both directions.
//
//go:noescape
func expandKeyNEON(rounds int, key *byte, enc, dec *[15][16]byte)

// encryptBlocksNEON encrypts n bytes, a positive multiple of 16.
//
//go:noescape
func encryptBlocksNEON(rounds int, enc *[15][16]byte, dst, src *byte, n int)

// decryptBlocksNEON decrypts n bytes, a positive multiple of 16.
//
//go:noescape
func decryptBlocksNEON(rounds int, dec *[15][16]byte, dst, src *byte, n int)

// ctrNEON adds to n > 0 bytes the key stream that starts at counter block
// hi:lo, which counts in 128 bits.
//
//go:noescape
func ctrNEON(rounds int, enc *[15][16]byte, dst, src *byte, n int, hi, lo uint64)

// cbcEncryptNEON encrypts n bytes, a positive multiple of 16, chained from iv,
// and leaves the last block of ciphertext in iv.
//
//go:noescape
func cbcEncryptNEON(rounds int, enc *[15][16]byte, dst, src *byte, n int, iv *[16]byte)

// cbcDecryptNEON decrypts n bytes, a positive multiple of 16, chained from iv,
// and leaves the last block of ciphertext in iv.
//
//go:noescape
func cbcDecryptNEON(rounds int, dec *[15][16]byte, dst, src *byte, n int, iv *[16]byte)
