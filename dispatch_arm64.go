//go:build gc && !purego

package aes

import (
	"unsafe"

	"vpaes.example/aes/internal/kernel"
)

// newKey expands key (FIPS 197 §5.2, and §5.3.5 for the inverse cipher).
func newKey(c kernel.Cipher, key []byte) *Block {
	switch c {
	case kernel.ARMCE:
		k := newExpandedKey(key, hardwarePart)
		expandKeyARMCE(int(k.rounds), &key[0], &k.enc, &k.dec)
		return &k.Block
	case kernel.VPAESNEON:
		k := newExpandedKey(key, softwarePart)
		expandKeyNEON(int(k.rounds), &key[0], &k.enc, &k.dec)
		return &k.Block
	}
	return newKeyGo(c, key)
}

func encryptBlocks(b *Block, dst, src []byte) {
	for len(src) > b.part {
		encryptBlocks(b, dst[:b.part], src[:b.part])
		dst, src = dst[b.part:], src[b.part:]
	}
	k, rounds, d, s := b.expanded(), int(b.rounds), unsafe.SliceData(dst), unsafe.SliceData(src)
	switch b.cipher {
	case kernel.ARMCE:
		encryptBlocksARMCE(rounds, &k.enc, d, s, len(src))
	case kernel.VPAESNEON:
		encryptBlocksNEON(rounds, &k.enc, d, s, len(src))
	default:
		encryptBlocksGo(b, dst, src)
	}
}

func decryptBlocks(b *Block, dst, src []byte) {
	for len(src) > b.part {
		decryptBlocks(b, dst[:b.part], src[:b.part])
		dst, src = dst[b.part:], src[b.part:]
	}
	k, rounds, d, s := b.expanded(), int(b.rounds), unsafe.SliceData(dst), unsafe.SliceData(src)
	switch b.cipher {
	case kernel.ARMCE:
		decryptBlocksARMCE(rounds, &k.dec, d, s, len(src))
	case kernel.VPAESNEON:
		decryptBlocksNEON(rounds, &k.dec, d, s, len(src))
	default:
		decryptBlocksGo(b, dst, src)
	}
}

func ctr(b *Block, dst, src []byte, hi, lo uint64) {
	for len(src) > b.part {
		ctr(b, dst[:b.part], src[:b.part], hi, lo)
		dst, src = dst[b.part:], src[b.part:]
		hi, lo = add128(hi, lo, uint64(b.part/BlockSize))
	}
	k, rounds, d, s := b.expanded(), int(b.rounds), unsafe.SliceData(dst), unsafe.SliceData(src)
	switch b.cipher {
	case kernel.ARMCE:
		ctrARMCE(rounds, &k.enc, d, s, len(src), hi, lo)
	case kernel.VPAESNEON:
		ctrNEON(rounds, &k.enc, d, s, len(src), hi, lo)
	default:
		ctrGo(b, dst, src, hi, lo)
	}
}

func cbcEncrypt(b *Block, dst, src []byte, iv *[BlockSize]byte) {
	for len(src) > b.part {
		cbcEncrypt(b, dst[:b.part], src[:b.part], iv)
		dst, src = dst[b.part:], src[b.part:]
	}
	k, rounds, d, s := b.expanded(), int(b.rounds), unsafe.SliceData(dst), unsafe.SliceData(src)
	switch b.cipher {
	case kernel.ARMCE:
		cbcEncryptARMCE(rounds, &k.enc, d, s, len(src), iv)
	case kernel.VPAESNEON:
		cbcEncryptNEON(rounds, &k.enc, d, s, len(src), iv)
	default:
		cbcEncryptGo(b, dst, src, iv)
	}
}

func cbcDecrypt(b *Block, dst, src []byte, iv *[BlockSize]byte) {
	for len(src) > b.part {
		cbcDecrypt(b, dst[:b.part], src[:b.part], iv)
		dst, src = dst[b.part:], src[b.part:]
	}
	k, rounds, d, s := b.expanded(), int(b.rounds), unsafe.SliceData(dst), unsafe.SliceData(src)
	switch b.cipher {
	case kernel.ARMCE:
		cbcDecryptARMCE(rounds, &k.dec, d, s, len(src), iv)
	case kernel.VPAESNEON:
		cbcDecryptNEON(rounds, &k.dec, d, s, len(src), iv)
	default:
		cbcDecryptGo(b, dst, src, iv)
	}
}

// The tables of the hash keys. Both forms on carry-less multiply use the same.
type (
	pmullGCM struct {
		GCM
		table [512]byte
	}
	neonGCM struct {
		GCM
		table [60][16]byte
	}
)

func (g *GCM) pmull() *pmullGCM { return (*pmullGCM)(unsafe.Pointer(g)) }
func (g *GCM) neon() *neonGCM   { return (*neonGCM)(unsafe.Pointer(g)) }

// newGCM makes a GCM with the table for the hash key, the encryption of zeros.
func newGCM(b *Block) *GCM {
	var h [BlockSize]byte
	encryptBlocks(b, h[:], h[:])
	switch b.hash {
	case kernel.PMULLEOR3, kernel.PMULL:
		g := new(pmullGCM)
		g.part = hardwarePart
		ghashInitPMULL(&g.table, &h)
		return &g.GCM
	case kernel.GHASHNEON:
		g := new(neonGCM)
		g.part = softwarePart
		ghashInitNEON(&g.table, &h)
		return &g.GCM
	}
	return newGCMGo(b, &h)
}

func ghash(g *GCM, acc *[BlockSize]byte, data []byte) {
	for len(data) > g.part {
		ghash(g, acc, data[:g.part])
		data = data[g.part:]
	}
	p := unsafe.SliceData(data)
	switch g.b.hash {
	case kernel.PMULLEOR3:
		ghashPMULLEOR3(&g.pmull().table, acc, p, len(data))
	case kernel.PMULL:
		ghashPMULL(&g.pmull().table, acc, p, len(data))
	case kernel.GHASHNEON:
		ghashNEON(&g.neon().table, acc, p, len(data))
	default:
		ghashGo(g, acc, data)
	}
}

// gcmSealCall and gcmOpenCall make one call of the kernel that does all of GCM
// for the pair of g, whose cipher is ARMCE.

func gcmSealCall(g *GCM, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[BlockSize]byte, stream *[4][BlockSize]byte) {
	k, t, rounds := g.b.expanded(), &g.pmull().table, int(g.b.rounds)
	switch g.b.hash {
	case kernel.PMULL:
		gcmSealARMCE(rounds, &k.enc, t, dst, src, n, nonce, aad, aadLen, tag, stream)
	case kernel.PMULLEOR3:
		gcmSealARMCEEOR3(rounds, &k.enc, t, dst, src, n, nonce, aad, aadLen, tag, stream)
	default:
		panic(unknown("fused hash", uint8(g.b.hash)))
	}
}

func gcmOpenCall(g *GCM, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[BlockSize]byte, stream *[4][BlockSize]byte) {
	k, t, rounds := g.b.expanded(), &g.pmull().table, int(g.b.rounds)
	switch g.b.hash {
	case kernel.PMULL:
		gcmOpenARMCE(rounds, &k.enc, t, dst, src, n, nonce, aad, aadLen, tag, stream)
	case kernel.PMULLEOR3:
		gcmOpenARMCEEOR3(rounds, &k.enc, t, dst, src, n, nonce, aad, aadLen, tag, stream)
	default:
		panic(unknown("fused hash", uint8(g.b.hash)))
	}
}
