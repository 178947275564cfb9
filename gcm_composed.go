package aes

import (
	"crypto/subtle"
	"encoding/binary"
)

// This file puts GCM together from any cipher's counter mode and any GHASH. A
// pair of the two that has a kernel of its own for GCM does not come here.

// gcmChunk is how much is encrypted before it is hashed: it should still be in
// the first-level cache then.
const gcmChunk = 4096

// A gcmRun is the state of one message.
type gcmRun struct {
	g             *GCM
	hi, lo        uint64 // the next counter block
	secretCounter bool   // it is derived from H
	// The key stream from J0 on: the mask of the tag, and the start of the
	// message's. Kernels that work on several blocks at once make them in little
	// more than the time of one.
	head    [8 * BlockSize]byte
	headLen int
	acc     [BlockSize]byte
	// Blocks that are yet to be hashed: several calls of GHASH for few blocks
	// each would take longer than one for all of them.
	waiting [8 * BlockSize]byte
	n       int // bytes in waiting
}

// start derives J0 from the nonce, hashes the additional data, and makes the
// head of the key stream for a message of n bytes.
func (r *gcmRun) start(nonce, additionalData []byte, n int) {
	r.hi, r.lo = r.g.counterBlock(nonce)
	r.secretCounter = len(nonce) != gcmStandardNonceSize
	r.headLen = BlockSize + n
	if r.headLen > len(r.head) {
		r.headLen = batchSize // the rest is long enough to be made apart
	}
	r.xorKeyStream(r.head[:r.headLen], r.head[:r.headLen])
	r.hash(additionalData)
}

// counterBlock returns J0 (SP 800-38D §7.1 step 2).
func (g *GCM) counterBlock(nonce []byte) (hi, lo uint64) {
	be := binary.BigEndian
	if len(nonce) == gcmStandardNonceSize {
		return be.Uint64(nonce), uint64(be.Uint32(nonce[8:]))<<32 | 1
	}
	r := gcmRun{g: g}
	r.hash(nonce)
	j0 := r.sum(0, len(nonce))
	return be.Uint64(j0[:]), be.Uint64(j0[8:])
}

// xorKeyStream is GCTR (SP 800-38D §6.5), whose counter has 32 bits.
//
// With a nonce of 12 bytes the counter starts at 1 and does not wrap around in a
// message of the greatest length, so the counter mode with 128 bits does the same.
func (r *gcmRun) xorKeyStream(dst, src []byte) {
	if len(src) == 0 {
		return
	}
	if !r.secretCounter {
		ctr(r.g.b, dst, src, r.hi, r.lo)
		r.lo += (uint64(len(src)) + BlockSize - 1) / BlockSize
		return
	}
	// J0 is the hash of the nonce, so whoever knows it knows something of H. The
	// kernels' counter mode branches where the counter carries; here the counter
	// blocks are written out, and encrypted as any secret data is.
	var buf [32 * BlockSize]byte
	for len(src) > 0 {
		n := min(len(src), len(buf))
		whole := (n + BlockSize - 1) &^ (BlockSize - 1)
		for i := 0; i < whole; i += BlockSize {
			binary.BigEndian.PutUint64(buf[i:], r.hi)
			binary.BigEndian.PutUint64(buf[i+8:], r.lo)
			r.lo = r.lo&^0xffffffff | uint64(uint32(r.lo)+1)
		}
		encryptBlocks(r.g.b, buf[:whole], buf[:whole])
		subtle.XORBytes(dst, src, buf[:n])
		dst, src = dst[n:], src[n:]
	}
}

// cryptHead XORs the head of the key stream into the message and returns how
// many bytes that are.
func (r *gcmRun) cryptHead(dst, src []byte) int {
	return subtle.XORBytes(dst, src[:min(len(src), r.headLen-BlockSize)], r.head[BlockSize:])
}

// hash continues GHASH with data, filled up with zeros to whole blocks.
func (r *gcmRun) hash(data []byte) {
	if len(data) > len(r.waiting)-r.n {
		r.flush()
		if whole := len(data) &^ (BlockSize - 1); whole >= len(r.waiting) {
			ghash(r.g, &r.acc, data[:whole])
			data = data[whole:]
		}
	}
	// The buffer past n is zero from the start, or was used: clear the padding.
	r.n += copy(r.waiting[r.n:], data)
	for r.n%BlockSize != 0 {
		r.waiting[r.n] = 0
		r.n++
	}
}

// flush hashes what waits.
func (r *gcmRun) flush() {
	if r.n > 0 {
		ghash(r.g, &r.acc, r.waiting[:r.n])
		r.n = 0
	}
}

// sum ends GHASH with the block of the two lengths, given in bytes.
func (r *gcmRun) sum(additionalData, data int) *[BlockSize]byte {
	var block [BlockSize]byte
	binary.BigEndian.PutUint64(block[:], uint64(additionalData)*8)
	binary.BigEndian.PutUint64(block[8:], uint64(data)*8)
	r.hash(block[:])
	r.flush()
	return &r.acc
}

// finish returns the whole tag.
func (r *gcmRun) finish(tag *[BlockSize]byte, additionalData, data int) {
	xorBlock(tag, r.sum(additionalData, data), (*[BlockSize]byte)(r.head[:]))
}

// clear leaves nothing on the stack that, with the message, says something of H.
func (r *gcmRun) clear() {
	clear(r.head[:])
	clear(r.acc[:])
}

// sealComposed is the authenticated encryption of SP 800-38D §7.1.
func (g *GCM) sealComposed(dst, src, nonce, additionalData []byte, tag *[BlockSize]byte) {
	r := gcmRun{g: g}
	r.start(nonce, additionalData, len(src))
	n := r.cryptHead(dst, src)
	for done := 0; ; {
		// Only the last part hashed may end in a partial block.
		whole := n
		if n < len(src) {
			whole = n &^ (BlockSize - 1)
		}
		r.hash(dst[done:whole])
		if done = whole; n == len(src) {
			break
		}
		m := min(gcmChunk, len(src)-n)
		r.xorKeyStream(dst[n:n+m], src[n:n+m])
		n += m
	}
	r.finish(tag, len(additionalData), len(src))
	r.clear()
}

// openComposed is the authenticated decryption of SP 800-38D §7.2. It writes
// nothing before it knows that the tag is right.
func (g *GCM) openComposed(dst, src, nonce, additionalData, tag []byte) bool {
	r := gcmRun{g: g}
	r.start(nonce, additionalData, len(src))
	r.hash(src)
	var want [BlockSize]byte
	r.finish(&want, len(additionalData), len(src))
	right := equalTags(&want, tag)
	if right {
		n := r.cryptHead(dst, src)
		r.xorKeyStream(dst[n:], src[n:])
	}
	r.clear()
	return right
}
