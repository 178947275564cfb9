package aes

import (
	"crypto/cipher"
	"crypto/rand"

	"vpaes.example/aes/internal/alias"
)

// NewGCMWithRandomNonce returns a GCM that makes its nonces itself: Seal puts a
// random one of 12 bytes (SP 800-38D §8.2.2) before the ciphertext, and Open
// takes it from there. NonceSize is 0, so the nonce argument of both must be
// empty, else they panic, and Overhead is 28. A key is good for at most 2³²
// messages (SP 800-38D §8.3).
//
// A Block that is not a *[Block] is handed to [cipher.NewGCMWithRandomNonce].
func NewGCMWithRandomNonce(b cipher.Block) (cipher.AEAD, error) {
	if b, ok := b.(*Block); ok {
		g, err := b.GCM(gcmStandardNonceSize, gcmTagSize)
		if err != nil {
			return nil, err
		}
		return gcmWithRandomNonce{g}, nil
	}
	return cipher.NewGCMWithRandomNonce(b)
}

type gcmWithRandomNonce struct{ g *GCM }

func (gcmWithRandomNonce) NonceSize() int { return 0 }

func (gcmWithRandomNonce) Overhead() int { return gcmStandardNonceSize + gcmTagSize }

func (r gcmWithRandomNonce) Seal(dst, nonce, plaintext, additionalData []byte) []byte {
	if len(nonce) != 0 {
		panic("crypto/cipher: non-empty nonce passed to GCMWithRandomNonce")
	}
	checkPlaintext(plaintext)
	ret, out := extend(dst, gcmStandardNonceSize+len(plaintext)+gcmTagSize)
	checkOutput(out, plaintext, additionalData)
	body := out[gcmStandardNonceSize:]
	if alias.Any(out, plaintext) {
		// In place, the ciphertext belongs 12 bytes further on than the
		// plaintext starts, so that is moved there first.
		copy(body, plaintext)
		plaintext = body[:len(plaintext)]
	}
	rand.Read(out[:gcmStandardNonceSize])
	r.g.Seal(body[:0], out[:gcmStandardNonceSize], plaintext, additionalData)
	return ret
}

func (r gcmWithRandomNonce) Open(dst, nonce, ciphertext, additionalData []byte) ([]byte, error) {
	if len(nonce) != 0 {
		panic("crypto/cipher: non-empty nonce passed to GCMWithRandomNonce")
	}
	n := len(ciphertext) - r.Overhead()
	if n < 0 || tooLong(uint64(n)) {
		return nil, errOpen
	}
	ret, out := extend(dst, n)
	checkOutput(out, ciphertext, additionalData)
	// The output may be written over the nonce and the tag.
	own := [gcmStandardNonceSize]byte(ciphertext)
	body, tag := ciphertext[gcmStandardNonceSize:][:n], [gcmTagSize]byte(ciphertext[len(ciphertext)-gcmTagSize:])
	if alias.Any(out, ciphertext) {
		// In place: the body is moved to where the plaintext belongs.
		copy(out, body)
		body = out
	}
	if _, err := r.g.OpenDetached(out[:0], own[:], body, tag[:], additionalData); err != nil {
		return nil, err
	}
	return ret, nil
}
