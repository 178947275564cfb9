package aes

import (
	"crypto/cipher"
	"crypto/fips140"
	"crypto/subtle"
	"encoding/binary"

	"vpaes.example/aes/internal/alias"
	"vpaes.example/aes/internal/kernel"
)

// CTR is a key stream in counter mode (SP 800-38A §6.5). The counter block is
// the initialization vector plus the number of the block, modulo 2¹²⁸. It is
// made by [NewCTR] or [Block.CTR]; the zero value panics when it is used.
type CTR struct {
	b      *Block
	hi, lo uint64     // the first counter block
	offset uint64     // XORKeyStream's position in the stream, in bytes
	unused *keyStream // nil in kernels where making a block again is cheap
}

// A keyStream is a batch of the stream of which a part may still be unused.
type keyStream struct {
	start uint64 // the offset of its first byte; of no meaning while full is false
	full  bool
	bytes [batchSize]byte
}

// NewCTR returns a [cipher.Stream] that XORs the key stream of counter mode
// (SP 800-38A §6.5) into its input. It panics if iv is not block.BlockSize()
// long, 16 bytes for AES. For a *[Block], the dynamic type is *[CTR].
//
// CTR authenticates nothing: whoever flips a bit of the ciphertext flips that
// bit of the plaintext. Two messages under the same key whose counter blocks
// meet, be it in one block, disclose the XOR of their plaintexts there.
//
// A Block that is not a *[Block] is handed to [cipher.NewCTR].
func NewCTR(block cipher.Block, iv []byte) cipher.Stream {
	if b, ok := block.(*Block); ok {
		return b.CTR(iv)
	}
	return cipher.NewCTR(block, iv)
}

// NewCTR is the function [NewCTR] for this key; crypto/cipher looks for it
// under this name.
func (b *Block) NewCTR(iv []byte) cipher.Stream { return b.CTR(iv) }

// CTR returns the key stream that starts with the counter block iv, which must
// be 16 bytes long, else it panics. It allocates nothing if the result does not
// outlive its caller, except with the generic implementation, which keeps a
// batch of the stream.
func (b *Block) CTR(iv []byte) *CTR {
	// Small enough to be inlined, so that the CTR can live on the caller's stack.
	c := newCTR(b, iv)
	return &c
}

func newCTR(b *Block, iv []byte) CTR {
	b.check()
	if len(iv) != BlockSize {
		panic("bad IV length")
	}
	if fips140.Enforced() {
		panic("aes: CTR outside the Go Cryptographic Module is not allowed in FIPS 140-only mode")
	}
	c := CTR{b: b, hi: binary.BigEndian.Uint64(iv), lo: binary.BigEndian.Uint64(iv[8:])}
	if b.cipher == kernel.Generic {
		c.unused = new(keyStream)
	}
	return c
}

// XORKeyStream XORs the next len(src) bytes of the stream into src and writes
// the result to dst. It panics if dst is shorter than src, if the two overlap
// without being the same, or if the stream would exceed 2⁶⁴ bytes; then nothing
// is written, and the stream stays where it is. Bytes of dst beyond len(src)
// are not touched.
func (c *CTR) XORKeyStream(dst, src []byte) {
	offset := c.offset
	c.checkAt(dst, src, offset)
	c.offset = offset + uint64(len(src))
	if c.unused != nil {
		c.xorKeptKeyStream(dst[:len(src)], src, offset)
		return
	}
	c.xorKeyStreamAt(dst[:len(src)], src, offset)
}

// XORKeyStreamAt XORs the len(src) bytes of the stream that begin offset bytes
// after its start into src and writes the result to dst. It neither uses nor
// moves the position of XORKeyStream, so many goroutines may call it at once.
// It panics as XORKeyStream does; offset + len(src) must be below 2⁶⁴.
func (c *CTR) XORKeyStreamAt(dst, src []byte, offset uint64) {
	c.checkAt(dst, src, offset)
	c.xorKeyStreamAt(dst[:len(src)], src, offset)
}

func (c *CTR) checkAt(dst, src []byte, offset uint64) {
	if c.b == nil {
		panic("aes: CTR not made by NewCTR")
	}
	if len(dst) < len(src) {
		panic("crypto/aes: len(dst) < len(src)")
	}
	if alias.Inexact(dst[:len(src)], src) {
		panic("crypto/aes: invalid buffer overlap")
	}
	if offset+uint64(len(src)) < offset {
		panic("crypto/aes: counter overflow")
	}
}

// xorKeyStreamAt is XORKeyStreamAt without its checks.
func (c *CTR) xorKeyStreamAt(dst, src []byte, offset uint64) {
	hi, lo := add128(c.hi, c.lo, offset/BlockSize)
	if skip := int(offset % BlockSize); skip != 0 && len(src) > 0 {
		var block [BlockSize]byte
		n := copy(block[skip:], src)
		ctr(c.b, block[:skip+n], block[:skip+n], hi, lo)
		copy(dst, block[skip:skip+n])
		dst, src = dst[n:], src[n:]
		hi, lo = add128(hi, lo, 1)
	}
	if len(src) > 0 {
		ctr(c.b, dst, src, hi, lo)
	}
}

// xorKeptKeyStream is xorKeyStreamAt for kernels that make a whole batch of the
// stream in the time of one block: what is left of a batch is kept.
func (c *CTR) xorKeptKeyStream(dst, src []byte, offset uint64) {
	if k := c.unused; k.full && offset-k.start < batchSize {
		n := subtle.XORBytes(dst, src, k.bytes[offset-k.start:])
		dst, src, offset = dst[n:], src[n:], offset+uint64(n)
	}
	if whole := len(src) &^ (batchSize - 1); whole > 0 {
		c.xorKeyStreamAt(dst[:whole], src[:whole], offset)
		dst, src, offset = dst[whole:], src[whole:], offset+uint64(whole)
	}
	if len(src) > 0 {
		k := c.unused
		k.start, k.full = offset, true
		clear(k.bytes[:])
		c.xorKeyStreamAt(k.bytes[:], k.bytes[:], offset)
		subtle.XORBytes(dst, src, k.bytes[:])
	}
}
