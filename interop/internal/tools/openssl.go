package tools

import (
	"net"
	"os/exec"
	"path/filepath"
	"testing"
)

// Certificate makes a certificate for "openssl s_server", and returns the flags for
// it.
func Certificate(t testing.TB) []string {
	t.Helper()
	dir := t.TempDir()
	key, cert := filepath.Join(dir, "key"), filepath.Join(dir, "cert")
	cmd := exec.Command(Command(t, "openssl", "openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
		"-nodes", "-keyout", key, "-out", cert, "-subj", "/CN=localhost", "-days", "2")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return []string{"-key", key, "-cert", cert}
}

// FreeAddress returns an address of this machine on which nobody listened a moment
// ago, for servers that do not say which one they take.
func FreeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
