// Peer is a client or a server of DTLS 1.2, and with -srtp of DTLS-SRTP. It sends
// each piece of standard input that it reads as a datagram, and what it receives
// goes to standard output. It says "port N" as a server, for SRTP "media N" as
// well, and "connected SUITE".
package main

import (
	"crypto/tls"
	"flag"
	"fmt"
	"log"
	"net"

	"github.com/pion/dtls/v3"

	"vpaes.example/aes/interop/internal/endpoint"
)

// options are what the command line says.
type options struct {
	connect, media, suite, profile string
	size                           int64
	bench                          bool
}

func main() {
	log.SetFlags(0)
	var o options
	flag.StringVar(&o.connect, "connect", "", "be a client of `ADDRESS`")
	flag.StringVar(&o.media, "media", "", "where the server has SRTP")
	flag.StringVar(&o.suite, "suite", "", "the cipher suite")
	flag.StringVar(&o.profile, "srtp", "", "send SRTP, with this protection profile")
	flag.Int64Var(&o.size, "size", 0, "bytes each way")
	flag.BoolVar(&o.bench, "bench", false, "measure a transfer for each line of standard input")
	flag.Parse()
	if err := run(o); err != nil {
		log.Fatal(err)
	}
}

func run(o options) error {
	if o.bench {
		return measure(o)
	}
	var media *net.UDPConn
	var err error
	if o.profile != "" {
		if media, err = listenUDP(); err != nil {
			return err
		}
		defer media.Close()
		if o.connect == "" {
			log.Println("media", media.LocalAddr().(*net.UDPAddr).Port)
		}
	}
	conn, err := handshake(o)
	if err != nil {
		return err
	}
	defer conn.Close()
	state, _ := conn.ConnectionState()
	log.Println("connected", state.CipherSuiteID)
	if o.profile == "" {
		return endpoint.Pump(conn, o.size)
	}
	s, err := newStream(conn, media, o)
	if err != nil {
		return err
	}
	return endpoint.Pump(s, o.size)
}

// handshake makes the connection.
func handshake(o options) (*dtls.Conn, error) {
	config, err := newConfig(o)
	if err != nil {
		return nil, err
	}
	conn, err := connection(config, o.connect)
	if err != nil {
		return nil, err
	}
	return conn, conn.Handshake()
}

func newConfig(o options) (*dtls.Config, error) {
	der, key, err := endpoint.Certificate()
	if err != nil {
		return nil, err
	}
	config := &dtls.Config{
		Certificates:       []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}},
		InsecureSkipVerify: true, // it is this machine
	}
	if config.CipherSuites, err = suites(o.suite); err != nil {
		return nil, err
	}
	if o.profile != "" {
		p, ok := profiles[o.profile]
		if !ok {
			return nil, fmt.Errorf("no profile %q", o.profile)
		}
		config.SRTPProtectionProfiles = []dtls.SRTPProtectionProfile{p}
	}
	return config, nil
}

// connection makes that which the handshake is for.
func connection(config *dtls.Config, connect string) (*dtls.Conn, error) {
	if connect != "" {
		address, err := net.ResolveUDPAddr("udp", connect)
		if err != nil {
			return nil, err
		}
		return dtls.Dial("udp", address, config)
	}
	l, err := dtls.Listen("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)}, config)
	if err != nil {
		return nil, err
	}
	log.Println("port", l.Addr().(*net.UDPAddr).Port)
	conn, err := l.Accept()
	if err != nil {
		return nil, err
	}
	return conn.(*dtls.Conn), nil
}

// suites returns the suite called name, or none, which stands for all.
func suites(name string) ([]dtls.CipherSuiteID, error) {
	if name == "" {
		return nil, nil
	}
	for id := range dtls.CipherSuiteID(0xffff) {
		if id.String() == name {
			return []dtls.CipherSuiteID{id}, nil
		}
	}
	return nil, fmt.Errorf("no suite %q", name)
}

func listenUDP() (*net.UDPConn, error) {
	return net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
}
