//go:build gc && !purego

package aes

// GHASH on carry-less multiplication (FEAT_PMULL), and GCM on it and the AES
// instructions. The forms with EOR3 in their names need FEAT_SHA3 too. All use
// the same table.

// ghashInitPMULL sets the table to the powers of h and to sums of their halves.
//
//go:noescape
func ghashInitPMULL(table *[512]byte, h *[16]byte)

// ghashPMULL continues the hash acc with n bytes, a positive multiple of 16.
//
//go:noescape
func ghashPMULL(table *[512]byte, acc *[16]byte, src *byte, n int)

// ghashPMULLEOR3 is ghashPMULL with EOR3.
//
//go:noescape
func ghashPMULLEOR3(table *[512]byte, acc *[16]byte, src *byte, n int)

// gcmSealARMCE encrypts n bytes from src to dst and computes the whole tag.
// If stream is nil, this is a whole message with a nonce of 12 bytes and
// n + aadLen is at most 64 KiB. Else it is a part of one, of at most 64 KiB;
// nonce and aad are not used, and aadLen is 0 if the nonce had 12 bytes, else 1:
// then the counter, which is derived from the hash key, takes no part in any
// branch. If tag is nil, it is not the last part, n is a positive multiple of
// 128, and the hash and the counter in the stream are brought forward. stream
// holds the hash, the counter block before the next, J0, and the lengths of text
// and additional data in bytes, two little-endian 64-bit numbers. It needs FEAT_AES and FEAT_PMULL.
//
//go:noescape
func gcmSealARMCE(rounds int, enc *[15][16]byte, table *[512]byte, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[16]byte, stream *[4][16]byte)

// gcmOpenARMCE decrypts, with arguments as gcmSealARMCE has them, and
// computes the tag that belongs to the message.
//
//go:noescape
func gcmOpenARMCE(rounds int, enc *[15][16]byte, table *[512]byte, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[16]byte, stream *[4][16]byte)

// gcmSealARMCEEOR3 encrypts n bytes from src to dst and computes the whole tag.
// If stream is nil, this is a whole message with a nonce of 12 bytes and
// n + aadLen is at most 64 KiB. Else it is a part of one, of at most 64 KiB;
// nonce and aad are not used, and aadLen is 0 if the nonce had 12 bytes, else 1:
// then the counter, which is derived from the hash key, takes no part in any
// branch. If tag is nil, it is not the last part, n is a positive multiple of
// 128, and the hash and the counter in the stream are brought forward. stream
// holds the hash, the counter block before the next, J0, and the lengths of text
// and additional data in bytes, two little-endian 64-bit numbers. It needs FEAT_AES, FEAT_PMULL and FEAT_SHA3.
//
//go:noescape
func gcmSealARMCEEOR3(rounds int, enc *[15][16]byte, table *[512]byte, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[16]byte, stream *[4][16]byte)

// gcmOpenARMCEEOR3 decrypts, with arguments as gcmSealARMCEEOR3 has them, and
// computes the tag that belongs to the message.
//
//go:noescape
func gcmOpenARMCEEOR3(rounds int, enc *[15][16]byte, table *[512]byte, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[16]byte, stream *[4][16]byte)
