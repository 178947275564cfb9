//go:build !gc || purego || !(amd64 || arm64)

package aes

import "vpaes.example/aes/internal/kernel"

// This build has no assembly.

func newKey(c kernel.Cipher, key []byte) *Block { return newKeyGo(c, key) }

func encryptBlocks(b *Block, dst, src []byte) { encryptBlocksGo(b, dst, src) }

func decryptBlocks(b *Block, dst, src []byte) { decryptBlocksGo(b, dst, src) }

func ctr(b *Block, dst, src []byte, hi, lo uint64) { ctrGo(b, dst, src, hi, lo) }

func cbcEncrypt(b *Block, dst, src []byte, iv *[BlockSize]byte) { cbcEncryptGo(b, dst, src, iv) }

func cbcDecrypt(b *Block, dst, src []byte, iv *[BlockSize]byte) { cbcDecryptGo(b, dst, src, iv) }

func newGCM(b *Block) *GCM {
	var h [BlockSize]byte
	encryptBlocks(b, h[:], h[:])
	return newGCMGo(b, &h)
}

func ghash(g *GCM, acc *[BlockSize]byte, data []byte) { ghashGo(g, acc, data) }

func gcmSealCall(g *GCM, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[BlockSize]byte, stream *[4][BlockSize]byte) {
	panic(unknown("fused cipher", uint8(g.b.cipher)))
}

func gcmOpenCall(g *GCM, dst, src *byte, n int, nonce, aad *byte, aadLen int, tag *[BlockSize]byte, stream *[4][BlockSize]byte) {
	panic(unknown("fused cipher", uint8(g.b.cipher)))
}
