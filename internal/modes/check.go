package modes

import (
	"bytes"
	"fmt"
)

// Check runs the mode on l and on the standard library, with the same key and
// message, and returns an error if their outputs differ or if there is a panic.
func Check(m Mode, l Library, key, message []byte) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return compare(m.Prepare(l, key, message), m.Prepare(Standard, key, message))
}

// compare runs two operations side by side. It runs them more than once, because
// the second message of a stream depends on what the first has left behind.
func compare(got, want Operation) error {
	for run := range 2 {
		want.Run()
		got.Run()
		g, w := got.Output(), want.Output()
		if bytes.Equal(g, w) {
			continue
		}
		if len(g) != len(w) {
			return fmt.Errorf("message %d: %d bytes of output, not %d", run+1, len(g), len(w))
		}
		for i := range w {
			if g[i] != w[i] {
				return fmt.Errorf("message %d: byte %d of %d is %#02x, not %#02x", run+1, i, len(w), g[i], w[i])
			}
		}
	}
	return nil
}
