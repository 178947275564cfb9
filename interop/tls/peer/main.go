// Peer is a client or a server of TLS. Over each of several connections, one
// after the other, it sends from standard input and receives to standard output.
// It says "kernel NAME", "port N" as a server, and "connected VERSION SUITE
// resumed=BOOL" for each connection. The build tag std makes it use crypto/tls.
package main

import (
	stdtls "crypto/tls"
	"flag"
	"fmt"
	"log"
	"net"
	"strconv"
	"strings"

	"vpaes.example/aes/interop/internal/endpoint"
)

// options are what the command line says.
type options struct {
	connect string
	version string
	suite   string
	sizes   sizes
	bench   bool
}

type sizes []int64

func (s *sizes) String() string { return fmt.Sprint(*s) }

func (s *sizes) Set(text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	*s = append(*s, n)
	return err
}

// sayKernel names this module's implementation in the stack that can use it.
var sayKernel = func() string { return "of the standard library" }

func main() {
	log.SetFlags(0)
	var o options
	flag.StringVar(&o.connect, "connect", "", "be a client of `ADDRESS`")
	flag.StringVar(&o.version, "version", "TLS 1.3", "the version of TLS")
	flag.StringVar(&o.suite, "suite", "", "the cipher suite, for TLS 1.2")
	flag.Var(&o.sizes, "size", "bytes each way over a connection; one flag for each connection")
	flag.BoolVar(&o.bench, "bench", false, "measure a transfer for each line of standard input")
	flag.Parse()
	if err := run(o); err != nil {
		log.Fatal(err)
	}
}

func run(o options) error {
	c, err := newConfig(o)
	if err != nil {
		return err
	}
	log.Println("kernel", sayKernel())
	switch {
	case o.bench:
		return measure(c, o.sizes[0])
	case o.connect != "":
		return dial(c, o)
	}
	return serve(c, o)
}

func newConfig(o options) (*config, error) {
	der, key, err := endpoint.Certificate()
	if err != nil {
		return nil, err
	}
	c := &config{
		Certificates:       []certificate{{Certificate: [][]byte{der}, PrivateKey: key}},
		InsecureSkipVerify: true, // it is this machine
		ServerName:         "localhost",
		ClientSessionCache: newCache(1),
	}
	for v := uint16(stdtls.VersionTLS12); v <= stdtls.VersionTLS13; v++ {
		if stdtls.VersionName(v) == o.version {
			c.MinVersion, c.MaxVersion = v, v
		}
	}
	for _, s := range append(stdtls.CipherSuites(), stdtls.InsecureCipherSuites()...) {
		if s.Name == o.suite {
			c.CipherSuites = []uint16{s.ID}
		}
	}
	if c.MinVersion == 0 || o.suite != "" && c.CipherSuites == nil {
		return nil, fmt.Errorf("no %q with suite %q", o.version, o.suite)
	}
	return c, nil
}

func dial(c *config, o options) error {
	for _, size := range o.sizes {
		raw, err := endpoint.Dial(o.connect)
		if err != nil {
			return err
		}
		conn := client(raw, c)
		if err := transfer(conn, conn.Handshake, func() (uint16, uint16, bool) {
			s := conn.ConnectionState()
			return s.Version, s.CipherSuite, s.DidResume
		}, size); err != nil {
			return err
		}
	}
	return nil
}

func serve(c *config, o options) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer l.Close()
	log.Println("port", l.Addr().(*net.TCPAddr).Port)
	for _, size := range o.sizes {
		raw, err := l.Accept()
		if err != nil {
			return err
		}
		conn := server(raw, c)
		if err := transfer(conn, conn.Handshake, func() (uint16, uint16, bool) {
			s := conn.ConnectionState()
			return s.Version, s.CipherSuite, s.DidResume
		}, size); err != nil {
			return err
		}
	}
	return nil
}

// transfer does one connection. Its handshake and its state have another type in
// each stack.
func transfer(conn net.Conn, handshake func() error, state func() (version, suite uint16, resumed bool), size int64) error {
	defer conn.Close()
	if err := handshake(); err != nil {
		return err
	}
	version, suite, resumed := state()
	name := strings.ReplaceAll(stdtls.VersionName(version), " ", "")
	log.Printf("connected %s %s resumed=%v", name, stdtls.CipherSuiteName(suite), resumed)
	return endpoint.Pump(conn, size)
}
