package aes

import (
	"bytes"
	"crypto/cipher"
	"testing"
)

// An overlapCase is a call whose output starts somewhere near its input, or its
// additional data, in the same array.
type overlapCase struct {
	name    string
	lengths []int // of the input
	prepare func(in []byte)
	// run returns the result, nil if there is nothing to compare but the array.
	run func(o overlapObjects, out, in []byte) []byte
}

// overlapObjects are of one provider.
type overlapObjects struct {
	block       cipher.Block
	ctr         cipher.Stream
	enc, dec    cipher.BlockMode
	gcm, random cipher.AEAD
}

// The key and the IV of every case.
var overlapKey, overlapIV = make([]byte, 32), []byte("0123456789abcdef")

func (p provider) overlapObjects() overlapObjects {
	b := must(p.newCipher(overlapKey))
	return overlapObjects{b, p.newCTR(b, overlapIV), p.newCBCEncrypter(b, overlapIV), p.newCBCDecrypter(b, overlapIV),
		must(p.newGCM(b)), must(p.newGCMWithRandomNonce(b))}
}

// overlapSeal is a right ciphertext for additional data.
func overlapSeal(plaintext, additionalData []byte) []byte {
	return newOracle(overlapKey, 12, gcmTagSize).seal(overlapIV[:12], plaintext, additionalData)
}

var overlapCases = func() []overlapCase {
	nonce := overlapIV[:12]
	some := []int{0, 1, 15, 16, 17, 33, 80}
	blocks := []int{0, 16, 32, 48, 80}
	// sealed makes the input a right ciphertext, with its nonce before it or not.
	sealed := func(in []byte) {
		if n := len(in) - gcmTagSize; n >= 0 {
			copy(in, overlapSeal(in[:n], nil))
		}
	}
	sealedRandomly := func(in []byte) { sealed(in[copy(in, nonce):]) }
	open := func(out []byte, err error) []byte {
		if err != nil {
			out = []byte(err.Error())
		}
		return out
	}
	return []overlapCase{
		{"Encrypt", []int{16, 40}, nil, func(o overlapObjects, out, in []byte) []byte {
			o.block.Encrypt(out, in)
			return nil
		}},
		{"Decrypt", []int{16, 40}, nil, func(o overlapObjects, out, in []byte) []byte {
			o.block.Decrypt(out[:16], in)
			return nil
		}},
		{"CTR", some, nil, func(o overlapObjects, out, in []byte) []byte {
			o.ctr.XORKeyStream(out[:len(in)], in)
			return nil
		}},
		{"CTR, longer output", some, nil, func(o overlapObjects, out, in []byte) []byte {
			o.ctr.XORKeyStream(out, in)
			return nil
		}},
		{"CBC encrypt", blocks, nil, func(o overlapObjects, out, in []byte) []byte {
			o.enc.CryptBlocks(out, in)
			return nil
		}},
		{"CBC decrypt", blocks, nil, func(o overlapObjects, out, in []byte) []byte {
			o.dec.CryptBlocks(out, in)
			return nil
		}},
		{"Seal", some, nil, func(o overlapObjects, out, in []byte) []byte {
			return o.gcm.Seal(out[:0], nonce, in, nil)
		}},
		{"Seal, additional data", some, nil, func(o overlapObjects, out, in []byte) []byte {
			return o.gcm.Seal(out[:0], nonce, overlapIV, in)
		}},
		{"Open", some, sealed, func(o overlapObjects, out, in []byte) []byte {
			return open(o.gcm.Open(out[:0], nonce, in, nil))
		}},
		{"Open, additional data", some, nil, func(o overlapObjects, out, in []byte) []byte {
			return open(o.gcm.Open(out[:0], nonce, overlapSeal(overlapIV, in), in))
		}},
		{"random nonce, Open", []int{28, 29, 44, 45, 90}, sealedRandomly, func(o overlapObjects, out, in []byte) []byte {
			return open(o.random.Open(out[:0], nil, in, nil))
		}},
		{"random nonce, Open, additional data", some, nil, func(o overlapObjects, out, in []byte) []byte {
			return open(o.random.Open(out[:0], nil, append(nonce[:12:12], overlapSeal(overlapIV, in)...), in))
		}},
		// No two of these results are the same, so what they open to, behind a byte,
		// is compared.
		{"random nonce, Seal", some, nil, func(o overlapObjects, out, in []byte) []byte {
			return open(o.random.Open([]byte{0}, nil, o.random.Seal(out[:0], nil, in, nil), nil))
		}},
		{"random nonce, Seal, additional data", some, nil, func(o overlapObjects, out, in []byte) []byte {
			return open(o.random.Open([]byte{0}, nil, o.random.Seal(out[:0], nil, overlapIV, in), in))
		}},
	}
}()

// Output and input that lie up to 40 bytes apart: a call panics exactly when the
// standard library's does, and then writes nothing; else both do the same.
func TestOverlap(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for _, c := range overlapCases {
			for _, n := range c.lengths {
				for shift := -40; shift <= 40; shift++ {
					mine := s.data(300)
					in := mine[100:][:n:n]
					if c.prepare != nil {
						c.prepare(in)
					}
					theirs, was := bytes.Clone(mine), bytes.Clone(mine)
					var got, want []byte
					refused := panicText(func() { got = c.run(ours.overlapObjects(), mine[100+shift:], in) })
					theirsRefused := panicText(func() { want = c.run(stdlib.overlapObjects(), theirs[100+shift:], theirs[100:][:n:n]) })
					if (refused != "") != (theirsRefused != "") {
						t.Fatalf("%s, %d bytes, output at %+d: %q, standard library %q", c.name, n, shift, refused, theirsRefused)
					}
					if refused != "" {
						equal(t, c.name+", the array after a panic", mine, was)
						continue
					}
					equal(t, c.name, got, want)
					if got == nil {
						equal(t, c.name+", the array", mine, theirs)
					}
				}
			}
		}
	})
}
