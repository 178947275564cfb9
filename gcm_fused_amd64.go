//go:build gc && !purego

package aes

import (
	"encoding/binary"
	"unsafe"
)

// This file calls the kernels that do all of GCM: a message that is short
// enough for one call, with a nonce of 12 bytes, goes to the kernel as it is.
// Others are cut into parts, so that no call keeps the garbage collector
// waiting for more than fusedPart bytes.

// fusedPart is the most that one call hashes and encrypts, and how long every
// part but the last is.
const fusedPart = 64 << 10

// A fusedKernel is a form of the kernels.
type fusedKernel uint8

const (
	fusedAESNI fusedKernel = iota
	fusedAESNIAVX
	fusedVAES
)

// The functions seal… encrypt src to dst, which is as long, and open… decrypt;
// both set tag to the whole tag that belongs to the message.

func sealFusedAESNI(rounds int, enc *[15][16]byte, table *[224]byte, dst, src, nonce, aad []byte, tag *[16]byte) {
	if len(nonce) == 12 && len(src)+len(aad) <= fusedPart {
		gcmSealAESNI(rounds, enc, table, unsafe.SliceData(dst), unsafe.SliceData(src), len(src), unsafe.SliceData(nonce), unsafe.SliceData(aad), len(aad), tag, nil)
		return
	}
	fusedAESNI.parts(true, rounds, enc, unsafe.Pointer(table), dst, src, nonce, aad, tag)
}

func openFusedAESNI(rounds int, enc *[15][16]byte, table *[224]byte, dst, src, nonce, aad []byte, tag *[16]byte) {
	if len(nonce) == 12 && len(src)+len(aad) <= fusedPart {
		gcmOpenAESNI(rounds, enc, table, unsafe.SliceData(dst), unsafe.SliceData(src), len(src), unsafe.SliceData(nonce), unsafe.SliceData(aad), len(aad), tag, nil)
		return
	}
	fusedAESNI.parts(false, rounds, enc, unsafe.Pointer(table), dst, src, nonce, aad, tag)
}

func sealFusedAESNIAVX(rounds int, enc *[15][16]byte, table *[224]byte, dst, src, nonce, aad []byte, tag *[16]byte) {
	if len(nonce) == 12 && len(src)+len(aad) <= fusedPart {
		gcmSealAESNIAVX(rounds, enc, table, unsafe.SliceData(dst), unsafe.SliceData(src), len(src), unsafe.SliceData(nonce), unsafe.SliceData(aad), len(aad), tag, nil)
		return
	}
	fusedAESNIAVX.parts(true, rounds, enc, unsafe.Pointer(table), dst, src, nonce, aad, tag)
}

func openFusedAESNIAVX(rounds int, enc *[15][16]byte, table *[224]byte, dst, src, nonce, aad []byte, tag *[16]byte) {
	if len(nonce) == 12 && len(src)+len(aad) <= fusedPart {
		gcmOpenAESNIAVX(rounds, enc, table, unsafe.SliceData(dst), unsafe.SliceData(src), len(src), unsafe.SliceData(nonce), unsafe.SliceData(aad), len(aad), tag, nil)
		return
	}
	fusedAESNIAVX.parts(false, rounds, enc, unsafe.Pointer(table), dst, src, nonce, aad, tag)
}

func sealFusedVAES(rounds int, enc *[15][16]byte, table *[416]byte, dst, src, nonce, aad []byte, tag *[16]byte) {
	if len(nonce) == 12 && len(src)+len(aad) <= fusedPart {
		gcmSealVAES(rounds, enc, table, unsafe.SliceData(dst), unsafe.SliceData(src), len(src), unsafe.SliceData(nonce), unsafe.SliceData(aad), len(aad), tag, nil)
		return
	}
	fusedVAES.parts(true, rounds, enc, unsafe.Pointer(table), dst, src, nonce, aad, tag)
}

func openFusedVAES(rounds int, enc *[15][16]byte, table *[416]byte, dst, src, nonce, aad []byte, tag *[16]byte) {
	if len(nonce) == 12 && len(src)+len(aad) <= fusedPart {
		gcmOpenVAES(rounds, enc, table, unsafe.SliceData(dst), unsafe.SliceData(src), len(src), unsafe.SliceData(nonce), unsafe.SliceData(aad), len(aad), tag, nil)
		return
	}
	fusedVAES.parts(false, rounds, enc, unsafe.Pointer(table), dst, src, nonce, aad, tag)
}

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

func (k fusedKernel) hashBlocks(table unsafe.Pointer, acc *[16]byte, blocks []byte) {
	src, n := unsafe.SliceData(blocks), len(blocks)
	switch k {
	case fusedAESNI:
		ghashPCLMUL((*[224]byte)(table), acc, src, n)
	case fusedAESNIAVX:
		ghashPCLMULAVX((*[224]byte)(table), acc, src, n)
	case fusedVAES:
		ghashVPCLMUL((*[416]byte)(table), acc, src, n)
	}
}

func (k fusedKernel) part(seal bool, rounds int, enc *[15][16]byte, table unsafe.Pointer, dst, src []byte, tag *[16]byte, stream *[4][16]byte) {
	to, from, n := unsafe.SliceData(dst), unsafe.SliceData(src), len(src)
	switch {
	case k == fusedAESNI && seal:
		gcmSealAESNI(rounds, enc, (*[224]byte)(table), to, from, n, nil, nil, 0, tag, stream)
	case k == fusedAESNI:
		gcmOpenAESNI(rounds, enc, (*[224]byte)(table), to, from, n, nil, nil, 0, tag, stream)
	case k == fusedAESNIAVX && seal:
		gcmSealAESNIAVX(rounds, enc, (*[224]byte)(table), to, from, n, nil, nil, 0, tag, stream)
	case k == fusedAESNIAVX:
		gcmOpenAESNIAVX(rounds, enc, (*[224]byte)(table), to, from, n, nil, nil, 0, tag, stream)
	case k == fusedVAES && seal:
		gcmSealVAES(rounds, enc, (*[416]byte)(table), to, from, n, nil, nil, 0, tag, stream)
	case k == fusedVAES:
		gcmOpenVAES(rounds, enc, (*[416]byte)(table), to, from, n, nil, nil, 0, tag, stream)
	}
}
