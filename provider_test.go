package aes

import (
	stdaes "crypto/aes"
	"crypto/cipher"
	"fmt"
	"testing"
)

// A provider is the API that this package and the standard library share, so
// that one test can be put to both.
type provider struct {
	newCipher             func([]byte) (cipher.Block, error)
	newCTR                func(cipher.Block, []byte) cipher.Stream
	newCBCEncrypter       func(cipher.Block, []byte) cipher.BlockMode
	newCBCDecrypter       func(cipher.Block, []byte) cipher.BlockMode
	newGCM                func(cipher.Block) (cipher.AEAD, error)
	newGCMWithNonceSize   func(cipher.Block, int) (cipher.AEAD, error)
	newGCMWithTagSize     func(cipher.Block, int) (cipher.AEAD, error)
	newGCMWithRandomNonce func(cipher.Block) (cipher.AEAD, error)
}

var (
	ours = provider{NewCipher, NewCTR, NewCBCEncrypter, NewCBCDecrypter,
		NewGCM, NewGCMWithNonceSize, NewGCMWithTagSize, NewGCMWithRandomNonce}
	stdlib = provider{stdaes.NewCipher, cipher.NewCTR, cipher.NewCBCEncrypter, cipher.NewCBCDecrypter,
		cipher.NewGCM, cipher.NewGCMWithNonceSize, cipher.NewGCMWithTagSize, cipher.NewGCMWithRandomNonce}
	// mixed is how a program uses a Block of ours that it leaves to crypto/cipher.
	mixed = provider{NewCipher, cipher.NewCTR, cipher.NewCBCEncrypter, cipher.NewCBCDecrypter,
		cipher.NewGCM, cipher.NewGCMWithNonceSize, cipher.NewGCMWithTagSize, nil}
)

// must returns v, which a constructor has made without an error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func mustNew(key []byte) *Block { return must(New(key)) }

func stdlibBlock(key []byte) cipher.Block { return must(stdaes.NewCipher(key)) }

// oracle is the standard library's GCM for any sizes, which crypto/cipher has
// only if one of them is the default: a short tag is the start of the long one.
type oracle struct {
	aead    cipher.AEAD
	tagSize int
}

func newOracle(key []byte, nonceSize, tagSize int) oracle {
	return oracle{must(cipher.NewGCMWithNonceSize(stdlibBlock(key), nonceSize)), tagSize}
}

func (o oracle) seal(nonce, plaintext, additionalData []byte) []byte {
	out := o.aead.Seal(nil, nonce, plaintext, additionalData)
	return out[:len(plaintext)+o.tagSize]
}

// stdlibCTR is the standard library's counter mode in one piece.
func stdlibCTR(key, iv, src []byte) []byte {
	dst := make([]byte, len(src))
	cipher.NewCTR(stdlibBlock(key), iv).XORKeyStream(dst, src)
	return dst
}

// stdlibCBC is the standard library's CBC in one piece, either way.
func stdlibCBC(mode func(cipher.Block, []byte) cipher.BlockMode, key, iv, src []byte) []byte {
	dst := make([]byte, len(src))
	mode(stdlibBlock(key), iv).CryptBlocks(dst, src)
	return dst
}

// panicText runs f and returns what it panics with, "" if it returns.
func panicText(f func()) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}

// mustPanic checks that f panics with text.
func mustPanic(t testing.TB, text string, f func()) {
	t.Helper()
	if got := panicText(f); got != text {
		t.Errorf("panics with %q, want %q", got, text)
	}
}
