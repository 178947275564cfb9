package aes

import (
	"testing"

	"vpaes.example/aes/internal/kernel"
)

// crypto/cipher silently ignores a method whose signature is not the one that
// it looks for, so what its constructors return for a Block of ours is checked,
// besides what ours return.
func TestDynamicTypes(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for _, p := range []provider{ours, mixed} {
			block := must(p.newCipher(s.key()))
			iv := s.data(BlockSize)
			is[*Block](t, "NewCipher", block)
			is[*CTR](t, "NewCTR", p.newCTR(block, iv))
			is[*cbcEncrypter](t, "NewCBCEncrypter", p.newCBCEncrypter(block, iv))
			is[*cbcDecrypter](t, "NewCBCDecrypter", p.newCBCDecrypter(block, iv))
			is[cbcIVSetter](t, "NewCBCEncrypter", p.newCBCEncrypter(block, iv))
			is[cbcIVSetter](t, "NewCBCDecrypter", p.newCBCDecrypter(block, iv))
			is[*GCM](t, "NewGCM", must(p.newGCM(block)))
			is[*GCM](t, "NewGCMWithNonceSize", must(p.newGCMWithNonceSize(block, 8)))
			is[*GCM](t, "NewGCMWithTagSize", must(p.newGCMWithTagSize(block, 13)))
		}
		is[*GCM](t, "NewGCMWithSizes", must(NewGCMWithSizes(mustNew(s.key()), 8, 13)))
	})
}

func is[T any](t *testing.T, constructor string, v any) {
	t.Helper()
	if _, ok := v.(T); !ok {
		var want T
		t.Errorf("%s returns %T, not %T", constructor, v, want)
	}
}

// The sizes that objects state, whoever made them.
func TestSizes(t *testing.T) {
	s := newSource(t)
	for _, p := range []provider{ours, mixed, stdlib} {
		block := must(p.newCipher(s.key()))
		iv := s.data(BlockSize)
		gcm, nonce8, tag13 := must(p.newGCM(block)), must(p.newGCMWithNonceSize(block, 8)), must(p.newGCMWithTagSize(block, 13))
		for i, got := range []int{
			block.BlockSize(), p.newCBCEncrypter(block, iv).BlockSize(), p.newCBCDecrypter(block, iv).BlockSize(),
			gcm.NonceSize(), gcm.Overhead(), nonce8.NonceSize(), nonce8.Overhead(), tag13.NonceSize(), tag13.Overhead(),
		} {
			if want := []int{16, 16, 16, 12, 16, 8, 16, 12, 13}[i]; got != want {
				t.Errorf("size %d is %d, want %d", i, got, want)
			}
		}
	}
}

func TestImplementation(t *testing.T) {
	c, h := kernel.Current()
	if got, want := Implementation(), c.String()+"+"+h.String(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := HardwareAccelerated(), c.Info().Hardware && h.Info().Hardware; got != want {
		t.Errorf("HardwareAccelerated() = %t with %s", got, Implementation())
	}
	forEachKernel(t, func(t *testing.T) {
		b := mustNew(make([]byte, 16))
		if b.Implementation() != Implementation() {
			t.Errorf("a key has %s, %s was chosen", b.Implementation(), Implementation())
		}
	})
}
