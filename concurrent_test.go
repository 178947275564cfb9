package aes

import (
	"bytes"
	"fmt"
	"sync"
	"testing"
)

// One Block, one GCM and one CTR's XORKeyStreamAt serve 64 goroutines at once;
// run with -race, this shows any scratch that they share.
func TestConcurrent(t *testing.T) {
	const goroutines = 64
	operations := 100
	switch {
	case *soak:
		operations = 10000
	case testing.Short():
		operations = 10
	}
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		key, iv, nonce := s.key(), s.data(BlockSize), s.data(12)
		src := s.data(320)
		b := mustNew(key)
		work := newSharedWork(key, iv, nonce, src, b)
		errs := make(chan error, goroutines)
		var wg sync.WaitGroup
		for i := range goroutines {
			wg.Go(func() {
				dst := make([]byte, len(src)+gcmTagSize)
				for n := range operations {
					w := work[(i+n)%len(work)]
					// Each takes another part, so lengths differ at any time.
					if got, want := w.do(dst, (7*i+n)%20); !bytes.Equal(got, want) {
						errs <- fmt.Errorf("%s in goroutine %d: %x, want %x", w.name, i, got, want)
						return
					}
				}
			})
		}
		wg.Wait()
		close(errs)
		for err := range errs {
			t.Error(err)
		}
	})
}

type sharedWork struct {
	name string
	// do works on the first blocks of the message and returns what it got and
	// what it should have got.
	do func(dst []byte, blocks int) (got, want []byte)
}

func newSharedWork(key, iv, nonce, src []byte, b *Block) []sharedWork {
	g, ctr := must(b.GCM(12, gcmTagSize)), b.CTR(iv)
	random := must(NewGCMWithRandomNonce(b))
	std := stdlibBlock(key)
	encrypted, decrypted := stdlibBlocks(std.Encrypt, src), stdlibBlocks(std.Decrypt, src)
	stream := stdlibCTR(key, iv, src)
	chained := stdlibCBC(stdlib.newCBCEncrypter, key, iv, src)
	var sealed [20][]byte
	for i := range sealed {
		sealed[i] = newOracle(key, 12, gcmTagSize).seal(nonce, src[:16*i], iv)
	}
	return []sharedWork{
		{"EncryptBlocks", func(dst []byte, i int) ([]byte, []byte) {
			b.EncryptBlocks(dst, src[:16*i])
			return dst[:16*i], encrypted[:16*i]
		}},
		{"DecryptBlocks", func(dst []byte, i int) ([]byte, []byte) {
			b.DecryptBlocks(dst, src[:16*i])
			return dst[:16*i], decrypted[:16*i]
		}},
		{"Encrypt", func(dst []byte, i int) ([]byte, []byte) {
			b.Encrypt(dst, src[16*i:])
			return dst[:16], encrypted[16*i:][:16]
		}},
		{"a CTR of its own", func(dst []byte, i int) ([]byte, []byte) {
			b.CTR(iv).XORKeyStream(dst, src[:15*i])
			return dst[:15*i], stream[:15*i]
		}},
		{"XORKeyStreamAt", func(dst []byte, i int) ([]byte, []byte) {
			ctr.XORKeyStreamAt(dst, src[11*i:], uint64(11*i))
			return dst[:len(src)-11*i], stream[11*i:]
		}},
		{"CBC encrypt", func(dst []byte, i int) ([]byte, []byte) {
			b.NewCBCEncrypter(iv).CryptBlocks(dst, src[:16*i])
			return dst[:16*i], chained[:16*i]
		}},
		{"CBC decrypt", func(dst []byte, i int) ([]byte, []byte) {
			b.NewCBCDecrypter(iv).CryptBlocks(dst, chained[:16*i])
			return dst[:16*i], src[:16*i]
		}},
		{"Seal", func(dst []byte, i int) ([]byte, []byte) {
			return g.Seal(dst[:0], nonce, src[:16*i], iv), sealed[i]
		}},
		{"Open", func(dst []byte, i int) ([]byte, []byte) {
			got, err := g.Open(dst[:0], nonce, sealed[i], iv)
			return fmt.Append(got, err), fmt.Append(src[:16*i:16*i], error(nil))
		}},
		{"Open that fails", func(dst []byte, i int) ([]byte, []byte) {
			got, err := g.Open(dst[:0], nonce, sealed[i], nonce)
			return fmt.Append(got, err), fmt.Append(nil, errOpen)
		}},
		{"random nonces", func(dst []byte, i int) ([]byte, []byte) {
			got, err := random.Open(dst[:0], nil, random.Seal(nil, nil, src[:16*i], iv), iv)
			return fmt.Append(got, err), fmt.Append(src[:16*i:16*i], error(nil))
		}},
	}
}
