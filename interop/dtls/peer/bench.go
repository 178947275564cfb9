package main

import (
	"net"

	"github.com/pion/dtls/v3"
	"github.com/pion/rtp"
	"github.com/pion/srtp/v3"

	"vpaes.example/aes/interop/internal/endpoint"
)

const (
	datagram = 1200
	window   = 16 // datagrams that are under way at most, so that none is lost
)

// measure measures DTLS, or SRTP without a network, within this process.
func measure(o options) error {
	if o.profile != "" {
		transfer, err := mediaTransfer(o.profile)
		if err != nil {
			return err
		}
		return endpoint.Measure(o.size, transfer)
	}
	sender, receiver, err := pair(o)
	if err != nil {
		return err
	}
	defer sender.Close()
	defer receiver.Close()
	data, buf := make([]byte, datagram), make([]byte, 2*datagram)
	return endpoint.Measure(o.size, func(size int64) error {
		for n := int64(0); n < size; n += window * datagram {
			for range window {
				if _, err := sender.Write(data); err != nil {
					return err
				}
			}
			for range window {
				if _, err := receiver.Read(buf); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// pair makes both ends of a connection.
func pair(o options) (client, server *dtls.Conn, err error) {
	config, err := newConfig(o)
	if err != nil {
		return nil, nil, err
	}
	l, err := dtls.Listen("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)}, config)
	if err != nil {
		return nil, nil, err
	}
	accepted := make(chan error, 1)
	go func() {
		conn, err := l.Accept()
		if err == nil {
			server = conn.(*dtls.Conn)
			err = server.Handshake()
		}
		accepted <- err
	}()
	if client, err = dtls.Dial("udp", l.Addr().(*net.UDPAddr), config); err != nil {
		return nil, nil, err
	}
	if err := client.Handshake(); err != nil {
		return nil, nil, err
	}
	return client, server, <-accepted
}

// mediaTransfer encrypts and decrypts packets under one key.
func mediaTransfer(name string) (func(size int64) error, error) {
	profile := srtp.ProtectionProfile(profiles[name])
	keySize, err := profile.KeyLen()
	if err != nil {
		return nil, err
	}
	saltSize, err := profile.SaltLen()
	if err != nil {
		return nil, err
	}
	var ends [2]*srtp.Context
	for i := range ends {
		if ends[i], err = srtp.CreateContext(make([]byte, keySize), make([]byte, saltSize), profile); err != nil {
			return nil, err
		}
	}
	packet := rtp.Packet{Header: rtp.Header{Version: 2, PayloadType: 96, SSRC: 1}, Payload: make([]byte, datagram)}
	var plain, sealed, opened []byte
	return func(size int64) error {
		for n := int64(0); n < size; n += datagram {
			packet.SequenceNumber++
			if plain, err = packet.Marshal(); err != nil {
				return err
			}
			if sealed, err = ends[0].EncryptRTP(sealed[:0], plain, nil); err != nil {
				return err
			}
			if opened, err = ends[1].DecryptRTP(opened[:0], sealed, nil); err != nil {
				return err
			}
		}
		return nil
	}, nil
}
