package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// doctoredRoot makes a GOROOT like g's in which one file of the standard library has the
// text new in the place of old.
func doctoredRoot(t *testing.T, g *golang, file, old, new string) string {
	t.Helper()
	root, copied := g.root, t.TempDir()
	// Directories on the way to the file are new; all else are links.
	for dir := "."; ; {
		if err := os.MkdirAll(filepath.Join(copied, dir), 0o755); err != nil {
			t.Fatal(err)
		}
		entries, err := os.ReadDir(filepath.Join(root, dir))
		if err != nil {
			t.Fatal(err)
		}
		next := ""
		for _, e := range entries {
			path := filepath.Join(dir, e.Name())
			switch {
			case path == filepath.Clean(file):
			case strings.HasPrefix(file, path+"/"):
				next = path
			default:
				if err := os.Symlink(filepath.Join(root, path), filepath.Join(copied, path)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if next == "" {
			break
		}
		dir = next
	}
	text, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(text, []byte(old)) {
		t.Fatalf("%s does not have %q", file, old)
	}
	text = bytes.ReplaceAll(text, []byte(old), []byte(new))
	if err := os.WriteFile(filepath.Join(copied, file), text, 0o644); err != nil {
		t.Fatal(err)
	}
	return copied
}

func TestMismatch(t *testing.T) {
	g := needGo(t)
	for _, c := range []struct{ file, old, new, says string }{
		{"src/crypto/tls/cipher_suites.go", "gcm.NewGCMForTLS13(", "gcm.NewGCMForTLS14(", "crypto/tls/cipher_suites.go: 0 calls of the form gcm.NewGCMForTLS13"},
		{"src/crypto/tls/cipher_suites.go", "aes.(*fipsaes.Block)", "aes", "0 calls of the form"},
		{"src/crypto/tls/cipher_suites.go", "func cipherRC4(", "var _ fipsaes.CTR\n\nfunc cipherRC4(", "other uses of fipsaes or gcm"},
		{"src/crypto/tls/auth.go", "import (", "import (\n\t_ \"crypto/internal/fips140/aes\"", "crypto/tls/auth.go imports"},
		{"src/crypto/tls/tls.go", "func Server(", "var nonce_TLS12 int\n\nfunc Server(", "package tls declares nonce_TLS12"},
		{"src/crypto/aes/aes.go", "type KeySizeError int", "type KeySizeError int\n\nfunc NewFast() {}\n", "crypto/aes exports NewFast"},
		{"src/crypto/aes/aes.go", "func NewCipher(", "func newCipher(", "crypto/aes has no NewCipher"},
		{"src/crypto/cipher/gcm.go", "func NewGCMWithRandomNonce(cipher Block)", "func NewGCMWithRandomNonce(cipher *aes.Block)", "does not take one Block"},
		{"src/crypto/cipher/gcm.go", "c, ok := cipher.(*aes.Block)\n", "c, ok := cipher.(any).(*aes.Block)\n", "in the known way"},
		// What only the compiler sees.
		{"src/crypto/aes/aes.go", "func NewCipher(key []byte)", "func NewCipher(key string)", "does not build with this package"},
		{"src/crypto/tls/cipher_suites.go", "package tls", "package tls and more", "expected"},
	} {
		root := doctoredRoot(t, g, c.file, c.old, c.new)
		t.Run(c.says, func(t *testing.T) {
			t.Setenv("GOROOT", root)
			t.Setenv("GOTOOLCHAIN", "local")
			dir := filepath.Join(t.TempDir(), "overlays")
			var stdout, stderr bytes.Buffer
			status := run([]string{"-go", filepath.Join(root, "bin", "go"), "-o", dir}, &stdout, &stderr)
			if status != 1 || stdout.String() != failed+"\n" || !strings.Contains(stderr.String(), c.says) {
				t.Errorf("status %d, stdout %q, stderr %q", status, &stdout, &stderr)
			}
			if left, _ := os.ReadDir(dir); len(left) > 0 {
				t.Errorf("%s was written", left)
			}
		})
	}
}
