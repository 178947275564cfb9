package main

import (
	"io"
	"net"
	"strconv"

	"golang.org/x/crypto/ssh"

	"vpaes.example/aes/interop/internal/endpoint"
)

// measure measures a channel within this process.
func measure(c ssh.Config, size string) error {
	n, err := strconv.ParseInt(size, 10, 64)
	if err != nil {
		return err
	}
	config, err := serverConfig(c)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer l.Close()
	accepted := make(chan io.Reader, 1)
	go func() {
		if r, err := acceptChannel(l, config); err == nil {
			accepted <- r
		}
		close(accepted)
	}()
	client, err := ssh.Dial("tcp", l.Addr().String(), &ssh.ClientConfig{Config: c, HostKeyCallback: ssh.InsecureIgnoreHostKey()})
	if err != nil {
		return err
	}
	defer client.Close()
	channel, requests, err := client.OpenChannel("session", nil)
	if err != nil {
		return err
	}
	go ssh.DiscardRequests(requests)
	return endpoint.Measure(n, endpoint.Stream(channel, <-accepted))
}

// acceptChannel returns the first channel of the first connection.
func acceptChannel(l net.Listener, config *ssh.ServerConfig) (io.Reader, error) {
	raw, err := l.Accept()
	if err != nil {
		return nil, err
	}
	_, channels, requests, err := ssh.NewServerConn(raw, config)
	if err != nil {
		return nil, err
	}
	go ssh.DiscardRequests(requests)
	channel, requests, err := (<-channels).Accept()
	if err != nil {
		return nil, err
	}
	go ssh.DiscardRequests(requests)
	return channel, nil
}
