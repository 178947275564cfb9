//go:build gc && !purego

package aes

// AES on the AES instructions of ARMv8 (FEAT_AES). The schedules hold rounds+1
// round keys as FIPS 197 has them; those to decrypt are the equivalent inverse
// cipher's.

// expandKeyARMCE expands a key of 16, 24 or 32 bytes (rounds 10, 12, 14) for
// both directions.
//
//go:noescape
func expandKeyARMCE(rounds int, key *byte, enc, dec *[15][16]byte)

// encryptBlocksARMCE encrypts n bytes, a positive multiple of 16.
//
//go:noescape
func encryptBlocksARMCE(rounds int, enc *[15][16]byte, dst, src *byte, n int)

// decryptBlocksARMCE decrypts n bytes, a positive multiple of 16.
//
//go:noescape
func decryptBlocksARMCE(rounds int, dec *[15][16]byte, dst, src *byte, n int)

// ctrARMCE adds to n > 0 bytes the key stream that starts at counter block
// hi:lo, which counts in 128 bits.
//
//go:noescape
func ctrARMCE(rounds int, enc *[15][16]byte, dst, src *byte, n int, hi, lo uint64)

// cbcEncryptARMCE encrypts n bytes, a positive multiple of 16, chained from iv,
// and leaves the last block of ciphertext in iv.
//
//go:noescape
func cbcEncryptARMCE(rounds int, enc *[15][16]byte, dst, src *byte, n int, iv *[16]byte)

// cbcDecryptARMCE decrypts n bytes, a positive multiple of 16, chained from iv,
// and leaves the last block of ciphertext in iv.
//
//go:noescape
func cbcDecryptARMCE(rounds int, dec *[15][16]byte, dst, src *byte, n int, iv *[16]byte)
