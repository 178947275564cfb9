package main

import (
	"net"

	"vpaes.example/aes/interop/internal/endpoint"
)

// measure measures a connection within this process.
func measure(c *config, size int64) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer l.Close()
	sender, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		return err
	}
	receiver, err := l.Accept()
	if err != nil {
		return err
	}
	return endpoint.Measure(size, endpoint.Stream(client(sender, c), server(receiver, c)))
}
