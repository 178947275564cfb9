package main

import (
	"bufio"
	"io"
	"log"
	"net"
	"os"
	"time"
)

// measure makes a connection within this process, and for each line of standard
// input sends size bytes through it. It says "rate N" in MB/s.
func measure(c *config, size int64) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer l.Close()
	received := make(chan error)
	go func() {
		raw, err := l.Accept()
		if err != nil {
			received <- err
			return
		}
		conn := server(raw, c)
		for {
			_, err := io.CopyN(io.Discard, conn, size)
			received <- err
			if err != nil {
				return
			}
		}
	}()
	raw, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		return err
	}
	conn := client(raw, c)
	data := make([]byte, 1<<20)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		start := time.Now()
		for n := int64(0); n < size; {
			m, err := conn.Write(data[:min(size-n, int64(len(data)))])
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
