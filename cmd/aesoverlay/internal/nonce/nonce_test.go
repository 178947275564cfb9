package nonce

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"math"
	"testing"
)

// seal reports what Seal panics with for a nonce of this prefix and counter, if
// at all, and that otherwise Open accepts what it gave.
func seal(t *testing.T, a cipher.AEAD, prefix uint32, counter uint64) (refused any) {
	t.Helper()
	nonce := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(nil, prefix), counter)
	defer func() { refused = recover() }()
	sealed := a.Seal(nil, nonce, []byte("text"), []byte("data"))
	if text, err := a.Open(nil, nonce, sealed, []byte("data")); err != nil || !bytes.Equal(text, []byte("text")) {
		t.Errorf("Open: %q, %v", text, err)
	}
	return nil
}

func gcm(t *testing.T) cipher.AEAD {
	t.Helper()
	block, err := aes.NewCipher(make([]byte, 16))
	if err != nil {
		t.Fatal(err)
	}
	a, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestNonces(t *testing.T) {
	const (
		prefix = 0x01020304
		mask   = 0x1122334455667788
		last   = math.MaxUint64
	)
	type nonce struct {
		prefix  uint32
		counter uint64
		refused bool
	}
	for _, c := range []struct {
		name   string
		new    func(cipher.AEAD) cipher.AEAD
		nonces []nonce
	}{
		{"TLS 1.2", TLS12, []nonce{
			{prefix, 0, false}, {prefix, 1, false}, {prefix, 1, true}, {prefix, 0, true}, {prefix + 1, 2, true},
			{prefix, 2, false}, {prefix, 1 << 40, false}, {prefix, 3, true}, {prefix, last, true}, {prefix, last - 1, false},
			{prefix, last - 1, true}}},
		{"TLS 1.2, started later", TLS12, []nonce{{prefix, 7, false}, {prefix, 6, true}}},
		{"TLS 1.3", TLS13, []nonce{
			{prefix, mask, false}, {prefix, mask ^ 1, false}, {prefix, mask ^ 1, true}, {prefix, mask, true},
			{prefix + 1, mask ^ 2, true}, {prefix, mask ^ 2, false}, {prefix, mask ^ last, true},
			{prefix, mask ^ last ^ 1, false}, {prefix, mask ^ 3, true}}},
	} {
		a := c.new(gcm(t))
		for i, n := range c.nonces {
			if refused := seal(t, a, n.prefix, n.counter); refused != nil != n.refused {
				t.Errorf("%s, nonce %d: panic %v, want one: %t", c.name, i, refused, n.refused)
			}
		}
	}
}

func TestNonceLength(t *testing.T) {
	for _, a := range []cipher.AEAD{TLS12(gcm(t)), TLS13(gcm(t))} {
		for _, n := range []int{0, 11, 13} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("Seal takes a nonce of %d bytes", n)
					}
				}()
				a.Seal(nil, make([]byte, n), nil, nil)
			}()
		}
	}
}
