package modes

import (
	"crypto/subtle"
	"errors"
	"slices"

	"vpaes.example/aes"
)

// SIV is deterministic authenticated encryption (RFC 5297): equal inputs give
// equal outputs, and nothing else is given away if a nonce is repeated.
type SIV struct {
	mac, ctr *aes.Block
}

// NewSIV returns the SIV for a key twice as long as one of AES.
func NewSIV(key []byte) (*SIV, error) {
	mac, err := aes.New(key[:len(key)/2])
	if err != nil {
		return nil, err
	}
	ctr, err := aes.New(key[len(key)/2:])
	if err != nil {
		return nil, err
	}
	return &SIV{mac, ctr}, nil
}

// Seal returns the synthetic initialization vector followed by the ciphertext
// (RFC 5297 §2.6). A nonce is the last of the additional data (§3).
func (s *SIV) Seal(plaintext []byte, additionalData ...[]byte) []byte {
	v := s.s2v(plaintext, additionalData)
	out := slices.Concat(v[:], plaintext)
	s.xor(&v, out[aes.BlockSize:])
	return out
}

// Open undoes Seal (RFC 5297 §2.7).
func (s *SIV) Open(sealed []byte, additionalData ...[]byte) ([]byte, error) {
	if len(sealed) < aes.BlockSize {
		return nil, errors.New("modes: message too short")
	}
	v, out := block(sealed), slices.Clone(sealed[aes.BlockSize:])
	s.xor(&v, out)
	if want := s.s2v(out, additionalData); subtle.ConstantTimeCompare(v[:], want[:]) != 1 {
		clear(out)
		return nil, errors.New("modes: message authentication failed")
	}
	return out, nil
}

// xor runs CTR over text, in place, from the counter that the vector gives.
func (s *SIV) xor(v *block, text []byte) {
	q := *v
	q[8] &= 0x7f
	q[12] &= 0x7f
	s.ctr.CTR(q[:]).XORKeyStream(text, text)
}

// s2v makes the vector of all inputs (RFC 5297 §2.4).
func (s *SIV) s2v(plaintext []byte, additionalData [][]byte) block {
	d := CMAC(s.mac, make([]byte, aes.BlockSize))
	for _, a := range additionalData {
		double(&d)
		mac := CMAC(s.mac, a)
		subtle.XORBytes(d[:], d[:], mac[:])
	}
	if len(plaintext) >= aes.BlockSize {
		last := slices.Clone(plaintext)
		end := last[len(last)-aes.BlockSize:]
		subtle.XORBytes(end, end, d[:])
		return CMAC(s.mac, last)
	}
	double(&d)
	var padded block
	padded[copy(padded[:], plaintext)] = 0x80
	subtle.XORBytes(d[:], d[:], padded[:])
	return CMAC(s.mac, d[:])
}
