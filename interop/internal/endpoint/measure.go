package endpoint

import (
	"bufio"
	"io"
	"log"
	"os"
	"time"
)

// Measure sends size bytes from w to r for each line of standard input, and says
// "rate N", in MB/s.
func Measure(w io.Writer, r io.Reader, size int64) error {
	data := make([]byte, 1<<20)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		start := time.Now()
		received := make(chan error, 1)
		go func() {
			_, err := io.CopyN(io.Discard, r, size)
			received <- err
		}()
		for n := int64(0); n < size; {
			m, err := w.Write(data[:min(size-n, int64(len(data)))])
			if err != nil {
				return err
			}
			n += int64(m)
		}
		if err := <-received; err != nil {
			return err
		}
		log.Printf("rate %.0f", float64(size)/1e6/time.Since(start).Seconds())
	}
	return nil
}
