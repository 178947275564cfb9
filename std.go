//go:build (s390x || ppc64 || ppc64le) && gc && !purego

package aes

import (
	stdaes "crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"unsafe"

	"vpaes.example/aes/internal/kernel"
)

// Kernel std is the standard library's AES, for machines on which that is
// constant-time and runs on instructions for which this package has no assembly.
// What crypto/cipher does not offer is built on its pieces, with the GHASH
// written in Go.

// stdKey is the key of kernel std.
type stdKey struct {
	Block
	block cipher.Block
}

func (b *Block) std() *stdKey { return (*stdKey)(unsafe.Pointer(b)) }

func newStdKey(key []byte) *Block {
	block, err := stdaes.NewCipher(key)
	if err != nil {
		panic(err) // New has checked the length
	}
	return &(&stdKey{block: block}).Block
}

// hide keeps a slice from escaping through the methods of an interface: those
// of crypto/aes and crypto/cipher do not keep their arguments. Without it, every
// buffer on a stack that might come here would move to the heap, whatever the
// kernel. A stack is not moved between these two lines, as they call nothing.
func hide(b []byte) []byte {
	p := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&p)), len(b))
}

func (k *stdKey) encryptBlocks(dst, src []byte) {
	out, in := hide(dst), hide(src)
	for i := 0; i < len(in); i += BlockSize {
		k.block.Encrypt(out[i:], in[i:])
	}
}

func (k *stdKey) decryptBlocks(dst, src []byte) {
	out, in := hide(dst), hide(src)
	for i := 0; i < len(in); i += BlockSize {
		k.block.Decrypt(out[i:], in[i:])
	}
}

func (k *stdKey) ctr(dst, src []byte, hi, lo uint64) {
	var iv [BlockSize]byte
	binary.BigEndian.PutUint64(iv[:], hi)
	binary.BigEndian.PutUint64(iv[8:], lo)
	cipher.NewCTR(k.block, hide(iv[:])).XORKeyStream(hide(dst), hide(src))
}

func (k *stdKey) cbcEncrypt(dst, src []byte, iv *[BlockSize]byte) {
	cipher.NewCBCEncrypter(k.block, hide(iv[:])).CryptBlocks(hide(dst), hide(src))
	copy(iv[:], dst[len(dst)-BlockSize:])
}

func (k *stdKey) cbcDecrypt(dst, src []byte, iv *[BlockSize]byte) {
	last := [BlockSize]byte(src[len(src)-BlockSize:])
	cipher.NewCBCDecrypter(k.block, hide(iv[:])).CryptBlocks(hide(dst), hide(src))
	*iv = last
}

// stdGCM is the GCM of hash std: crypto/cipher's where it has one with these
// sizes, besides a generic one for the rest.
type stdGCM struct {
	genericGCM
	aead cipher.AEAD
}

func newStdGCM(h *[BlockSize]byte) *GCM {
	g := new(stdGCM)
	g.table.init(h)
	return &g.GCM
}

// useStd takes crypto/cipher's GCM into use, if both halves are to be std's and
// one of the sizes is the default.
func (g *GCM) useStd() {
	if g.b.cipher != kernel.Std || g.b.hash != kernel.StdHash {
		return
	}
	var aead cipher.AEAD
	var err error
	switch {
	case g.tagSize == gcmTagSize:
		aead, err = cipher.NewGCMWithNonceSize(g.b.std().block, g.nonceSize)
	case g.nonceSize == gcmStandardNonceSize:
		aead, err = cipher.NewGCMWithTagSize(g.b.std().block, g.tagSize)
	}
	if err != nil {
		panic(err) // Block.GCM has checked the sizes
	}
	(*stdGCM)(unsafe.Pointer(g)).aead = aead
}

// usesStd reports whether Seal and Open are to be crypto/cipher's.
func (g *GCM) usesStd() bool {
	return g.b.hash == kernel.StdHash && (*stdGCM)(unsafe.Pointer(g)).aead != nil
}

// sealStd seals into out, which has room for the ciphertext and the tag.
func (g *GCM) sealStd(out, nonce, plaintext, additionalData []byte) {
	aead := (*stdGCM)(unsafe.Pointer(g)).aead
	aead.Seal(hide(out)[:0], hide(nonce), hide(plaintext), hide(additionalData))
}

// openStd opens into out, which has room for the plaintext, and reports whether
// the tag was right.
func (g *GCM) openStd(out, nonce, ciphertext, additionalData []byte) bool {
	aead := (*stdGCM)(unsafe.Pointer(g)).aead
	_, err := aead.Open(hide(out)[:0], hide(nonce), hide(ciphertext), hide(additionalData))
	return err == nil
}
