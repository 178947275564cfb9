package aes

import (
	"bytes"
	"crypto/cipher"
	"errors"
	"fmt"
	"reflect"
	"testing"
)

// A refuser has one object of each kind, amid its work, and arguments for them.
type refuser struct {
	provider
	block    cipher.Block
	ctr      cipher.Stream
	enc, dec cipher.BlockMode
	gcm      cipher.AEAD
	random   cipher.AEAD

	noBlock *Block // not made by New
	noGCM   *GCM

	buf, out []byte // 256 bytes each
	nonce    []byte
	sealed   []byte // a message of 20 bytes with its tag
	tag      []byte
	frames   []*framed

	key, iv []byte
}

func newRefuser(t *testing.T, p provider) *refuser {
	t.Helper()
	s := newSource(t)
	f := &refuser{provider: p, key: s.key(), iv: s.data(BlockSize)}
	f.block = must(p.newCipher(f.key))
	f.ctr = p.newCTR(f.block, f.iv)
	f.enc, f.dec = p.newCBCEncrypter(f.block, f.iv), p.newCBCDecrypter(f.block, f.iv)
	f.gcm = must(p.newGCM(f.block))
	f.random = must(p.newGCMWithRandomNonce(f.block))

	buffer := func(n int) []byte {
		b := s.framed(n, 0)
		f.frames = append(f.frames, b)
		return b.data
	}
	f.buf, f.out, f.nonce = buffer(256), buffer(256), buffer(gcmStandardNonceSize)
	f.tag, f.sealed = buffer(gcmTagSize), buffer(20+gcmTagSize)
	f.gcm.Seal(f.sealed[:0], f.nonce, f.buf[:20], nil)
	for _, b := range f.frames {
		copy(b.was, b.all)
	}

	var some [BlockSize]byte
	f.ctr.XORKeyStream(some[:5], some[:5])
	f.enc.CryptBlocks(some[:], make([]byte, BlockSize))
	f.dec.CryptBlocks(some[:], make([]byte, BlockSize))
	return f
}

func (f *refuser) ourBlock() *Block { return f.block.(*Block) }
func (f *refuser) ourCTR() *CTR     { return f.ctr.(*CTR) }
func (f *refuser) ourGCM() *GCM     { return f.gcm.(*GCM) }

// panics makes an attempt of a call that panics rather than returns an error.
func panics(call func(f *refuser)) func(f *refuser) error {
	return func(f *refuser) error {
		call(f)
		return nil
	}
}

// second is the error of a result, whose other half must be nil then.
func second[T any](v T, err error) error {
	if err != nil && !reflect.ValueOf(&v).Elem().IsZero() {
		return errors.New("an error with a result")
	}
	return err
}

// refused makes the attempt and returns how it ended.
func (f *refuser) refused(t *testing.T, r refusal) (text string, panicked bool) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			text, panicked = fmt.Sprint(p), true
		}
	}()
	if err := r.try(f); err != nil {
		return err.Error(), false
	}
	t.Errorf("%s: not refused", r.call)
	return "", false
}

// check checks that this package refuses the call.
func (r refusal) check(t *testing.T) (panicked bool) {
	t.Helper()
	f := newRefuser(t, ours)
	text, panicked := f.refused(t, r)
	if text != r.text {
		t.Errorf("%s: %q, want %q", r.call, text, r.text)
	}
	f.unchanged(t, r.call)
	return panicked
}

// unchanged checks that all arguments are what they were, and that the objects
// go on as if nothing had happened.
func (f *refuser) unchanged(t *testing.T, call string) {
	t.Helper()
	for i, b := range f.frames {
		if !bytes.Equal(b.all, b.was) {
			t.Errorf("%s: buffer %d has changed", call, i)
		}
	}
	src, got := make([]byte, 160), make([]byte, 160)
	f.ctr.XORKeyStream(got[:150], src[:150])
	equal(t, call+", then CTR", got[:150], stdlibCTR(f.key, f.iv, make([]byte, 155))[5:])
	for i, mode := range []cipher.BlockMode{f.enc, f.dec} {
		mode.CryptBlocks(got, src)
		want := stdlibCBC(cbcWays[i].stdlib, f.key, f.iv, make([]byte, 176))
		equal(t, call+", then CBC "+cbcWays[i].name, got, want[BlockSize:])
	}
	if plaintext, err := f.gcm.Open(nil, f.nonce, f.sealed, nil); err != nil || !bytes.Equal(plaintext, f.buf[:20]) {
		t.Errorf("%s, then Open: %x, %v", call, plaintext, err)
	}
}
