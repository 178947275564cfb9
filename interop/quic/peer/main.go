// Peer is a client or a server of QUIC. Over one stream it sends from standard
// input and receives to standard output. It says "port N" as a server, and
// "connected SUITE".
package main

import (
	"context"
	"crypto/tls"
	"flag"
	"io"
	"log"
	"net"

	"github.com/quic-go/quic-go"

	"vpaes.example/aes/interop/internal/endpoint"
)

const protocol = "interop"

func main() {
	log.SetFlags(0)
	connect := flag.String("connect", "", "be a client of `ADDRESS`")
	size := flag.Int64("size", 0, "bytes each way")
	bench := flag.Bool("bench", false, "measure a transfer for each line of standard input")
	flag.Parse()
	var err error
	switch {
	case *bench:
		err = measure(*size)
	case *connect != "":
		err = dial(*connect, *size)
	default:
		err = serve(*size)
	}
	if err != nil {
		log.Fatal(err)
	}
}

func dial(address string, size int64) error {
	conn, err := quic.DialAddr(context.Background(), address, clientConfig(), nil)
	if err != nil {
		return err
	}
	say(conn)
	stream, err := conn.OpenStreamSync(context.Background())
	if err != nil {
		return err
	}
	if err := endpoint.Pump(stream, size); err != nil {
		return err
	}
	// The end of the other side's stream says that it has everything.
	if err := stream.Close(); err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, stream); err != nil {
		return err
	}
	return conn.CloseWithError(0, "")
}

func serve(size int64) error {
	l, err := listen()
	if err != nil {
		return err
	}
	defer l.Close()
	log.Println("port", l.Addr().(*net.UDPAddr).Port)
	conn, err := l.Accept(context.Background())
	if err != nil {
		return err
	}
	say(conn)
	stream, err := conn.AcceptStream(context.Background())
	if err != nil {
		return err
	}
	if err := endpoint.Pump(stream, size); err != nil {
		return err
	}
	if err := stream.Close(); err != nil {
		return err
	}
	<-conn.Context().Done()
	return nil
}

func say(conn *quic.Conn) {
	log.Println("connected", tls.CipherSuiteName(conn.ConnectionState().TLS.CipherSuite))
}

func clientConfig() *tls.Config {
	return &tls.Config{
		InsecureSkipVerify: true, // it is this machine
		NextProtos:         []string{protocol},
	}
}

func listen() (*quic.Listener, error) {
	der, key, err := endpoint.Certificate()
	if err != nil {
		return nil, err
	}
	return quic.ListenAddr("127.0.0.1:0", &tls.Config{
		Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}},
		NextProtos:   []string{protocol},
	}, nil)
}

// measure measures a connection within this process.
func measure(size int64) error {
	l, err := listen()
	if err != nil {
		return err
	}
	defer l.Close()
	conn, err := quic.DialAddr(context.Background(), l.Addr().String(), clientConfig(), nil)
	if err != nil {
		return err
	}
	sender, err := conn.OpenStreamSync(context.Background())
	if err != nil {
		return err
	}
	return endpoint.Measure(size, endpoint.Stream(sender, &firstStream{listener: l}))
}

// firstStream reads the first stream of the first connection, which there is only
// when something has been sent.
type firstStream struct {
	listener *quic.Listener
	stream   *quic.Stream
}

func (f *firstStream) Read(p []byte) (int, error) {
	if f.stream == nil {
		conn, err := f.listener.Accept(context.Background())
		if err != nil {
			return 0, err
		}
		if f.stream, err = conn.AcceptStream(context.Background()); err != nil {
			return 0, err
		}
	}
	return f.stream.Read(p)
}
