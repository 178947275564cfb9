package stream

import (
	"bytes"
	"io"
	"testing"
)

// Receive accepts what Send sends, and nothing else.
func TestStream(t *testing.T) {
	const n = 100000
	var sent bytes.Buffer
	if err := Send(&sent, 1, n); err != nil {
		t.Fatal(err)
	}
	receive := func(b []byte, seed uint64) error { return Receive(bytes.NewReader(b), seed, n) }
	if err := receive(sent.Bytes(), 1); err != nil {
		t.Error(err)
	}
	if receive(sent.Bytes(), 2) == nil {
		t.Error("another message is accepted")
	}
	if receive(sent.Bytes()[:n-1], 1) == nil {
		t.Error("a message that is cut is accepted")
	}
	sent.Bytes()[n-1] ^= 1
	if receive(sent.Bytes(), 1) == nil {
		t.Error("a wrong byte is accepted")
	}
}

// InTurns notices what is lost or changed.
func TestInTurns(t *testing.T) {
	a, b := new(bytes.Buffer), new(bytes.Buffer)
	if err := InTurns(a, b, b, a, 100, 10); err != nil {
		t.Error(err)
	}
	if InTurns(io.Discard, bytes.NewReader(make([]byte, 10000)), io.Discard, bytes.NewReader(make([]byte, 10000)), 100, 10) == nil {
		t.Error("zeros are accepted")
	}
}
