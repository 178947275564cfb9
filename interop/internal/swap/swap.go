// Package swap builds the programs of tests twice: with the standard library's
// AES, and with modules that swap.sh has changed to take ours.
package swap

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// A Stack is a set of modules whose AES is swapped.
type Stack struct {
	Modules []string
	// Handshake says that crypto/tls, which the stack leaves the handshake to,
	// may make its own AES.
	Handshake bool
}

// Build builds the program in the folder pkg, below the test's own, with the
// stack's modules swapped, and returns its path. With no modules, nothing is
// swapped, but crypto/aes.NewCipher panics all the same.
func (s Stack) Build(t testing.TB, pkg string, flags ...string) string {
	t.Helper()
	dir := t.TempDir()
	script := exec.Command("./swap.sh", append([]string{dir}, s.Modules...)...)
	script.Dir = root(t)
	script.Env = os.Environ()
	if s.Handshake {
		script.Env = append(script.Env, "HANDSHAKE=std")
	}
	if out, err := script.CombinedOutput(); err != nil {
		t.Fatalf("swap.sh: %v\n%s", err, out)
	}
	goroot := filepath.Join(dir, "goroot")
	if _, err := os.Stat(goroot); err != nil {
		goroot = ""
	}
	return build(t, goroot, pkg,
		append(flags, "-modfile="+filepath.Join(dir, "go.mod"), "-overlay="+filepath.Join(dir, "overlay.json")))
}

// BuildStd builds the same program with the standard library's AES.
func BuildStd(t testing.TB, pkg string, flags ...string) string {
	t.Helper()
	return build(t, "", pkg, flags)
}

// build leaves out the paths of the machine, so that the go command finds in its
// cache what it has compiled from other folders. If goroot is not empty, the Go
// there is used.
func build(t testing.TB, goroot, pkg string, flags []string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), filepath.Base(pkg))
	args := append([]string{"build", "-trimpath", "-o", program}, flags...)
	cmd := exec.Command("go", append(args, pkg)...)
	if goroot != "" {
		cmd = exec.Command(filepath.Join(goroot, "bin", "go"), append(args, pkg)...)
		cmd.Env = append(os.Environ(), "GOTOOLCHAIN=local", "GOROOT="+goroot)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %v: %v\n%s", args, err, out)
	}
	return program
}

// root is the folder of this module.
func root(t testing.TB) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out[:len(out)-1])
}
