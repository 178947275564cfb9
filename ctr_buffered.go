package aes

import (
	"crypto/subtle"
	"unsafe"
)

// A bufferedKey stands for the key in one CTR, if the kernel makes a batch of the
// key stream in the time of one block, and keeps what is unused of the last batch.
// A CTR of a fast kernel thus has no room for a buffer that it does not need, and
// is cheap to make for every message.
type bufferedKey struct {
	Block
	key   *Block
	start uint64 // the offset in the stream of the first byte; of no meaning unless full
	full  bool
	bytes [batchSize]byte
}

func newBufferedKey(key *Block) *Block {
	k := &bufferedKey{key: key}
	k.buffers = true
	return &k.Block
}

// buffered returns the bufferedKey that starts with this header.
func (b *Block) buffered() *bufferedKey { return (*bufferedKey)(unsafe.Pointer(b)) }

// xorKeyStream is c.xorKeyStreamAt, first from what is kept, then in whole
// batches, and keeps what is left of the last one.
func (k *bufferedKey) xorKeyStream(c *CTR, dst, src []byte, offset uint64) {
	if k.full && offset-k.start < batchSize {
		n := subtle.XORBytes(dst, src, k.bytes[offset-k.start:])
		dst, src, offset = dst[n:], src[n:], offset+uint64(n)
	}
	if whole := len(src) &^ (batchSize - 1); whole > 0 {
		c.xorKeyStreamAt(k.key, dst[:whole], src[:whole], offset)
		dst, src, offset = dst[whole:], src[whole:], offset+uint64(whole)
	}
	if len(src) > 0 {
		k.start, k.full = offset, true
		clear(k.bytes[:])
		c.xorKeyStreamAt(k.key, k.bytes[:], k.bytes[:], offset)
		subtle.XORBytes(dst, src, k.bytes[:])
	}
}
