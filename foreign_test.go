package aes

import (
	"crypto/cipher"
	"testing"
)

// smallBlock is a cipher of 8-byte blocks, if a poor one.
type smallBlock struct{}

func (smallBlock) BlockSize() int { return 8 }

func (smallBlock) Encrypt(dst, src []byte) {
	for i, b := range src[:8] {
		dst[i] = b + byte(i) + 1
	}
}

func (smallBlock) Decrypt(dst, src []byte) {
	for i, b := range src[:8] {
		dst[i] = b - byte(i) - 1
	}
}

// embeddingBlock has the methods of the Block in it, but is another type.
type embeddingBlock struct{ *Block }

// A Block of another kind is handed on to crypto/cipher, whose results and
// whose errors are the caller's.
func TestForeignBlocks(t *testing.T) {
	s := newSource(t)
	key := s.key()
	for name, b := range map[string]cipher.Block{
		"8-byte blocks":           smallBlock{},
		"16-byte blocks":          foreignBlock{stdlibBlock(key)},
		"crypto/aes":              stdlibBlock(key),
		"a struct with a *Block":  embeddingBlock{mustNew(key)},
		"a *Block, hidden by one": foreignBlock{mustNew(key)},
	} {
		t.Run(name, func(t *testing.T) {
			size := b.BlockSize()
			iv, src := s.data(size), s.data(20*size)
			got, want := make([]byte, len(src)), make([]byte, len(src))
			NewCTR(b, iv).XORKeyStream(got[:19*size+3], src[:19*size+3])
			cipher.NewCTR(b, iv).XORKeyStream(want[:19*size+3], src[:19*size+3])
			equal(t, "CTR", got, want)
			for _, way := range cbcWays {
				way.ours(b, iv).CryptBlocks(got, src)
				way.stdlib(b, iv).CryptBlocks(want, src)
				equal(t, "CBC "+way.name, got, want)
			}
			for _, f := range []func(){
				func() { NewCTR(b, s.data(size+1)) },
				func() { NewCBCEncrypter(b, s.data(size-1)) },
				func() { NewCBCDecrypter(b, nil) },
			} {
				if panicText(f) == "" {
					t.Error("an IV of another length is accepted")
				}
			}
			checkForeignGCM(t, s, b)
		})
	}
}

// checkForeignGCM compares each constructor of GCM with crypto/cipher's.
func checkForeignGCM(t *testing.T, s *source, b cipher.Block) {
	t.Helper()
	type pair struct {
		name      string
		ours, std func() (cipher.AEAD, error)
	}
	pairs := []pair{
		{"NewGCM", func() (cipher.AEAD, error) { return NewGCM(b) }, func() (cipher.AEAD, error) { return cipher.NewGCM(b) }},
		{"NewGCMWithRandomNonce", func() (cipher.AEAD, error) { return NewGCMWithRandomNonce(b) },
			func() (cipher.AEAD, error) { return cipher.NewGCMWithRandomNonce(b) }},
	}
	for _, size := range []int{-1, 0, 8, 11, 12, 13, 16, 17} {
		nonceSize := func() (cipher.AEAD, error) { return cipher.NewGCMWithNonceSize(b, size) }
		tagSize := func() (cipher.AEAD, error) { return cipher.NewGCMWithTagSize(b, size) }
		pairs = append(pairs,
			pair{"NewGCMWithNonceSize", func() (cipher.AEAD, error) { return NewGCMWithNonceSize(b, size) }, nonceSize},
			pair{"NewGCMWithTagSize", func() (cipher.AEAD, error) { return NewGCMWithTagSize(b, size) }, tagSize},
			pair{"NewGCMWithSizes, nonce", func() (cipher.AEAD, error) { return NewGCMWithSizes(b, size, 16) }, nonceSize},
			pair{"NewGCMWithSizes, tag", func() (cipher.AEAD, error) { return NewGCMWithSizes(b, 12, size) }, tagSize})
	}
	for _, p := range pairs {
		got, err := p.ours()
		want, stdErr := p.std()
		if (err == nil) != (stdErr == nil) {
			t.Fatalf("%s: %v, crypto/cipher: %v", p.name, err, stdErr)
		}
		if err != nil {
			if got != nil || err.Error() != stdErr.Error() {
				t.Errorf("%s: %v, %v, crypto/cipher: %v", p.name, got, err, stdErr)
			}
			continue
		}
		nonce, src, ad := s.data(want.NonceSize()), s.data(100), s.data(30)
		opened, err := want.Open(nil, nonce, got.Seal(nil, nonce, src, ad), ad)
		if err != nil {
			t.Fatalf("%s: %v", p.name, err)
		}
		equal(t, p.name, opened, src)
		opened, err = got.Open(nil, nonce, want.Seal(nil, nonce, src, ad), ad)
		if err != nil {
			t.Fatalf("%s: %v", p.name, err)
		}
		equal(t, p.name, opened, src)
	}
	if got, err := NewGCMWithSizes(b, 13, 13); err == nil || got != nil {
		t.Errorf("NewGCMWithSizes(13, 13): %v, %v", got, err)
	}
}

// A struct with a *Block in it still brings its methods to crypto/cipher.
func TestEmbeddedBlockKeepsMethods(t *testing.T) {
	b := embeddingBlock{mustNew(make([]byte, 16))}
	iv := make([]byte, BlockSize)
	is[*CTR](t, "NewCTR", NewCTR(b, iv))
	is[*cbcEncrypter](t, "NewCBCEncrypter", NewCBCEncrypter(b, iv))
	is[*cbcDecrypter](t, "NewCBCDecrypter", NewCBCDecrypter(b, iv))
	is[*GCM](t, "NewGCM", must(NewGCM(b)))
	is[*GCM](t, "NewGCMWithNonceSize", must(NewGCMWithNonceSize(b, 8)))
	is[*GCM](t, "NewGCMWithTagSize", must(NewGCMWithTagSize(b, 13)))
}
