package aes

import (
	"crypto/cipher"
	"crypto/fips140"
	"encoding/binary"

	"vpaes.example/aes/internal/alias"
	"vpaes.example/aes/internal/kernel"
)

// CTR is a key stream in counter mode (SP 800-38A §6.5). The counter block is
// the initialization vector plus the number of the block, modulo 2¹²⁸. It is
// made by [NewCTR] or [Block.CTR]; the zero value panics when it is used. A copy
// of a CTR goes on from the same place on its own, but not in another goroutine:
// with the generic implementation the two share a buffer.
type CTR struct {
	b      *Block // the key, or a bufferedKey that stands for it
	hi, lo uint64 // the first counter block
	offset uint64 // XORKeyStream's position in the stream, in bytes
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
	if b.cipher == kernel.Generic {
		b = newBufferedKey(b)
	}
	return CTR{b: b, hi: binary.BigEndian.Uint64(iv), lo: binary.BigEndian.Uint64(iv[8:])}
}

// XORKeyStream XORs the next len(src) bytes of the stream into src and writes
// the result to dst. It panics if dst is shorter than src, if the two overlap
// without being the same, or if the stream would reach 2⁶⁴ bytes; then nothing
// is written, and the stream stays where it is. Bytes of dst beyond len(src)
// are not touched.
func (c *CTR) XORKeyStream(dst, src []byte) {
	offset := c.offset
	end := offset + uint64(len(src))
	if c.b == nil || len(dst) < len(src) || alias.Inexact(dst[:len(src)], src) || end < offset {
		c.refuse(dst, src)
	}
	c.offset = end
	switch {
	case c.b.buffers:
		c.b.buffered().xorKeyStream(c, dst[:len(src)], src, offset)
	case offset%BlockSize != 0:
		c.xorKeyStreamAt(c.b, dst[:len(src)], src, offset)
	case len(src) > 0: // the way that must be short
		hi, lo := add128(c.hi, c.lo, offset/BlockSize)
		ctr(c.b, dst[:len(src)], src, hi, lo)
	}
}

// XORKeyStreamAt XORs the len(src) bytes of the stream that begin offset bytes
// after its start into src and writes the result to dst. It neither uses nor
// moves the position of XORKeyStream, so many goroutines may call it at once.
// It panics as XORKeyStream does; offset + len(src) must be below 2⁶⁴.
func (c *CTR) XORKeyStreamAt(dst, src []byte, offset uint64) {
	if c.b == nil || len(dst) < len(src) || alias.Inexact(dst[:len(src)], src) || offset+uint64(len(src)) < offset {
		c.refuse(dst, src)
	}
	b := c.b
	if b.buffers {
		b = b.buffered().key
	}
	c.xorKeyStreamAt(b, dst[:len(src)], src, offset)
}

// refuse panics with what is wrong with the arguments of XORKeyStream or
// XORKeyStreamAt.
func (c *CTR) refuse(dst, src []byte) {
	switch {
	case c.b == nil:
		panic("aes: CTR not made by NewCTR")
	case len(dst) < len(src):
		panic("crypto/aes: len(dst) < len(src)")
	case alias.Inexact(dst[:len(src)], src):
		panic("crypto/aes: invalid buffer overlap")
	}
	panic("crypto/aes: counter overflow")
}

// xorKeyStreamAt is XORKeyStreamAt without its checks, under key b.
func (c *CTR) xorKeyStreamAt(b *Block, dst, src []byte, offset uint64) {
	hi, lo := add128(c.hi, c.lo, offset/BlockSize)
	if skip := int(offset % BlockSize); skip != 0 && len(src) > 0 {
		var block [BlockSize]byte
		n := copy(block[skip:], src)
		ctr(b, block[:skip+n], block[:skip+n], hi, lo)
		copy(dst, block[skip:skip+n])
		dst, src = dst[n:], src[n:]
		hi, lo = add128(hi, lo, 1)
	}
	if len(src) > 0 {
		ctr(b, dst, src, hi, lo)
	}
}
