// Package modes has what there is to measure: the operations of AES and its
// modes, called as a program calls them, on package aes or on the standard
// library. The benchmarks and cmd/aesspeed share it, so that their figures mean
// the same.
package modes

import (
	stdaes "crypto/aes"
	"crypto/cipher"

	"vpaes.example/aes"
)

// A Library is AES and its modes under the names of crypto/aes and crypto/cipher.
type Library struct {
	NewCipher       func(key []byte) (cipher.Block, error)
	NewCTR          func(b cipher.Block, iv []byte) cipher.Stream
	NewCBCEncrypter func(b cipher.Block, iv []byte) cipher.BlockMode
	NewCBCDecrypter func(b cipher.Block, iv []byte) cipher.BlockMode
	NewGCM          func(b cipher.Block) (cipher.AEAD, error)
	// Many blocks, each on its own.
	EncryptBlocks func(b cipher.Block, dst, src []byte)
	DecryptBlocks func(b cipher.Block, dst, src []byte)
}

// Ours is package aes, on the kernel that is chosen or forced when an operation
// is prepared or, if it makes keys, run.
var Ours = Library{
	NewCipher:       aes.NewCipher,
	NewCTR:          aes.NewCTR,
	NewCBCEncrypter: aes.NewCBCEncrypter,
	NewCBCDecrypter: aes.NewCBCDecrypter,
	NewGCM:          aes.NewGCM,
	EncryptBlocks:   func(b cipher.Block, dst, src []byte) { b.(*aes.Block).EncryptBlocks(dst, src) },
	DecryptBlocks:   func(b cipher.Block, dst, src []byte) { b.(*aes.Block).DecryptBlocks(dst, src) },
}

// Standard is crypto/aes and crypto/cipher.
var Standard = Library{
	NewCipher:       stdaes.NewCipher,
	NewCTR:          cipher.NewCTR,
	NewCBCEncrypter: cipher.NewCBCEncrypter,
	NewCBCDecrypter: cipher.NewCBCDecrypter,
	NewGCM:          cipher.NewGCM,
	EncryptBlocks:   encryptEach,
	DecryptBlocks:   decryptEach,
}

func encryptEach(b cipher.Block, dst, src []byte) {
	for i := 0; i < len(src); i += aes.BlockSize {
		b.Encrypt(dst[i:], src[i:])
	}
}

func decryptEach(b cipher.Block, dst, src []byte) {
	for i := 0; i < len(src); i += aes.BlockSize {
		b.Decrypt(dst[i:], src[i:])
	}
}
