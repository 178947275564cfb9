package aes

import (
	"crypto/cipher"
	"crypto/fips140"
	"encoding/binary"
	"errors"
	"unsafe"

	"vpaes.example/aes/internal/alias"
	"vpaes.example/aes/internal/kernel"
)

// Sizes of GCM in bytes (SP 800-38D §5.2.1).
const (
	gcmStandardNonceSize = 12
	gcmTagSize           = 16
	gcmMinimumTagSize    = 12
)

// GCM is AES in Galois/Counter Mode (SP 800-38D). It is made by [NewGCM] and
// its kin or by [Block.GCM], and may be used by many goroutines at once. The
// zero value, and a copy of another GCM's value, panic when they are used.
type GCM struct {
	// self is the address of the GCM itself: the table of the hash lies behind
	// this header, in memory that a copy does not have.
	self      *GCM
	b         *Block
	nonceSize int
	tagSize   int
	fused     bool // there is a kernel for all of it,
	usual     bool // and both sizes are the default
	part      int  // the most bytes that one call of GHASH in assembly may handle
}

var _ cipher.AEAD = (*GCM)(nil)

// NewGCM returns the Galois/Counter Mode (SP 800-38D) of b with nonces of 12
// bytes and tags of 16. For a *[Block], the dynamic type is *[GCM].
//
// A nonce must never be used twice with one key: two messages under the same
// nonce disclose the XOR of their plaintexts, and the key of the
// authentication. With random nonces, a key is good for at most 2³² messages
// (SP 800-38D §8.3). A message has at most 2³⁶ − 32 bytes; Seal panics, and
// Open fails, beyond.
//
// A Block that is not a *[Block] is handed to crypto/cipher.
func NewGCM(b cipher.Block) (cipher.AEAD, error) {
	if b, ok := b.(*Block); ok {
		return b.NewGCM(gcmStandardNonceSize, gcmTagSize)
	}
	return cipher.NewGCM(b)
}

// NewGCMWithNonceSize is [NewGCM] with nonces of size bytes, one or more; other
// sizes are an error. A nonce that is not 12 bytes long is hashed to a counter
// block, so even different nonces may collide: take another size than 12 only
// where a protocol prescribes it.
func NewGCMWithNonceSize(b cipher.Block, size int) (cipher.AEAD, error) {
	if b, ok := b.(*Block); ok {
		return b.NewGCM(size, gcmTagSize)
	}
	return cipher.NewGCMWithNonceSize(b, size)
}

// NewGCMWithTagSize is [NewGCM] with tags of tagSize bytes, 12 to 16; other
// sizes are an error. A forger succeeds with a short tag sooner than its length
// tells; SP 800-38D appendix C has the limits.
func NewGCMWithTagSize(b cipher.Block, tagSize int) (cipher.AEAD, error) {
	if b, ok := b.(*Block); ok {
		return b.NewGCM(gcmStandardNonceSize, tagSize)
	}
	return cipher.NewGCMWithTagSize(b, tagSize)
}

// NewGCMWithSizes is [NewGCM] with nonces of nonceSize bytes and tags of
// tagSize, as [NewGCMWithNonceSize] and [NewGCMWithTagSize] have them. For a
// Block that is not a *[Block], one of the sizes must be the default.
func NewGCMWithSizes(b cipher.Block, nonceSize, tagSize int) (cipher.AEAD, error) {
	if b, ok := b.(*Block); ok {
		return b.NewGCM(nonceSize, tagSize)
	}
	switch {
	case tagSize == gcmTagSize:
		return cipher.NewGCMWithNonceSize(b, nonceSize)
	case nonceSize == gcmStandardNonceSize:
		return cipher.NewGCMWithTagSize(b, tagSize)
	}
	return nil, errors.New("aes: crypto/cipher has no GCM with these sizes of both nonce and tag")
}

// NewGCM is [Block.GCM] as crypto/cipher looks for it.
func (b *Block) NewGCM(nonceSize, tagSize int) (cipher.AEAD, error) {
	g, err := b.GCM(nonceSize, tagSize)
	if err != nil {
		return nil, err // not g, which would be a nil *GCM in an interface
	}
	return g, nil
}

// GCM returns the GCM of this key with nonces of nonceSize bytes, not zero, and
// tags of tagSize, 12 to 16; other sizes are an error. See [NewGCM].
func (b *Block) GCM(nonceSize, tagSize int) (*GCM, error) {
	b.check()
	if tagSize < gcmMinimumTagSize || tagSize > gcmTagSize {
		return nil, errors.New("cipher: incorrect tag size given to GCM")
	}
	if nonceSize <= 0 {
		return nil, errors.New("cipher: the nonce can't have zero length")
	}
	if fips140.Enforced() {
		return nil, errors.New("aes: GCM outside the Go Cryptographic Module is not allowed in FIPS 140-only mode")
	}
	g := newGCM(b)
	g.self, g.b, g.nonceSize, g.tagSize = g, b, nonceSize, tagSize
	g.fused = kernel.Fused(b.cipher, b.hash)
	g.usual = g.fused && nonceSize == gcmStandardNonceSize && tagSize == gcmTagSize
	g.useStd()
	return g, nil
}

// NonceSize returns the size of a nonce in bytes.
func (g *GCM) NonceSize() int {
	g.check()
	return g.nonceSize
}

// Overhead returns the size of the tag in bytes.
func (g *GCM) Overhead() int {
	g.check()
	return g.tagSize
}

// Seal encrypts plaintext, authenticates it together with additionalData, and
// appends ciphertext and tag to dst, whose remaining capacity it uses
// (SP 800-38D §7.1). It panics if the nonce has not NonceSize bytes, if
// plaintext is longer than 2³⁶ − 32 bytes, if the output overlaps plaintext
// without starting at the same byte, or if it overlaps additionalData. With
// dst = plaintext[:0] it encrypts in place.
func (g *GCM) Seal(dst, nonce, plaintext, additionalData []byte) []byte {
	g.checkNonce(nonce)
	checkPlaintext(plaintext)
	ret, out := extend(dst, len(plaintext)+g.tagSize)
	if alias.Inexact(out, plaintext) || alias.Any(out, additionalData) {
		checkOutput(out, plaintext, additionalData) // panics; not inlined
	}
	if g.usual && len(plaintext)+len(additionalData) <= hardwarePart { // the way that must be short
		gcmSealCall(g, unsafe.SliceData(out), unsafe.SliceData(plaintext), len(plaintext), unsafe.SliceData(nonce),
			unsafe.SliceData(additionalData), len(additionalData), (*[gcmTagSize]byte)(out[len(plaintext):]), nil)
		return ret
	}
	if g.usesStd() {
		g.sealStd(out, nonce, plaintext, additionalData)
		return ret
	}
	var tag [gcmTagSize]byte
	g.seal(out[:len(plaintext)], plaintext, nonce, additionalData, &tag)
	copy(out[len(plaintext):], tag[:])
	return ret
}

// Open checks the tag at the end of ciphertext and appends the plaintext to
// dst, whose remaining capacity it uses (SP 800-38D §7.2). If the tag is wrong,
// it returns nil and an error, and what it would have appended is zero. It
// panics as Seal does, but a ciphertext that is too short or too long is an
// error. With dst = ciphertext[:0] it decrypts in place.
func (g *GCM) Open(dst, nonce, ciphertext, additionalData []byte) ([]byte, error) {
	g.checkNonce(nonce)
	n := len(ciphertext) - g.tagSize
	if n < 0 || tooLong(uint64(n)) {
		return nil, errOpen
	}
	ret, out := extend(dst, n)
	if alias.Inexact(out, ciphertext) || alias.Any(out, additionalData) {
		checkOutput(out, ciphertext, additionalData) // panics; not inlined
	}
	var right bool
	switch {
	case g.usual && n+len(additionalData) <= hardwarePart: // the way that must be short
		var want [gcmTagSize]byte
		gcmOpenCall(g, unsafe.SliceData(out), unsafe.SliceData(ciphertext), n, unsafe.SliceData(nonce),
			unsafe.SliceData(additionalData), len(additionalData), &want, nil)
		right = equalTags(&want, ciphertext[n:])
	case g.usesStd():
		right = g.openStd(out, nonce, ciphertext, additionalData)
	default:
		right = g.open(out, ciphertext[:n], nonce, additionalData, ciphertext[n:])
	}
	if !right {
		clear(out)
		return nil, errOpen
	}
	return ret, nil
}

// SealDetached is Seal with the tag apart: it appends the ciphertext to dst and
// writes the tag to tag, which must be Overhead() bytes long and must overlap
// neither the output nor plaintext nor additionalData, else it panics.
func (g *GCM) SealDetached(dst, tag, nonce, plaintext, additionalData []byte) []byte {
	g.checkNonce(nonce)
	if len(tag) != g.tagSize {
		panic("aes: incorrect tag length given to GCM")
	}
	checkPlaintext(plaintext)
	ret, out := extend(dst, len(plaintext))
	checkOutput(out, plaintext, additionalData)
	if alias.Any(tag, out) || alias.Any(tag, plaintext) || alias.Any(tag, additionalData) {
		panic("aes: invalid buffer overlap of tag and data")
	}
	var t [gcmTagSize]byte
	g.seal(out, plaintext, nonce, additionalData, &t)
	copy(tag, t[:])
	return ret
}

// OpenDetached is Open with the tag apart. A tag that is not Overhead() bytes
// long is an error, as a wrong one is.
func (g *GCM) OpenDetached(dst, nonce, ciphertext, tag, additionalData []byte) ([]byte, error) {
	g.checkNonce(nonce)
	if len(tag) != g.tagSize || tooLong(uint64(len(ciphertext))) {
		return nil, errOpen
	}
	ret, out := extend(dst, len(ciphertext))
	checkOutput(out, ciphertext, additionalData)
	var t [gcmTagSize]byte // output may be written over the tag
	if !g.open(out, ciphertext, nonce, additionalData, t[:copy(t[:], tag)]) {
		clear(out)
		return nil, errOpen
	}
	return ret, nil
}

// seal encrypts src to dst and sets tag, all 16 bytes of it.
func (g *GCM) seal(dst, src, nonce, additionalData []byte, tag *[gcmTagSize]byte) {
	switch {
	case g.fitsOneCall(len(src), nonce, additionalData):
		gcmSealCall(g, unsafe.SliceData(dst), unsafe.SliceData(src), len(src), unsafe.SliceData(nonce),
			unsafe.SliceData(additionalData), len(additionalData), tag, nil)
	case g.fused:
		g.cryptInParts(true, dst, src, nonce, additionalData, tag)
	default:
		g.sealComposed(dst, src, nonce, additionalData, tag)
	}
}

// open decrypts src to dst and reports whether tag is right. If it is not, dst
// may hold anything.
func (g *GCM) open(dst, src, nonce, additionalData, tag []byte) bool {
	var want [gcmTagSize]byte
	switch {
	case g.fitsOneCall(len(src), nonce, additionalData):
		gcmOpenCall(g, unsafe.SliceData(dst), unsafe.SliceData(src), len(src), unsafe.SliceData(nonce),
			unsafe.SliceData(additionalData), len(additionalData), &want, nil)
	case g.fused:
		g.cryptInParts(false, dst, src, nonce, additionalData, &want)
	default:
		return g.openComposed(dst, src, nonce, additionalData, tag)
	}
	return equalTags(&want, tag)
}

// equalTags reports whether tag, of 12 to 16 bytes, is the start of want. It
// does so in constant time: the two words that it reads from either overlap in
// the middle and cover every byte.
func equalTags(want *[gcmTagSize]byte, tag []byte) bool {
	n := len(tag)
	_ = tag[gcmMinimumTagSize-1]
	le := binary.LittleEndian
	first := le.Uint64(want[:8]) ^ le.Uint64(tag)
	last := le.Uint64(want[n-8:n]) ^ le.Uint64(tag[n-8:])
	return first|last == 0
}

var errOpen = errors.New("cipher: message authentication failed")

// check panics unless g was made by Block.GCM.
func (g *GCM) check() {
	if g.self != g {
		panic("aes: GCM not made by NewGCM, or a copy of one")
	}
}

func (g *GCM) checkNonce(nonce []byte) {
	g.check()
	if len(nonce) != g.nonceSize {
		panic("crypto/cipher: incorrect nonce length given to GCM")
	}
}

// tooLong reports whether GCM's 32-bit counter is too short for n bytes:
// SP 800-38D §5.2.1.1 allows 2³⁹ − 256 bits.
func tooLong(n uint64) bool { return n > (1<<32-2)*BlockSize }

func checkPlaintext(plaintext []byte) {
	if tooLong(uint64(len(plaintext))) {
		panic("crypto/cipher: message too large for GCM")
	}
}

// checkOutput panics if GCM's output overlaps in other than at its start, or
// additionalData at all.
func checkOutput(out, in, additionalData []byte) {
	if alias.Inexact(out, in) {
		panic("crypto/cipher: invalid buffer overlap of output and input")
	}
	if alias.Any(out, additionalData) {
		panic("crypto/cipher: invalid buffer overlap of output and additional data")
	}
}

// extend returns dst with n bytes appended to it, of any content, and those n.
// It allocates if the capacity is too small.
func extend(dst []byte, n int) (all, appended []byte) {
	if total := len(dst) + n; total <= cap(dst) {
		all = dst[:total]
	} else {
		all = make([]byte, total)
		copy(all, dst)
	}
	return all, all[len(dst):]
}
