package aes

import (
	"bytes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"testing"
)

// The tests of NIST's AES Algorithm Validation Suite. Their inputs follow from
// its rules, the answers are the standard library's, and the hash of all of them,
// in order, is pinned: neither can change unnoticed.

// TestAESAVSKnownAnswers are the known answer tests, by their purpose: every
// prefix of ones as text (VarTxt) and as key (VarKey), and every entry of the
// S-box in the first SubBytes (GFSbox) and in the key expansion (KeySbox).
func TestAESAVSKnownAnswers(t *testing.T) {
	pinned := map[int]string{
		16: "678d68b86181619620fda2b911b997adddb9cafe139b93aff7115fd1df8daa58",
		24: "f3ee157a91d1a2cd1652bb4e31bcc9c1ac3e2ec65c10f26fb9368185803b78c1",
		32: "0d7b3c66d4178bd4eb1343016cd0001d6ba414100ee475ef1977dd09cc622b06",
	}
	for _, size := range keySizes {
		inputs := aesavsInputs(size)
		answers := make([][]byte, len(inputs))
		h := sha256.New()
		for i, in := range inputs {
			answers[i] = make([]byte, BlockSize)
			stdlibBlock(in.key).Encrypt(answers[i], in.text)
			h.Write(in.key)
			h.Write(in.text)
			h.Write(answers[i])
		}
		checkPinned(t, h, pinned[size])
		forEachKernel(t, func(t *testing.T) {
			got := make([]byte, BlockSize)
			for i, in := range inputs {
				b := mustNew(in.key)
				b.Encrypt(got, in.text)
				equal(t, in.name+", encrypt", got, answers[i])
				b.Decrypt(got, answers[i])
				equal(t, in.name+", decrypt", got, in.text)
			}
		})
	}
}

type aesavsInput struct {
	name      string
	key, text []byte
}

func aesavsInputs(size int) (all []aesavsInput) {
	add := func(name string, key, text []byte) { all = append(all, aesavsInput{name, key, text}) }
	zero := make([]byte, 32)
	for n := 1; n <= 8*BlockSize; n++ {
		add(fmt.Sprintf("VarTxt %d", n), zero[:size], ones(BlockSize, n))
	}
	for n := 1; n <= 8*size; n++ {
		add(fmt.Sprintf("VarKey %d", n), ones(size, n), zero[:BlockSize])
	}
	for first := 0; first < 256; first += BlockSize {
		add(fmt.Sprintf("GFSbox %d", first), zero[:size], counting(BlockSize, first))
	}
	for first := 0; first < 256; first += 4 {
		// SubWord takes the last word of the key.
		key := append(make([]byte, size-4), counting(4, first)...)
		add(fmt.Sprintf("KeySbox %d", first), key, zero[:BlockSize])
	}
	return all
}

// ones returns size bytes of which the first n bits are set.
func ones(size, n int) []byte {
	b := make([]byte, size)
	for i := range n {
		b[i/8] |= 0x80 >> (i % 8)
	}
	return b
}

// counting returns the bytes first, first + 1, …
func counting(n, first int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(first + i)
	}
	return b
}

func checkPinned(t *testing.T, h hash.Hash, want string) {
	t.Helper()
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		t.Errorf("the hash of the answers is %s, pinned is %s", got, want)
	}
}

// TestAESAVSMonteCarlo are the Monte Carlo tests of ECB and CBC: chains of a
// thousand operations on each other's output, and of a hundred keys.
func TestAESAVSMonteCarlo(t *testing.T) {
	keys, pinned := 100, "7de88237b02e01821d16f9db782cdb9661948f692580ca8caeee0fb4e3dcd913"
	if testing.Short() {
		keys, pinned = 2, "51d72b4090d7b0d81ed4f61203527a22bb3db78ad73caea994981a691f36e3a4"
	}
	modes := []struct {
		name string
		run  func(b cipher.Block, decrypt bool, iv, text []byte) (last, before, next []byte)
	}{{"ECB", monteCarloECB}, {"CBC", monteCarloCBC}}
	h := sha256.New()
	for _, m := range modes {
		for _, size := range keySizes {
			for _, decrypt := range []bool{false, true} {
				newCipher := func(k []byte) cipher.Block { return stdlibBlock(k) }
				h.Write(monteCarlo(newCipher, m.run, decrypt, size, keys))
			}
		}
	}
	checkPinned(t, h, pinned)
	forEachKernel(t, func(t *testing.T) {
		h := sha256.New()
		for _, m := range modes {
			for _, size := range keySizes {
				for _, decrypt := range []bool{false, true} {
					newCipher := func(k []byte) cipher.Block { return mustNew(k) }
					h.Write(monteCarlo(newCipher, m.run, decrypt, size, keys))
				}
			}
		}
		checkPinned(t, h, pinned)
	})
}

// monteCarlo returns the last output under each of the keys, each of which is
// the one before and the last outputs under it (AESAVS §6.4). A run returns its
// last two outputs and the text for the next one.
func monteCarlo(newCipher func(key []byte) cipher.Block, run func(b cipher.Block, decrypt bool, iv, text []byte) (last, before, next []byte),
	decrypt bool, keySize, keys int,
) (outputs []byte) {
	key, iv, text := counting(keySize, 1), counting(BlockSize, 77), counting(BlockSize, 200)
	for range keys {
		last, before, next := run(newCipher(key), decrypt, iv, text)
		outputs = append(outputs, last...)
		both := append(bytes.Clone(before), last...)
		for i := range key {
			key[i] ^= both[len(both)-keySize+i]
		}
		iv, text = last, next
	}
	return outputs
}

const monteCarloTurns = 1000

// monteCarloECB puts every output in again.
func monteCarloECB(b cipher.Block, decrypt bool, _, text []byte) (last, before, next []byte) {
	before, last = make([]byte, BlockSize), bytes.Clone(text)
	for range monteCarloTurns {
		before, last = last, before
		if decrypt {
			b.Decrypt(last, before)
		} else {
			b.Encrypt(last, before)
		}
	}
	return last, before, last
}

// monteCarloCBC puts the output before the last in again; at first, that is the iv.
func monteCarloCBC(b cipher.Block, decrypt bool, iv, text []byte) (last, before, next []byte) {
	mode := NewCBCEncrypter(b, iv)
	if decrypt {
		mode = NewCBCDecrypter(b, iv)
	}
	last = bytes.Clone(iv)
	for range monteCarloTurns {
		out := make([]byte, BlockSize)
		mode.CryptBlocks(out, text)
		text, before, last = last, last, out
	}
	return last, before, before
}
