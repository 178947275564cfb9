//go:build gc && !purego

package aes

import (
	"unsafe"

	"vpaes.example/aes/internal/kernel"
)

// newKey expands key (FIPS 197 §5.2, and §5.3.5 for the inverse cipher).
func newKey(c kernel.Cipher, key []byte) *Block {
	switch c {
	case kernel.VAES, kernel.AESNIAVX:
		k := newExpandedKey(key, hardwarePart)
		expandKeyAESNIAVX(int(k.rounds), &key[0], &k.enc, &k.dec)
		return &k.Block
	case kernel.AESNI:
		k := newExpandedKey(key, hardwarePart)
		expandKeyAESNI(int(k.rounds), &key[0], &k.enc, &k.dec)
		return &k.Block
	case kernel.VPAESAVX2, kernel.VPAESAVX:
		k := newExpandedKey(key, softwarePart)
		expandKeyVPAVX(int(k.rounds), &key[0], &k.enc, &k.dec)
		return &k.Block
	case kernel.VPAESSSSE3:
		k := newExpandedKey(key, softwarePart)
		expandKeySSSE3(int(k.rounds), &key[0], &k.enc, &k.dec)
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
	case kernel.VAES:
		encryptBlocksVAES(rounds, &k.enc, d, s, len(src))
	case kernel.AESNIAVX:
		encryptBlocksAESNIAVX(rounds, &k.enc, d, s, len(src))
	case kernel.AESNI:
		encryptBlocksAESNI(rounds, &k.enc, d, s, len(src))
	case kernel.VPAESAVX2:
		encryptBlocksVPAVX2(rounds, &k.enc, d, s, len(src))
	case kernel.VPAESAVX:
		encryptBlocksVPAVX(rounds, &k.enc, d, s, len(src))
	case kernel.VPAESSSSE3:
		encryptBlocksSSSE3(rounds, &k.enc, d, s, len(src))
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
	case kernel.VAES:
		decryptBlocksVAES(rounds, &k.dec, d, s, len(src))
	case kernel.AESNIAVX:
		decryptBlocksAESNIAVX(rounds, &k.dec, d, s, len(src))
	case kernel.AESNI:
		decryptBlocksAESNI(rounds, &k.dec, d, s, len(src))
	case kernel.VPAESAVX2:
		decryptBlocksVPAVX2(rounds, &k.dec, d, s, len(src))
	case kernel.VPAESAVX:
		decryptBlocksVPAVX(rounds, &k.dec, d, s, len(src))
	case kernel.VPAESSSSE3:
		decryptBlocksSSSE3(rounds, &k.dec, d, s, len(src))
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
	case kernel.VAES:
		ctrVAES(rounds, &k.enc, d, s, len(src), hi, lo)
	case kernel.AESNIAVX:
		ctrAESNIAVX(rounds, &k.enc, d, s, len(src), hi, lo)
	case kernel.AESNI:
		ctrAESNI(rounds, &k.enc, d, s, len(src), hi, lo)
	case kernel.VPAESAVX2:
		ctrVPAVX2(rounds, &k.enc, d, s, len(src), hi, lo)
	case kernel.VPAESAVX:
		ctrVPAVX(rounds, &k.enc, d, s, len(src), hi, lo)
	case kernel.VPAESSSSE3:
		ctrSSSE3(rounds, &k.enc, d, s, len(src), hi, lo)
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
	case kernel.VAES, kernel.AESNIAVX:
		cbcEncryptAESNIAVX(rounds, &k.enc, d, s, len(src), iv)
	case kernel.AESNI:
		cbcEncryptAESNI(rounds, &k.enc, d, s, len(src), iv)
	case kernel.VPAESAVX2, kernel.VPAESAVX:
		cbcEncryptVPAVX(rounds, &k.enc, d, s, len(src), iv)
	case kernel.VPAESSSSE3:
		cbcEncryptSSSE3(rounds, &k.enc, d, s, len(src), iv)
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
	case kernel.VAES:
		cbcDecryptVAES(rounds, &k.dec, d, s, len(src), iv)
	case kernel.AESNIAVX:
		cbcDecryptAESNIAVX(rounds, &k.dec, d, s, len(src), iv)
	case kernel.AESNI:
		cbcDecryptAESNI(rounds, &k.dec, d, s, len(src), iv)
	case kernel.VPAESAVX2:
		cbcDecryptVPAVX2(rounds, &k.dec, d, s, len(src), iv)
	case kernel.VPAESAVX:
		cbcDecryptVPAVX(rounds, &k.dec, d, s, len(src), iv)
	case kernel.VPAESSSSE3:
		cbcDecryptSSSE3(rounds, &k.dec, d, s, len(src), iv)
	default:
		cbcDecryptGo(b, dst, src, iv)
	}
}

// The tables of the hash keys. Those of powers lie so that no register that is
// read from them lies across two cache lines.
type (
	pclmulGCM struct {
		GCM
		_     [64 - unsafe.Sizeof(GCM{})]byte
		table [224]byte
	}
	vpclmulGCM struct {
		GCM
		_     [64 - unsafe.Sizeof(GCM{})]byte
		table [416]byte
	}
	shuffleGCM struct {
		GCM
		table [4][16][16]byte
	}
)

func (g *GCM) pclmul() *pclmulGCM   { return (*pclmulGCM)(unsafe.Pointer(g)) }
func (g *GCM) vpclmul() *vpclmulGCM { return (*vpclmulGCM)(unsafe.Pointer(g)) }
func (g *GCM) shuffle() *shuffleGCM { return (*shuffleGCM)(unsafe.Pointer(g)) }

// newGCM makes a GCM with the table for the hash key, the encryption of zeros.
func newGCM(b *Block) *GCM {
	var h [BlockSize]byte
	encryptBlocks(b, h[:], h[:])
	switch b.hash {
	case kernel.VPCLMUL:
		g := new(vpclmulGCM)
		g.part = hardwarePart
		ghashInitVPCLMUL(&g.table, &h)
		return &g.GCM
	case kernel.PCLMULAVX:
		g := new(pclmulGCM)
		g.part = hardwarePart
		ghashInitPCLMULAVX(&g.table, &h)
		return &g.GCM
	case kernel.PCLMUL:
		g := new(pclmulGCM)
		g.part = hardwarePart
		ghashInitPCLMUL(&g.table, &h)
		return &g.GCM
	case kernel.GHASHAVX2:
		g := new(shuffleGCM)
		g.part = softwarePart
		ghashInitVPAVX2(&g.table, &h)
		return &g.GCM
	case kernel.GHASHSSSE3:
		g := new(shuffleGCM)
		g.part = softwarePart
		ghashInitSSSE3(&g.table, &h)
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
	case kernel.VPCLMUL:
		ghashVPCLMUL(&g.vpclmul().table, acc, p, len(data))
	case kernel.PCLMULAVX:
		ghashPCLMULAVX(&g.pclmul().table, acc, p, len(data))
	case kernel.PCLMUL:
		ghashPCLMUL(&g.pclmul().table, acc, p, len(data))
	case kernel.GHASHAVX2:
		ghashVPAVX2(&g.shuffle().table, acc, p, len(data))
	case kernel.GHASHSSSE3:
		ghashSSSE3(&g.shuffle().table, acc, p, len(data))
	default:
		ghashGo(g, acc, data)
	}
}

// gcmSealCall and gcmOpenCall make one call of the kernel that does all of GCM
// for the pair of g.

func gcmSealCall(g *GCM, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[BlockSize]byte, stream *[4][BlockSize]byte) {
	k, rounds := g.b.expanded(), int(g.b.rounds)
	switch g.b.cipher {
	case kernel.VAES:
		gcmSealVAES(rounds, &k.enc, &g.vpclmul().table, dst, src, n, nonce, aad, aadLen, tag, stream)
	case kernel.AESNIAVX:
		gcmSealAESNIAVX(rounds, &k.enc, &g.pclmul().table, dst, src, n, nonce, aad, aadLen, tag, stream)
	case kernel.AESNI:
		gcmSealAESNI(rounds, &k.enc, &g.pclmul().table, dst, src, n, nonce, aad, aadLen, tag, stream)
	default:
		panic(unknown("fused cipher", uint8(g.b.cipher)))
	}
}

func gcmOpenCall(g *GCM, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[BlockSize]byte, stream *[4][BlockSize]byte) {
	k, rounds := g.b.expanded(), int(g.b.rounds)
	switch g.b.cipher {
	case kernel.VAES:
		gcmOpenVAES(rounds, &k.enc, &g.vpclmul().table, dst, src, n, nonce, aad, aadLen, tag, stream)
	case kernel.AESNIAVX:
		gcmOpenAESNIAVX(rounds, &k.enc, &g.pclmul().table, dst, src, n, nonce, aad, aadLen, tag, stream)
	case kernel.AESNI:
		gcmOpenAESNI(rounds, &k.enc, &g.pclmul().table, dst, src, n, nonce, aad, aadLen, tag, stream)
	default:
		panic(unknown("fused cipher", uint8(g.b.cipher)))
	}
}
