// Package stream sends long pseudo-random messages through programs, and checks
// what comes out of them.
package stream

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
)

// source is the message of a seed, without end.
type source struct{ *rand.ChaCha8 }

// newSource returns the message that seed gives.
func newSource(seed uint64) source {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	return source{rand.NewChaCha8(key)}
}

// Send writes the first n bytes of the message.
func Send(w io.Writer, seed uint64, n int64) error {
	_, err := io.CopyN(w, newSource(seed), n)
	return err
}

// Receive reads n bytes and reports an error unless they are the first of the
// message.
func Receive(r io.Reader, seed uint64, n int64) error {
	var got, want [1 << 15]byte
	s := newSource(seed)
	for at := int64(0); at < n; {
		m := min(n-at, int64(len(got)))
		if _, err := io.ReadFull(r, got[:m]); err != nil {
			return fmt.Errorf("after %d of %d bytes: %w", at, n, err)
		}
		s.Read(want[:m])
		if !bytes.Equal(got[:m], want[:m]) {
			return fmt.Errorf("wrong bytes within %d and %d", at, at+m)
		}
		at += m
	}
	return nil
}

// Exchange sends one message to w while it receives another from r.
func Exchange(w io.Writer, out uint64, r io.Reader, in uint64, n int64) error {
	sent := make(chan error, 1)
	go func() { sent <- Send(w, out, n) }()
	if err := Receive(r, in, n); err != nil {
		return err
	}
	return <-sent
}

// Between has two ends send each other a message, both at the same time.
func Between(aIn io.Writer, aOut io.Reader, bIn io.Writer, bOut io.Reader, n int64) error {
	const fromA, fromB = 1, 2
	done := make(chan error, 2)
	go func() { done <- Exchange(aIn, fromA, aOut, fromB, n) }()
	go func() { done <- Exchange(bIn, fromB, bOut, fromA, n) }()
	if err := <-done; err != nil {
		return err
	}
	return <-done
}

// InTurns has two ends send each other a message in chunks, of which none is sent
// before the one before it has arrived: what sends datagrams may lose them.
func InTurns(aIn io.Writer, aOut io.Reader, bIn io.Writer, bOut io.Reader, chunk, chunks int) error {
	fromA, fromB := newSource(1), newSource(2)
	pass := func(s source, w io.Writer, r io.Reader) error {
		sent, got := make([]byte, chunk), make([]byte, chunk)
		s.Read(sent)
		if _, err := w.Write(sent); err != nil {
			return err
		}
		if _, err := io.ReadFull(r, got); err != nil {
			return err
		}
		if !bytes.Equal(got, sent) {
			return errors.New("wrong bytes")
		}
		return nil
	}
	for i := range chunks {
		if err := pass(fromA, aIn, bOut); err != nil {
			return fmt.Errorf("chunk %d: %w", i, err)
		}
		if err := pass(fromB, bIn, aOut); err != nil {
			return fmt.Errorf("chunk %d back: %w", i, err)
		}
	}
	return nil
}
