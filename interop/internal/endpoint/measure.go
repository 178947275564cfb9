package endpoint

import (
	"bufio"
	"io"
	"log"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// Measure calls transfer for each line of standard input, which sends size bytes
// from one end to another, and says "rate N M": MB a second, and MB a second of CPU
// time that both ends take, which other work on the machine disturbs less.
func Measure(size int64, transfer func(size int64) error) error {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		start, startCPU := time.Now(), cpuTime()
		if err := transfer(size); err != nil {
			return err
		}
		elapsed, cpu := time.Since(start), cpuTime()-startCPU
		log.Printf("rate %.1f %.1f", float64(size)/1e6/elapsed.Seconds(), float64(size)/1e6/cpu.Seconds())
	}
	return nil
}

// Stream is a transfer from w to r.
func Stream(w io.Writer, r io.Reader) func(size int64) error {
	data := make([]byte, 1<<20)
	return func(size int64) error {
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
		return <-received
	}
}

// cpuTime is what this process has taken so far.
func cpuTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		log.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
