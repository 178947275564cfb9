package aes

import (
	"encoding/binary"
	"unsafe"
)

// This file prepares messages for the kernels that do all of GCM. A message that
// is short enough, with a nonce of 12 bytes, goes to its kernel in one call as it
// is. Any other is cut into parts, between which a gcmStream carries the state.

// gcmStream is the state of a message between its parts, as the kernels know it.
type gcmStream struct {
	acc     [BlockSize]byte // GHASH so far
	counter [BlockSize]byte // the counter block before the next one
	j0      [BlockSize]byte
	n       uint64 // bytes of text, and
	aadLen  uint64 // of additional data, in all of the message
}

// fitsOneCall reports whether one call does a message of n bytes.
func (g *GCM) fitsOneCall(n int, nonce, additionalData []byte) bool {
	return g.fused && len(nonce) == gcmStandardNonceSize && n+len(additionalData) <= hardwarePart
}

// cryptInParts encrypts or decrypts src to dst, and sets tag to the whole tag of
// the message.
func (g *GCM) cryptInParts(seal bool, dst, src, nonce, additionalData []byte, tag *[gcmTagSize]byte) {
	var s gcmStream
	hi, lo := g.counterBlock(nonce)
	binary.BigEndian.PutUint64(s.j0[:], hi)
	binary.BigEndian.PutUint64(s.j0[8:], lo)
	s.counter = s.j0
	r := gcmRun{g: g}
	r.hash(additionalData)
	r.flush()
	s.acc = r.acc
	s.n, s.aadLen = uint64(len(src)), uint64(len(additionalData))
	longNonce := 0
	if len(nonce) != gcmStandardNonceSize {
		longNonce = 1
	}
	stream := (*[4][BlockSize]byte)(unsafe.Pointer(&s))
	for ; len(src) > hardwarePart; dst, src = dst[hardwarePart:], src[hardwarePart:] {
		g.cryptPart(seal, &dst[0], &src[0], hardwarePart, longNonce, nil, stream)
	}
	g.cryptPart(seal, unsafe.SliceData(dst), unsafe.SliceData(src), len(src), longNonce, tag, stream)
}

// cryptPart makes one call for a part, the last one if there is a tag to set.
func (g *GCM) cryptPart(seal bool, dst, src *byte, n, longNonce int, tag *[gcmTagSize]byte, stream *[4][BlockSize]byte) {
	if seal {
		gcmSealCall(g, dst, src, n, nil, nil, longNonce, tag, stream)
	} else {
		gcmOpenCall(g, dst, src, n, nil, nil, longNonce, tag, stream)
	}
}
