//go:build gc && !purego

package aes

import "unsafe"

const (
	fusedARMCE fusedKernel = iota
	fusedARMCEEOR3
)

// The functions seal… encrypt src to dst, which is as long, and open… decrypt;
// both set tag to the whole tag that belongs to the message.

func sealFusedARMCE(rounds int, enc *[15][16]byte, table *[224]byte, dst, src, nonce, aad []byte, tag *[16]byte) {
	if len(nonce) == 12 && len(src)+len(aad) <= fusedPart {
		gcmSealARMCE(rounds, enc, table, unsafe.SliceData(dst), unsafe.SliceData(src), len(src), unsafe.SliceData(nonce), unsafe.SliceData(aad), len(aad), tag, nil)
		return
	}
	fusedARMCE.parts(true, rounds, enc, unsafe.Pointer(table), dst, src, nonce, aad, tag)
}

func openFusedARMCE(rounds int, enc *[15][16]byte, table *[224]byte, dst, src, nonce, aad []byte, tag *[16]byte) {
	if len(nonce) == 12 && len(src)+len(aad) <= fusedPart {
		gcmOpenARMCE(rounds, enc, table, unsafe.SliceData(dst), unsafe.SliceData(src), len(src), unsafe.SliceData(nonce), unsafe.SliceData(aad), len(aad), tag, nil)
		return
	}
	fusedARMCE.parts(false, rounds, enc, unsafe.Pointer(table), dst, src, nonce, aad, tag)
}

func sealFusedARMCEEOR3(rounds int, enc *[15][16]byte, table *[224]byte, dst, src, nonce, aad []byte, tag *[16]byte) {
	if len(nonce) == 12 && len(src)+len(aad) <= fusedPart {
		gcmSealARMCEEOR3(rounds, enc, table, unsafe.SliceData(dst), unsafe.SliceData(src), len(src), unsafe.SliceData(nonce), unsafe.SliceData(aad), len(aad), tag, nil)
		return
	}
	fusedARMCEEOR3.parts(true, rounds, enc, unsafe.Pointer(table), dst, src, nonce, aad, tag)
}

func openFusedARMCEEOR3(rounds int, enc *[15][16]byte, table *[224]byte, dst, src, nonce, aad []byte, tag *[16]byte) {
	if len(nonce) == 12 && len(src)+len(aad) <= fusedPart {
		gcmOpenARMCEEOR3(rounds, enc, table, unsafe.SliceData(dst), unsafe.SliceData(src), len(src), unsafe.SliceData(nonce), unsafe.SliceData(aad), len(aad), tag, nil)
		return
	}
	fusedARMCEEOR3.parts(false, rounds, enc, unsafe.Pointer(table), dst, src, nonce, aad, tag)
}

func (k fusedKernel) hashBlocks(table unsafe.Pointer, acc *[16]byte, blocks []byte) {
	src, n := unsafe.SliceData(blocks), len(blocks)
	switch k {
	case fusedARMCE:
		ghashPMULL((*[224]byte)(table), acc, src, n)
	case fusedARMCEEOR3:
		ghashPMULLEOR3((*[224]byte)(table), acc, src, n)
	}
}

func (k fusedKernel) part(seal bool, rounds int, enc *[15][16]byte, table unsafe.Pointer, dst, src []byte, tag *[16]byte, stream *[4][16]byte) {
	to, from, n := unsafe.SliceData(dst), unsafe.SliceData(src), len(src)
	switch {
	case k == fusedARMCE && seal:
		gcmSealARMCE(rounds, enc, (*[224]byte)(table), to, from, n, nil, nil, 0, tag, stream)
	case k == fusedARMCE:
		gcmOpenARMCE(rounds, enc, (*[224]byte)(table), to, from, n, nil, nil, 0, tag, stream)
	case k == fusedARMCEEOR3 && seal:
		gcmSealARMCEEOR3(rounds, enc, (*[224]byte)(table), to, from, n, nil, nil, 0, tag, stream)
	case k == fusedARMCEEOR3:
		gcmOpenARMCEEOR3(rounds, enc, (*[224]byte)(table), to, from, n, nil, nil, 0, tag, stream)
	}
}
