// Package nonce holds an AEAD to the nonces that TLS prescribes for AES-GCM, so
// that a fault in the caller cannot use one twice under the same key.
package nonce

import (
	"crypto/cipher"
	"encoding/binary"
	"math"
)

// size is the length of a nonce in bytes: a fixed prefix of four, and a counter.
const size = 12

// counter is an AEAD whose Seal panics unless the prefix of the nonce stays the
// same and the counter behind it grows. It is not safe for concurrent use.
type counter struct {
	cipher.AEAD
	started bool   // there has been a nonce
	masked  bool   // the first nonce tells the mask
	prefix  uint32 // of every nonce
	mask    uint64 // is XORed into the counter
	next    uint64 // the lowest counter that may come
}

// TLS12 returns aead with the nonces of TLS 1.2: a prefix and a counter that
// starts at zero (RFC 5288 §3).
func TLS12(aead cipher.AEAD) cipher.AEAD { return &counter{AEAD: aead} }

// TLS13 returns aead with the nonces of TLS 1.3: a counter that starts at zero,
// XORed into a fixed vector of twelve bytes (RFC 8446 §5.3). The first nonce
// tells that vector.
func TLS13(aead cipher.AEAD) cipher.AEAD { return &counter{AEAD: aead, masked: true} }

// Seal is the AEAD's, after the check of the nonce.
func (c *counter) Seal(dst, nonce, plaintext, additionalData []byte) []byte {
	if len(nonce) != size {
		panic("crypto/cipher: incorrect nonce length given to GCM")
	}
	prefix, n := binary.BigEndian.Uint32(nonce), binary.BigEndian.Uint64(nonce[4:])
	if !c.started {
		c.started, c.prefix = true, prefix
		if c.masked {
			c.mask = n
		}
	}
	n ^= c.mask
	switch {
	case prefix != c.prefix:
		panic("crypto/cipher: GCM nonce prefix changed")
	case n == math.MaxUint64: // no counter is above it
		panic("crypto/cipher: counter exhausted")
	case n < c.next:
		panic("crypto/cipher: counter decreased or remained the same")
	}
	c.next = n + 1
	return c.AEAD.Seal(dst, nonce, plaintext, additionalData)
}
