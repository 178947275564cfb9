package aes

import (
	"flag"
	"testing"
)

var expect = flag.String("expect", "", "the pair of kernels that New must choose on this machine")

// TestExpectedKernel is for runs on emulated models of CPU, whose right choice
// is known.
func TestExpectedKernel(t *testing.T) {
	if *expect == "" {
		t.Skip("no expectation: -expect is not given")
	}
	if got := Implementation(); got != *expect {
		t.Errorf("chose %s, want %s", got, *expect)
	}
	b := mustNew(make([]byte, 16))
	if got := b.Implementation(); got != *expect {
		t.Errorf("a key got %s, want %s", got, *expect)
	}
}
