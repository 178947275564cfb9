package aes

import "testing"

// One call of assembly handles a bounded part of a message. These two tests are
// run by internal/ctcheck/trace/run -calls, which counts the instructions of each
// call: none may be longer with long messages than with messages of the bound.

func TestCallsOfBound(t *testing.T) {
	callsOf(t, boundOf)
}

func TestCallsBeyondBound(t *testing.T) {
	callsOf(t, func(*Block) int { return 1 << 20 })
}

// boundOf is the bound of the key's kernel.
func boundOf(b *Block) int {
	if b.cipher.Info().Hardware {
		return hardwarePart
	}
	return softwarePart
}

// callsOf runs all modes on messages of n bytes.
func callsOf(t *testing.T, size func(*Block) int) {
	if testing.Short() {
		t.Skip("it shows something under internal/ctcheck/trace/run only")
	}
	forEachKernel(t, func(t *testing.T) {
		b := mustNew(make([]byte, 32))
		g := must(b.GCM(12, gcmTagSize))
		n := size(b)
		nonce, buf := make([]byte, BlockSize), make([]byte, n, n+gcmTagSize)
		b.EncryptBlocks(buf, buf)
		b.DecryptBlocks(buf, buf)
		b.CTR(nonce).XORKeyStream(buf, buf)
		b.NewCBCEncrypter(nonce).CryptBlocks(buf, buf)
		b.NewCBCDecrypter(nonce).CryptBlocks(buf, buf)
		must(b.GCM(13, gcmTagSize)).Seal(nil, nonce[:13], nil, buf) // never in one call
		if _, err := g.Open(nil, nonce[:12], g.Seal(buf[:0], nonce[:12], buf, nil), nil); err != nil {
			t.Error(err)
		}
	})
}
