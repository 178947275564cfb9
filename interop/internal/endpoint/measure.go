package endpoint

import (
	"bufio"
	"io"
	"log"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// Measure sends size bytes from w to r for each line of standard input, and says
// "rate N M": MB a second, and MB a second of CPU time that both ends take,
// which other work on the machine disturbs less.
func Measure(w io.Writer, r io.Reader, size int64) error {
	data := make([]byte, 1<<20)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		start, startCPU := time.Now(), cpuTime()
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
		elapsed, cpu := time.Since(start), cpuTime()-startCPU
		log.Printf("rate %.1f %.1f", float64(size)/1e6/elapsed.Seconds(), float64(size)/1e6/cpu.Seconds())
	}
	return nil
}

// cpuTime is what this process has taken so far.
func cpuTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		log.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
