package aes

import (
	"crypto/cipher"
	"crypto/fips140"
)

// A cbcMode is a key and the chaining value: the initialization vector, later
// the last block of ciphertext.
type cbcMode struct {
	b  *Block
	iv [BlockSize]byte
}

type (
	cbcEncrypter struct{ cbcMode }
	cbcDecrypter struct{ cbcMode }
)

// Protocol stacks look for SetIV by a type assertion.
type cbcIVSetter interface {
	cipher.BlockMode
	SetIV(iv []byte)
}

var (
	_ cbcIVSetter = (*cbcEncrypter)(nil)
	_ cbcIVSetter = (*cbcDecrypter)(nil)
)

// NewCBCEncrypter returns a [cipher.BlockMode] that encrypts in cipher block
// chaining mode (SP 800-38A §6.2). It panics if iv is not b.BlockSize() long,
// 16 bytes for AES. The result has a method SetIV([]byte), which starts
// another message under the same key, and panics in the same case. Its
// CryptBlocks panics if src is not a whole number of blocks, if dst is shorter
// than src, or if the two overlap without being the same.
//
// CBC authenticates nothing, its initialization vector must be unpredictable,
// and a receiver that tells bad padding from other errors decrypts for its
// attacker. Padding is left to the caller. Use it where a protocol demands it.
//
// A Block that is not a *[Block] is handed to [cipher.NewCBCEncrypter].
func NewCBCEncrypter(b cipher.Block, iv []byte) cipher.BlockMode {
	if b, ok := b.(*Block); ok {
		return b.NewCBCEncrypter(iv)
	}
	return cipher.NewCBCEncrypter(b, iv)
}

// NewCBCDecrypter returns a [cipher.BlockMode] that undoes [NewCBCEncrypter]
// (SP 800-38A §6.2), many blocks at a time. It and its methods panic, and it has
// SetIV, as there.
func NewCBCDecrypter(b cipher.Block, iv []byte) cipher.BlockMode {
	if b, ok := b.(*Block); ok {
		return b.NewCBCDecrypter(iv)
	}
	return cipher.NewCBCDecrypter(b, iv)
}

// NewCBCEncrypter is the function [NewCBCEncrypter] for this key; crypto/cipher
// looks for it under this name.
func (b *Block) NewCBCEncrypter(iv []byte) cipher.BlockMode {
	return &cbcEncrypter{newCBC(b, iv, "cipher.NewCBCEncrypter: IV length must equal block size")}
}

// NewCBCDecrypter is the function [NewCBCDecrypter] for this key; crypto/cipher
// looks for it under this name.
func (b *Block) NewCBCDecrypter(iv []byte) cipher.BlockMode {
	return &cbcDecrypter{newCBC(b, iv, "cipher.NewCBCDecrypter: IV length must equal block size")}
}

func newCBC(b *Block, iv []byte, badIV string) cbcMode {
	b.check()
	if len(iv) != BlockSize {
		panic(badIV)
	}
	if fips140.Enforced() {
		panic("aes: CBC outside the Go Cryptographic Module is not allowed in FIPS 140-only mode")
	}
	return cbcMode{b, [BlockSize]byte(iv)}
}

// BlockSize returns the size of a block in bytes, 16.
func (c *cbcMode) BlockSize() int { return BlockSize }

// SetIV starts another message. It panics if iv is not 16 bytes long.
func (c *cbcMode) SetIV(iv []byte) {
	if len(iv) != BlockSize {
		panic("cipher: incorrect length IV")
	}
	c.iv = [BlockSize]byte(iv)
}

// CryptBlocks encrypts the next blocks of the message.
func (c *cbcEncrypter) CryptBlocks(dst, src []byte) {
	if !wholeBlocks(dst, src) {
		refuseBlocks(dst, src)
	}
	if len(src) > 0 {
		cbcEncrypt(c.b, dst[:len(src)], src, &c.iv)
	}
}

// CryptBlocks decrypts the next blocks of the message.
func (c *cbcDecrypter) CryptBlocks(dst, src []byte) {
	if !wholeBlocks(dst, src) {
		refuseBlocks(dst, src)
	}
	if len(src) > 0 {
		cbcDecrypt(c.b, dst[:len(src)], src, &c.iv)
	}
}
