package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// A build makes a program and returns its path.
type build func() (string, error)

// builder returns the build of a program in testdata, with the overlay or without. It
// builds once.
func builder(name string, overlaid bool) build {
	return sync.OnceValues(func() (string, error) {
		g, err := golangForTest()
		if err != nil {
			return "", err
		}
		path, args := name+"-plain.exe", []string{"build"}
		if overlaid {
			json, err := overlayOnce()
			if err != nil {
				return "", err
			}
			path, args = name+"-overlaid.exe", append(args, "-overlay", json)
		}
		path = filepath.Join(scratch, path)
		_, err = g.run(append(args, "-tags", tags(), "-o", path, "./testdata/"+name)...)
		return path, err
	})
}

var (
	plainReport, overlaidReport = builder("report", false), builder("report", true)
	plainHTTPS, overlaidHTTPS   = builder("https", false), builder("https", true)
)

// program is the path of what build makes.
func program(t *testing.T, build build) string {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// withGODEBUG is the environment with GODEBUG set.
func withGODEBUG(settings string) []string { return append(os.Environ(), "GODEBUG="+settings) }

// report runs the program report and returns its lines by their first word.
func report(t *testing.T, build build, godebug string) map[string]string {
	t.Helper()
	cmd := exec.Command(program(t, build))
	cmd.Env = withGODEBUG(godebug)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("GODEBUG=%s: %v\n%s", godebug, err, out)
	}
	lines := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, is, _ := strings.Cut(strings.TrimSpace(strings.Replace(line, "TLS 1.", "TLS1.", 1)), " ")
		lines[name] = is
	}
	return lines
}

func expect(t *testing.T, godebug string, got, want map[string]string) {
	t.Helper()
	for name, is := range want {
		if got[name] != is {
			t.Errorf("GODEBUG=%s: %s is %q, want %q", godebug, name, got[name], is)
		}
	}
}

// masks are the GODEBUG settings under which the program is tested: every kernel
// of amd64 that the machine has is the best under one of them.
var masks = []string{
	"",
	"cpu.avx2=off",
	"cpu.avx=off",
	"cpu.aes=off",
	"cpu.pclmulqdq=off",
	"cpu.aes=off,cpu.pclmulqdq=off",
	"cpu.aes=off,cpu.pclmulqdq=off,cpu.avx2=off",
	"cpu.aes=off,cpu.pclmulqdq=off,cpu.avx=off",
	"cpu.aes=off,cpu.pclmulqdq=off,cpu.avx=off,cpu.ssse3=off",
}

func TestObjects(t *testing.T) {
	needGo(t)
	for _, godebug := range masks {
		want := map[string]string{
			"block":          "*crypto/aes.Block",
			"ctr":            "crypto/aes.stream",
			"cbc":            "*crypto/aes.cbcEncrypter *crypto/aes.cbcDecrypter",
			"gcm":            "crypto/aes.aead",
			"random-nonce":   "crypto/aes.gcmWithRandomNonce",
			"implementation": implementation(t, godebug),
		}
		// Which suite TLS 1.3 chooses is crypto/tls's affair; without AES instructions
		// it is one with ChaCha20-Poly1305.
		plain := report(t, plainReport, godebug)
		for _, version := range []string{"TLS1.2", "TLS1.3"} {
			outer, gcm, _ := strings.Cut(plain[version], " ")
			if strings.HasPrefix(gcm, "*crypto/internal/fips140/aes/gcm.") {
				gcm = "*crypto/tls.nonce_counter crypto/aes.aead"
			}
			want[version] = outer + " " + gcm
		}
		if !strings.HasSuffix(want["TLS1.2"], "crypto/aes.aead") {
			t.Errorf("GODEBUG=%s: AES-GCM in TLS 1.2 was %q", godebug, plain["TLS1.2"])
		}
		expect(t, godebug, report(t, overlaidReport, godebug), want)
	}
}

// TestFIPS: in FIPS 140-3 mode, the Go Cryptographic Module does all the work.
func TestFIPS(t *testing.T) {
	needGo(t)
	for _, godebug := range []string{"fips140=on", "fips140=only"} {
		cmd := exec.Command(program(t, plainReport))
		cmd.Env = withGODEBUG(godebug)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("%s does not work in this build: %v\n%s", godebug, err, out)
		}
		want, got := report(t, plainReport, godebug), report(t, overlaidReport, godebug)
		expect(t, godebug, got, want)
		if got["block"] != "*crypto/internal/fips140/aes.Block" || got["implementation"] != "" {
			t.Errorf("%s: a block is a %s, %s", godebug, got["block"], got["implementation"])
		}
	}
}
