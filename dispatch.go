package aes

import (
	"fmt"

	"vpaes.example/aes/internal/kernel"
)

// Every call of a kernel goes through the functions of the dispatch files. They
// come in two layers: the functions here, named …Go, know the kernels written
// in Go; newKey, encryptBlocks, decryptBlocks, ctr, cbcEncrypt and
// cbcDecrypt, and for GHASH newGCMOf and ghash, are in the file of the
// architecture, which adds its assembly. A switch over static calls costs
// nothing to speak of and lets buffers stay on the stack, which neither
// function values nor interfaces do.
//
// Arguments have been checked when they come here: dst and src are equally
// long, not empty, and the same or disjoint.

// A goroutine in assembly cannot be stopped, and a garbage collection waits for
// it. So one call handles at most this many bytes, some ten microseconds' work.
const (
	hardwarePart = 64 << 10 // with AES, or carry-less multiply, instructions
	softwarePart = 8 << 10  // without
)

// newKeyGo expands key for a kernel written in Go.
func newKeyGo(c kernel.Cipher, key []byte) *Block {
	switch c {
	case kernel.Generic:
		return newSlicedKey(key)
	case kernel.Std:
		return newStdKey(key)
	}
	panic(unknown("cipher", uint8(c)))
}

func encryptBlocksGo(b *Block, dst, src []byte) {
	switch b.cipher {
	case kernel.Generic:
		b.sliced().encryptBlocks(dst, src)
	case kernel.Std:
		b.std().encryptBlocks(dst, src)
	default:
		panic(unknown("cipher", uint8(b.cipher)))
	}
}

func decryptBlocksGo(b *Block, dst, src []byte) {
	switch b.cipher {
	case kernel.Generic:
		b.sliced().decryptBlocks(dst, src)
	case kernel.Std:
		b.std().decryptBlocks(dst, src)
	default:
		panic(unknown("cipher", uint8(b.cipher)))
	}
}

func ctrGo(b *Block, dst, src []byte, hi, lo uint64) {
	switch b.cipher {
	case kernel.Generic:
		b.sliced().ctr(dst, src, hi, lo)
	case kernel.Std:
		b.std().ctr(dst, src, hi, lo)
	default:
		panic(unknown("cipher", uint8(b.cipher)))
	}
}

func cbcEncryptGo(b *Block, dst, src []byte, iv *[BlockSize]byte) {
	switch b.cipher {
	case kernel.Generic:
		b.sliced().cbcEncrypt(dst, src, iv)
	case kernel.Std:
		b.std().cbcEncrypt(dst, src, iv)
	default:
		panic(unknown("cipher", uint8(b.cipher)))
	}
}

func cbcDecryptGo(b *Block, dst, src []byte, iv *[BlockSize]byte) {
	switch b.cipher {
	case kernel.Generic:
		b.sliced().cbcDecrypt(dst, src, iv)
	case kernel.Std:
		b.std().cbcDecrypt(dst, src, iv)
	default:
		panic(unknown("cipher", uint8(b.cipher)))
	}
}

// newGCM makes a GCM with the table for the hash key, the encryption of zeros
// (SP 800-38D §6.3), of which it leaves nothing on the stack.
func newGCM(b *Block) *GCM {
	var h [BlockSize]byte
	encryptBlocks(b, h[:], h[:])
	g := newGCMOf(b, &h)
	clear(h[:])
	return g
}

// newGCMGo makes the GCM of a hash written in Go, with its table for the hash
// key h.
func newGCMGo(b *Block, h *[BlockSize]byte) *GCM {
	switch b.hash {
	case kernel.GenericHash:
		return newGenericGCM(h)
	case kernel.StdHash:
		return newStdGCM(h)
	}
	panic(unknown("hash", uint8(b.hash)))
}

// ghashGo sets acc to (acc ⊕ X₁)·H, and so on for all blocks X of data
// (SP 800-38D §6.4).
func ghashGo(g *GCM, acc *[BlockSize]byte, data []byte) {
	switch g.b.hash {
	case kernel.GenericHash, kernel.StdHash:
		g.generic().table.ghash(acc, data)
	default:
		panic(unknown("hash", uint8(g.b.hash)))
	}
}

func unknown(kind string, n uint8) string {
	return fmt.Sprintf("aes: %s %d is not built into this program", kind, n)
}
