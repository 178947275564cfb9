package main

import (
	"bufio"
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A suite is a cipher suite under the names that Go and OpenSSL have for it.
type suite struct{ golang, openssl string }

var suites12 = []suite{
	{"TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", "ECDHE-ECDSA-AES128-GCM-SHA256"},
	{"TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", "ECDHE-ECDSA-AES256-GCM-SHA384"},
	{"TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA", "ECDHE-ECDSA-AES128-SHA"},
	{"TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA", "ECDHE-ECDSA-AES256-SHA"},
	{"TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256", "ECDHE-ECDSA-AES128-SHA256"},
}

// suites13 are those of TLS 1.3; a Go client cannot choose among them.
var suites13 = []suite{
	{"TLS 1.3", "TLS_AES_128_GCM_SHA256"},
	{"TLS 1.3", "TLS_AES_256_GCM_SHA384"},
}

var suites = append(suites12, suites13...)

// is13 reports whether the suite is one of TLS 1.3.
func (s suite) is13() bool { return s.golang == "TLS 1.3" }

// peer returns the path of a program that is to be a peer.
func peer(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("%v; the package of that name has it", err)
	}
	return path
}

// pemPair writes a certificate for 127.0.0.1 and its key to files.
func pemPair(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		Subject:      pkix.Name{CommonName: "aesoverlay"}, // curl asks for one
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA:        true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: pkcs8}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// A server is a running peer.
type server struct {
	address string
	cmd     *exec.Cmd
	stdin   io.Closer
}

// listen starts a server, which prints a line with its address after mark, and stops it
// when the test ends.
func listen(t *testing.T, mark string, cmd *exec.Cmd) *server {
	t.Helper()
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s := &server{cmd: cmd, stdin: stdin}
	t.Cleanup(s.stop)
	lines := bufio.NewReader(stdout)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("%s: %v", cmd, err)
		}
		if address, ok := strings.CutPrefix(line, mark); ok {
			s.address = strings.TrimSpace(address)
			return s
		}
	}
}

// stop stops the server, which may be stopped already. One that does not end
// with its standard input is killed.
func (s *server) stop() {
	if s.cmd.ProcessState != nil {
		return
	}
	s.stdin.Close()
	defer time.AfterFunc(time.Second/5, func() { s.cmd.Process.Kill() }).Stop()
	s.cmd.Wait() // its status tells how it ended, which is as good as any
}

// serveProgram starts "https serve".
func serveProgram(t *testing.T, build build, godebug, cert, key string) *server {
	t.Helper()
	cmd := exec.Command(program(t, build), "serve", cert, key)
	cmd.Env = withGODEBUG(godebug)
	return listen(t, "", cmd)
}

// pattern is what that server sends for /n.
func pattern(n int) []byte {
	p := make([]byte, n)
	for i := range p {
		p[i] = byte(i % 251)
	}
	return p
}

// curl runs curl with the given suite and returns what it fetched.
func curl(t *testing.T, s suite, cert, url string, more ...string) []byte {
	t.Helper()
	args := []string{"-sS", "--noproxy", "*", "--http1.1", "--fail", "--cacert", cert, url}
	if s.is13() {
		args = append(args, "--tlsv1.3", "--tls13-ciphers", s.openssl)
	} else {
		args = append(args, "--tlsv1.2", "--tls-max", "1.2", "--ciphers", s.openssl)
	}
	cmd := exec.Command(peer(t, "curl"), append(args, more...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, &stderr)
	}
	return out
}

// The sizes are one byte, a record and a byte, and many records.
var sizes = []int{1, 16<<10 + 1, 5<<20 + 3}

// peerMasks are two machines: this one, and one without AES instructions.
var peerMasks = []string{"", "cpu.aes=off,cpu.pclmulqdq=off"}

func TestCurl(t *testing.T) {
	needLong(t)
	for _, godebug := range peerMasks {
		cert, key := pemPair(t)
		address := serveProgram(t, overlaidHTTPS, godebug, cert, key).address
		for _, s := range suites {
			for _, n := range sizes {
				if got := curl(t, s, cert, fmt.Sprintf("https://%s/%d", address, n)); !bytes.Equal(got, pattern(n)) {
					t.Errorf("GODEBUG=%s %s: %d bytes came as %d others", godebug, s.openssl, n, len(got))
				}
			}
			n := sizes[len(sizes)-1]
			posted := filepath.Join(t.TempDir(), "posted")
			if err := os.WriteFile(posted, pattern(n), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := curl(t, s, cert, "https://"+address+"/", "--data-binary", "@"+posted); !bytes.Equal(got, pattern(n)) {
				t.Errorf("GODEBUG=%s %s: posted bytes came back as others", godebug, s.openssl)
			}
		}
	}
}

func TestOpenSSLClient(t *testing.T) {
	needLong(t)
	for _, godebug := range peerMasks {
		cert, key := pemPair(t)
		address := serveProgram(t, overlaidHTTPS, godebug, cert, key).address
		for _, s := range suites {
			args := []string{"s_client", "-quiet", "-connect", address, "-CAfile", cert, "-verify_return_error"}
			if s.is13() {
				args = append(args, "-tls1_3", "-ciphersuites", s.openssl)
			} else {
				args = append(args, "-tls1_2", "-cipher", s.openssl)
			}
			n := sizes[len(sizes)-1]
			cmd := exec.Command(peer(t, "openssl"), args...)
			cmd.Stdin = strings.NewReader(fmt.Sprintf("GET /%d HTTP/1.0\r\n\r\n", n))
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%s: %v", cmd, err)
			}
			if _, body, _ := bytes.Cut(out, []byte("\r\n\r\n")); !bytes.Equal(body, pattern(n)) {
				t.Errorf("GODEBUG=%s %s: %d bytes came as %d others", godebug, s.openssl, n, len(body))
			}
		}
	}
}

func TestOpenSSLServer(t *testing.T) {
	needLong(t)
	for _, s := range suites {
		cert, key := pemPair(t)
		n := sizes[len(sizes)-1]
		file := filepath.Join(filepath.Dir(cert), "file")
		if err := os.WriteFile(file, pattern(n), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(peer(t, "openssl"), "s_server", "-WWW", "-accept", "127.0.0.1:0", "-cert", cert, "-key", key,
			"-ciphersuites", suites13[0].openssl, "-cipher", "ALL")
		if s.is13() {
			cmd.Args[len(cmd.Args)-3] = s.openssl
		}
		cmd.Dir = filepath.Dir(cert)
		address := listen(t, "ACCEPT ", cmd).address
		for _, godebug := range peerMasks {
			get := exec.Command(program(t, overlaidHTTPS), "get", "https://"+address+"/file", cert, s.golang)
			get.Env = withGODEBUG(godebug)
			out, err := get.CombinedOutput()
			if err != nil {
				t.Fatalf("%s: %v\n%s", get, err, out)
			}
			chosen, sum, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
			want := sha256.Sum256(pattern(n))
			if sum != hex.EncodeToString(want[:]) || chosen != s.golang && !(s.is13() && chosen == s.openssl) {
				t.Errorf("GODEBUG=%s %s: got %s %s", godebug, s.openssl, chosen, sum)
			}
		}
	}
}
