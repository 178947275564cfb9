package openssl

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"vpaes.example/aes/interop/internal/kernels"
	"vpaes.example/aes/interop/internal/schemes"
)

// A pairing says which cipher of libcrypto a scheme is, and what it is tried on.
type pairing struct {
	cipher string // behind "AES-128-"
	scheme schemes.Scheme
	keys   int   // how many keys of AES the key is
	bits   []int // key sizes that libcrypto has
	nonces []int // sizes in bytes
	tags   []int
	texts  []int
	aead   bool
}

var (
	allBits = []int{128, 192, 256}
	blocks  = []int{16, 32, 48, 64, 128, 240, 256, 272, 512, 1024, 4096, 65536, 65552}
	texts   = []int{0, 1, 12, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 1350, 4097, 65537}
	sectors = slices.DeleteFunc(slices.Clone(texts), func(n int) bool { return n < 16 })
	noTag   = []int{0}
	pairs   = []pairing{
		{cipher: "ECB", scheme: schemes.ECB, keys: 1, bits: allBits, nonces: []int{0}, tags: noTag, texts: blocks},
		{cipher: "CBC", scheme: schemes.CBC, keys: 1, bits: allBits, nonces: []int{16}, tags: noTag, texts: blocks},
		{cipher: "CTR", scheme: schemes.CTR, keys: 1, bits: allBits, nonces: []int{16}, tags: noTag, texts: texts},
		{cipher: "GCM", scheme: schemes.GCM, keys: 1, bits: allBits, nonces: []int{1, 7, 8, 12, 13, 16, 17, 60, 128},
			tags: []int{12, 13, 14, 15, 16}, texts: texts, aead: true},
		{cipher: "CCM", scheme: schemes.CCM, keys: 1, bits: allBits, nonces: []int{7, 11, 12, 13},
			tags: []int{4, 8, 12, 16}, texts: texts[1:21], aead: true},
		{cipher: "OCB", scheme: schemes.OCB, keys: 1, bits: allBits, nonces: []int{1, 12, 15},
			tags: []int{8, 12, 16}, texts: texts[1:], aead: true},
		{cipher: "SIV", scheme: schemes.SIV, keys: 2, bits: allBits, nonces: []int{0, 12, 16},
			tags: []int{16}, texts: texts[1:], aead: true},
		{cipher: "XTS", scheme: schemes.XTS, keys: 2, bits: []int{128, 256}, nonces: []int{16}, tags: noTag, texts: sectors},
	}
)

// seed is printed with every failure.
const seed = 9

// What libcrypto seals is opened here, and what is sealed here is, byte by byte,
// what libcrypto has sealed and opened.
func TestLibcrypto(t *testing.T) {
	p := startPeer(t)
	for _, pair := range pairs {
		t.Run(pair.cipher, func(t *testing.T) {
			exchanges := pair.exchanges(t, p)
			kernels.ForEach(t, func(t *testing.T) {
				for _, e := range exchanges {
					e.check(t, pair.scheme)
				}
			})
		})
	}
}

// exchanges are the messages of a pairing: every size of text meets every size of
// nonce, with the sizes of tag in turn.
func (pair pairing) exchanges(t *testing.T, p *peer) (out []exchange) {
	random := rand.New(rand.NewPCG(seed, 0))
	for _, bits := range pair.bits {
		for i, n := range pair.texts {
			for j, nonceSize := range pair.nonces {
				in := schemes.Input{
					Key:     bytesOf(random, bits/8*pair.keys),
					Nonce:   bytesOf(random, nonceSize),
					Text:    bytesOf(random, n),
					TagSize: pair.tags[(i+j)%len(pair.tags)],
				}
				if pair.aead {
					in.AAD = bytesOf(random, 1+random.IntN(70))
				}
				out = append(out, newExchange(t, p, fmt.Sprintf("AES-%d-%s", bits, pair.cipher), in))
			}
		}
	}
	return out
}

// An exchange is a message, and what libcrypto's cipher made of it.
type exchange struct {
	cipher string
	in     schemes.Input
	sealed schemes.Input // in, with the sealed message as its text
}

// newExchange has libcrypto seal a message, open that again, and refuse it with
// another tag.
func newExchange(t *testing.T, p *peer, name string, in schemes.Input) exchange {
	t.Helper()
	e := exchange{name, in, in}
	var err error
	if e.sealed.Text, err = p.seal(name, in); err != nil {
		t.Fatalf("%v: %v", e, err)
	}
	if got, err := p.open(name, e.sealed); err != nil || !bytes.Equal(got, in.Text) {
		t.Fatalf("%v: libcrypto opened to %x, %v", e, got, err)
	}
	if in.TagSize > 0 {
		if _, err := p.open(name, e.forged()); !errors.Is(err, errRefused) {
			t.Fatalf("%v: libcrypto, of a wrong tag: %v", e, err)
		}
	}
	return e
}

// forged is the sealed message with one bit of the tag wrong.
func (e exchange) forged() schemes.Input {
	in := e.sealed
	in.Text = slices.Clone(in.Text)
	in.Text[len(in.Text)-1] ^= 0x80
	return in
}

// check has the scheme do what libcrypto has done.
func (e exchange) check(t *testing.T, scheme schemes.Scheme) {
	t.Helper()
	if got, err := scheme.Seal(e.in); err != nil || !bytes.Equal(got, e.sealed.Text) {
		t.Fatalf("%v: sealed to %x, %v; libcrypto has %x", e, got, err, e.sealed.Text)
	}
	if got, err := scheme.Open(e.sealed); err != nil || !bytes.Equal(got, e.in.Text) {
		t.Fatalf("%v: opened to %x, %v; libcrypto has %x", e, got, err, e.in.Text)
	}
	if e.in.TagSize > 0 {
		if _, err := scheme.Open(e.forged()); err == nil {
			t.Fatalf("%v: a wrong tag was accepted", e)
		}
	}
}

func (e exchange) String() string {
	return fmt.Sprintf("seed %d, %s, %d bytes, nonce of %d, tag of %d", seed, e.cipher, len(e.in.Text), len(e.in.Nonce), e.in.TagSize)
}

// The counter carries through all of its bits in the same places on both sides.
func TestCounterWraps(t *testing.T) {
	p := startPeer(t)
	random := rand.New(rand.NewPCG(seed, 1))
	var exchanges []exchange
	for _, ones := range []int{4, 8, 12, 16} {
		for back := range byte(40) {
			in := schemes.Input{Key: bytesOf(random, 16), Nonce: bytesOf(random, 16), Text: make([]byte, 700)}
			for i := 16 - ones; i < 16; i++ {
				in.Nonce[i] = 0xff
			}
			in.Nonce[15] -= back
			exchanges = append(exchanges, newExchange(t, p, "AES-128-CTR", in))
		}
	}
	kernels.ForEach(t, func(t *testing.T) {
		for _, e := range exchanges {
			e.check(t, schemes.CTR)
		}
	})
}

func TestCMAC(t *testing.T) {
	p := startPeer(t)
	random := rand.New(rand.NewPCG(seed, 2))
	var exchanges []exchange
	for _, bits := range allBits {
		for _, n := range texts {
			e := exchange{cipher: fmt.Sprintf("AES-%d-CBC", bits)}
			e.in = schemes.Input{Key: bytesOf(random, bits/8), Text: bytesOf(random, n)}
			e.sealed = schemes.Input{Key: e.in.Key, AAD: e.in.Text}
			var err error
			if e.sealed.Text, err = p.ask("cmac", e.cipher, e.in); err != nil {
				t.Fatal(err)
			}
			exchanges = append(exchanges, e)
		}
	}
	kernels.ForEach(t, func(t *testing.T) {
		for _, e := range exchanges {
			e.check(t, schemes.CMAC)
		}
	})
}

func bytesOf(random *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	return b
}
