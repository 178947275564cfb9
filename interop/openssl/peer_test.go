package openssl

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"vpaes.example/aes/interop/internal/schemes"
	"vpaes.example/aes/interop/internal/tools"
)

// A peer is a running peer.c.
type peer struct {
	in  io.Writer
	out *bufio.Reader
}

var errRefused = errors.New("libcrypto: refused")

// startPeer compiles and starts peer.c, which ends with the test.
func startPeer(t *testing.T) *peer {
	t.Helper()
	tools.File(t, "/usr/include/openssl/evp.h", "libssl-dev")
	program := filepath.Join(t.TempDir(), "peer")
	cc := exec.Command(tools.Command(t, "gcc", "gcc"), "-O2", "-o", program, "testdata/peer.c", "-lcrypto")
	if out, err := cc.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(program)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("peer: %v", err)
		}
	})
	return &peer{in, bufio.NewReader(out)}
}

// seal and open are a scheme's, done by the cipher of libcrypto called name.
func (p *peer) seal(name string, in schemes.Input) ([]byte, error) { return p.ask("seal", name, in) }
func (p *peer) open(name string, in schemes.Input) ([]byte, error) { return p.ask("open", name, in) }

func (p *peer) ask(op, name string, in schemes.Input) ([]byte, error) {
	_, err := fmt.Fprintln(p.in, op, name, in.TagSize, word(in.Key), word(in.Nonce), word(in.AAD), word(in.Text))
	if err != nil {
		return nil, err
	}
	line, err := p.out.ReadString('\n')
	if err != nil {
		return nil, err
	}
	switch line = strings.TrimSpace(line); line {
	case "-":
		return nil, nil
	case "refused":
		return nil, errRefused
	case "error":
		return nil, fmt.Errorf("libcrypto: cannot %s with %s", op, name)
	}
	return hex.DecodeString(line)
}

// word is how a request says b.
func word(b []byte) string {
	if len(b) == 0 {
		return "-"
	}
	return hex.EncodeToString(b)
}
