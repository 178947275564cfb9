package aes

import (
	stdaes "crypto/aes"
	"crypto/cipher"
	"unsafe"

	"vpaes.example/aes/internal/alias"
	"vpaes.example/aes/internal/kernel"
)

// BlockSize is the size of an AES block in bytes (FIPS 197 §3.4).
const BlockSize = 16

// KeySizeError is the error of [New] and [NewCipher] for a key that is not 16,
// 24 or 32 bytes long; its value is the length. It is crypto/aes's own type, so
// errors.As finds it under either name.
type KeySizeError = stdaes.KeySizeError

// maxRounds is the number of rounds of AES-256.
const maxRounds = 14

// Block is an AES key, ready for use. It is made by [New] or [NewCipher] and
// may be used by many goroutines at once. The zero value, and a copy of
// another Block's value, panic when they are used.
//
// It implements [cipher.Block], and has the methods that crypto/cipher looks
// for, so that cipher.NewCTR, cipher.NewCBCEncrypter, cipher.NewCBCDecrypter
// and the constructors of GCM there use the implementations of this package.
//
// A single block is not a way to encrypt messages: equal blocks give equal
// results, and nothing is authenticated. Use [NewGCM] unless a protocol
// prescribes another mode.
type Block struct {
	// self is the address of the Block itself. The schedule lies behind the
	// header, in memory that a copy of the header does not have. It is no pointer,
	// so that the garbage collector need not scan keys.
	self   uintptr
	cipher kernel.Cipher
	hash   kernel.Hash // what GCM over this key uses
	rounds uint8
	// buffers says that this is the header of a bufferedKey.
	buffers bool
	part    int // the most bytes that one call of an assembly kernel may handle
}

// These are the methods that crypto/cipher looks for.
var _ interface {
	cipher.Block
	NewCTR(iv []byte) cipher.Stream
	NewCBCEncrypter(iv []byte) cipher.BlockMode
	NewCBCDecrypter(iv []byte) cipher.BlockMode
	NewGCM(nonceSize, tagSize int) (cipher.AEAD, error)
} = (*Block)(nil)

// NewCipher is [New] with crypto/aes's signature. The dynamic type of the
// result is *[Block].
func NewCipher(key []byte) (cipher.Block, error) {
	b, err := New(key)
	if err != nil {
		return nil, err // not b, which would be a nil *Block in an interface
	}
	return b, nil
}

// New returns the Block for a key of 16, 24 or 32 bytes, which selects AES-128,
// AES-192 or AES-256 (FIPS 197 §5). The key is not kept; the round keys made of
// it are. A key of any other length gives a [KeySizeError].
//
//go:noinline
func New(key []byte) (*Block, error) {
	switch len(key) {
	case 16, 24, 32:
	default:
		return nil, KeySizeError(len(key))
	}
	c, h := kernel.Current()
	b := newKey(c, key)
	b.self, b.cipher, b.hash = b.address(), c, h
	return b, nil
}

// address is what self must be. It stays the same, as New puts Blocks on the heap.
func (b *Block) address() uintptr { return uintptr(unsafe.Pointer(b)) }

// check panics unless b was made by New.
func (b *Block) check() {
	if b.self != b.address() {
		panic("aes: Block not made by New, or a copy of one")
	}
}

// BlockSize returns [BlockSize], 16.
func (b *Block) BlockSize() int { return BlockSize }

// Encrypt encrypts the first block of src into dst (FIPS 197 §5.1). Both must
// hold at least 16 bytes, and those of the two must be the same or disjoint;
// else Encrypt panics.
func (b *Block) Encrypt(dst, src []byte) {
	if b.self != b.address() || len(src) < BlockSize || len(dst) < BlockSize ||
		alias.InexactBlock((*[BlockSize]byte)(dst), (*[BlockSize]byte)(src)) {
		b.refuseBlock(dst, src)
	}
	encryptBlocks(b, dst[:BlockSize], src[:BlockSize])
}

// Decrypt decrypts the first block of src into dst (FIPS 197 §5.3). It panics
// as Encrypt does.
func (b *Block) Decrypt(dst, src []byte) {
	if b.self != b.address() || len(src) < BlockSize || len(dst) < BlockSize ||
		alias.InexactBlock((*[BlockSize]byte)(dst), (*[BlockSize]byte)(src)) {
		b.refuseBlock(dst, src)
	}
	decryptBlocks(b, dst[:BlockSize], src[:BlockSize])
}

// EncryptBlocks encrypts src, block by block and each on its own, into dst. It
// is the electronic codebook of SP 800-38A §6.1, meant for authors of other
// modes, and as fast as this machine's parallel modes. It panics if src is not
// a whole number of blocks, if dst is shorter than src, or if the two overlap
// without being the same. Bytes of dst beyond len(src) are not touched.
func (b *Block) EncryptBlocks(dst, src []byte) {
	b.check()
	if !wholeBlocks(dst, src) {
		refuseBlocks(dst, src)
	}
	if len(src) > 0 {
		encryptBlocks(b, dst[:len(src)], src)
	}
}

// DecryptBlocks undoes [Block.EncryptBlocks], and panics as it does.
func (b *Block) DecryptBlocks(dst, src []byte) {
	b.check()
	if !wholeBlocks(dst, src) {
		refuseBlocks(dst, src)
	}
	if len(src) > 0 {
		decryptBlocks(b, dst[:len(src)], src)
	}
}

// Implementation names the implementations that this key uses, AES and GHASH:
// "vaes+vpclmul", say, or "generic+generic".
func (b *Block) Implementation() string {
	b.check()
	return kernel.Pair(b.cipher, b.hash)
}

// Implementation names the implementations that [New] chooses on this machine,
// as [Block.Implementation] does.
func Implementation() string { return kernel.Pair(kernel.Current()) }

// HardwareAccelerated reports whether both halves of AES-GCM run on
// instructions made for them, AES and carry-less multiply. Where they do not,
// a protocol that has the choice does better with ChaCha20-Poly1305.
func HardwareAccelerated() bool {
	c, h := kernel.Current()
	return c.Info().Hardware && h.Info().Hardware
}

// refuseBlock panics with what is wrong with the arguments of Encrypt or Decrypt.
// The refusals stand apart from the checks, which are inlined for speed.
func (b *Block) refuseBlock(dst, src []byte) {
	b.check()
	switch {
	case len(src) < BlockSize:
		panic("crypto/aes: input not full block")
	case len(dst) < BlockSize:
		panic("crypto/aes: output not full block")
	}
	panic("crypto/aes: invalid buffer overlap")
}

// wholeBlocks reports whether EncryptBlocks, DecryptBlocks and the two
// CryptBlocks accept their arguments.
func wholeBlocks(dst, src []byte) bool {
	return len(src)%BlockSize == 0 && len(dst) >= len(src) &&
		!alias.InexactBytes(unsafe.SliceData(dst), unsafe.SliceData(src), len(src))
}

// refuseBlocks panics with what is wrong with the arguments of those.
func refuseBlocks(dst, src []byte) {
	switch {
	case len(src)%BlockSize != 0:
		panic("crypto/cipher: input not full blocks")
	case len(dst) < len(src):
		panic("crypto/cipher: output smaller than input")
	}
	panic("crypto/cipher: invalid buffer overlap")
}
