//go:build arm64 && gc && !purego

package aes

import (
	"encoding/binary"
	"unsafe"
)

// This file leads messages of any length to the kernels that do all of GCM. A
// message that is short enough for one call, with a nonce of 12 bytes, goes to
// its kernel as it is. Others are cut into parts, so that no call keeps the
// garbage collector waiting for more than fusedPart bytes.

// fusedPart is the most that one call hashes and encrypts, and how long every
// part but the last is.
const fusedPart = 64 << 10

// A fusedKernel is a form of the kernels. Its methods hashBlocks and part, in
// the file of the architecture, call them.
type fusedKernel uint8

// parts handles a message of any length, with a nonce of any length, in parts.
// The state between them is what the kernels say: the hash, the counter block
// before the next, J0, and the lengths of the text and the additional data.
func (k fusedKernel) parts(seal bool, rounds int, enc *[15][16]byte, table unsafe.Pointer, dst, src, nonce, aad []byte, tag *[16]byte) {
	var stream [4][16]byte
	acc, counter, j0, lengths := &stream[0], &stream[1], &stream[2], &stream[3]
	if len(nonce) == 12 {
		copy(j0[:], nonce)
		j0[15] = 1
	} else {
		k.hash(table, j0, nonce)
		var block [16]byte
		binary.BigEndian.PutUint64(block[8:], uint64(len(nonce))*8)
		k.hash(table, j0, block[:])
	}
	*counter = *j0
	k.hash(table, acc, aad)
	binary.LittleEndian.PutUint64(lengths[:], uint64(len(src)))
	binary.LittleEndian.PutUint64(lengths[8:], uint64(len(aad)))
	for len(src) > fusedPart {
		k.part(seal, rounds, enc, table, dst[:fusedPart], src[:fusedPart], nil, &stream)
		dst, src = dst[fusedPart:], src[fusedPart:]
	}
	k.part(seal, rounds, enc, table, dst, src, tag, &stream)
}

// hash continues the hash acc with data, filled up with zeros to whole blocks.
func (k fusedKernel) hash(table unsafe.Pointer, acc *[16]byte, data []byte) {
	for len(data) >= 16 {
		n := min(len(data), fusedPart) &^ 15
		k.hashBlocks(table, acc, data[:n])
		data = data[n:]
	}
	if len(data) > 0 {
		var block [16]byte
		copy(block[:], data)
		k.hashBlocks(table, acc, block[:])
	}
}
