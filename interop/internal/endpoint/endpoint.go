// Package endpoint is what the programs that tests run have in common.
package endpoint

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"errors"
	"io"
	"math/big"
	"net"
	"os"
	"syscall"
	"time"
)

// Pump sends n bytes of standard input, and has n bytes that it receives on
// standard output, at the same time.
func Pump(conn io.ReadWriter, n int64) error {
	sent := make(chan error, 1)
	go func() {
		_, err := io.CopyN(conn, os.Stdin, n)
		sent <- err
	}()
	if _, err := io.CopyN(os.Stdout, conn, n); err != nil {
		return err
	}
	return <-sent
}

// Certificate makes a certificate for this machine, signed by its own key.
func Certificate() (der []byte, key *ecdsa.PrivateKey, err error) {
	key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(time.Hour),
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err = x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	return der, key, err
}

// Dial connects to a server that may not listen yet.
func Dial(address string) (conn net.Conn, err error) {
	for range 500 {
		if conn, err = net.Dial("tcp", address); !errors.Is(err, syscall.ECONNREFUSED) {
			return conn, err
		}
		time.Sleep(10 * time.Millisecond)
	}
	return nil, err
}
