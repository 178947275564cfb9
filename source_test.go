package aes

import (
	"encoding/binary"
	"flag"
	"math/rand/v2"
	"testing"
	"time"
)

var (
	soak = flag.Bool("soak", false, "take 1000 random draws per length, and run the tests that need minutes or gigabytes")
	seed = flag.Uint64("seed", 0, "seed of the random inputs; 0 takes one from the clock")
)

// draws is how many random keys, nonces and messages each length gets.
func draws() int {
	switch {
	case *soak:
		return 1000
	case testing.Short(), raceDetector:
		return 2
	}
	return 16
}

// A source gives a test its random inputs.
type source struct {
	*rand.Rand
	bytes *rand.ChaCha8
}

// newSource returns a source whose seed is printed if the test fails.
func newSource(t testing.TB) *source {
	n := *seed
	if n == 0 {
		n = uint64(time.Now().UnixNano())
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("to repeat this, run with -seed=%d", n)
		}
	})
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], n)
	c := rand.NewChaCha8(key)
	return &source{rand.New(c), c}
}

// fill overwrites b.
func (s *source) fill(b []byte) []byte {
	s.bytes.Read(b)
	return b
}

// data returns n bytes at a random alignment.
func (s *source) data(n int) []byte { return s.framed(n, s.IntN(64)).data }

// key returns a key of a random size.
func (s *source) key() []byte { return s.data(keySizes[s.IntN(len(keySizes))]) }

// upTo returns a number from 0 to n.
func (s *source) upTo(n int) int { return s.IntN(n + 1) }

// lengths are the lengths of message that tests walk: each one up to four times
// the widest batch of any kernel, 256 bytes, and a little more; then those
// around the bounds of one call, 8 and 64 KiB. In short mode, a selection.
func lengths() (out []int) {
	for n := 0; n < 4*256+32; n++ {
		if !testing.Short() || n < 80 || n%48 < 2 {
			out = append(out, n)
		}
	}
	for _, bound := range []int{gcmChunk, 8 << 10, 64 << 10} {
		out = append(out, bound-1, bound, bound+1, bound+64, bound+257)
	}
	if testing.Short() {
		out = out[:len(out)-4]
	}
	return out
}

// drawsFor is how many of the draws a message of n bytes gets: long ones take
// long, and exercise no path of their own but that between two calls.
func drawsFor(n int) int {
	if n > 2000 {
		return min(draws(), max(1, draws()/8))
	}
	return draws()
}
