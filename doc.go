// Package aes is AES in constant time, a drop-in replacement for crypto/aes and
// for the AES modes of crypto/cipher.
//
// # Switching
//
// Only the import changes:
//
//	import "vpaes.example/aes" // was "crypto/aes"
//
//	block, err := aes.NewCipher(key)
//	aead, err := cipher.NewGCM(block)
//
// The constructors of crypto/cipher ask a [cipher.Block] whether it brings modes
// of its own, and [Block] does, so cipher.NewGCM, cipher.NewCTR,
// cipher.NewCBCEncrypter and cipher.NewCBCDecrypter use this package's code.
// Errors and panics come in the cases in which they come there. There is one
// exception: cipher.NewGCMWithRandomNonce takes crypto/aes's own type only; use
// [NewGCMWithRandomNonce].
//
// # Choosing a mode
//
//   - [NewGCM] encrypts and authenticates. Use it unless a protocol demands
//     something else. [NewGCMWithRandomNonce] takes care of the nonces, too.
//   - [NewCTR], [NewCBCEncrypter] and [NewCBCDecrypter] encrypt only: whoever can
//     change the ciphertext changes the plaintext. They are for protocols that
//     authenticate by other means.
//   - [Block.EncryptBlocks] and [Block.DecryptBlocks] are for authors of other
//     modes. They are as fast as the parallel modes, which a loop over
//     [Block.Encrypt] is far from.
//
// Beyond the standard library, [CTR.XORKeyStreamAt] gives any part of a key stream,
// to many goroutines at once, and [GCM.SealDetached] and [GCM.OpenDetached] keep
// the tag apart. [New] returns a *[Block], whose methods give the concrete types.
//
// A [Block] and a [GCM] may be used by many goroutines at once, as may
// [CTR.XORKeyStreamAt]. XORKeyStream and CryptBlocks move a position and may not.
// Encrypt, XORKeyStream, CryptBlocks, Seal and Open allocate nothing if the
// destination has room, except on s390x and ppc64, where the standard library's
// code does the work.
//
// # Implementations
//
// There are several implementations of AES and of GHASH: on AES and carry-less
// multiply instructions, on vector permutations where a CPU lacks these, and in
// pure Go for every other machine. [New] chooses by the features of the CPU, AES
// and GHASH apart, and the key keeps what was chosen. [Implementation] names the
// choice, and [HardwareAccelerated] says whether both halves have instructions of
// their own; where they have not, a protocol that may choose does better with
// ChaCha20-Poly1305.
//
// GODEBUG=cpu.aes=off, cpu.pclmulqdq=off, cpu.avx2=off, cpu.avx=off, cpu.ssse3=off
// (on arm64 cpu.aes=off, cpu.pmull=off), separated by commas, hide features and so
// select lower implementations. The build tag purego leaves out all assembly.
//
// # Security
//
// No branch, no memory address and no instruction whose time varies depends on a
// key, a plaintext, a hash key or a tag, whichever implementation runs, in key
// expansion, in whole and in partial blocks. SECURITY.md, beside this package's
// source, says on which CPUs and why, and what is not promised: power analysis,
// faults, and keys in memory among others.
//
// What misuse breaks:
//
//   - GCM: two messages under one key and nonce disclose the XOR of their
//     plaintexts, and let anybody forge. A key is good for 2³² messages with
//     random nonces of 12 bytes (SP 800-38D §8.3), and a message has at most
//     2³⁶ − 32 bytes.
//   - Tags of fewer than 16 bytes are forged sooner than their length tells
//     (SP 800-38D appendix C).
//   - CTR: two messages whose counter blocks meet under one key disclose the XOR
//     of their plaintexts there.
//   - CBC: initialization vectors must be unpredictable, and a receiver that tells
//     bad padding from other errors decrypts for its attacker.
//
// Open in place may write unverified plaintext before it knows that the tag is
// wrong, which it then clears.
//
// Under GODEBUG=fips140=only the constructors of modes refuse, those of GCM with
// an error and the others with a panic, since this package is not part of the Go
// Cryptographic Module; it is no validated module.
package aes
