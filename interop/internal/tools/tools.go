// Package tools finds the programs that tests need, and installs them where it
// may: on Debian and its kin, as root.
package tools

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// Command returns the path of the program called name, of Debian's package pkg.
func Command(t testing.TB, name, pkg string) string {
	t.Helper()
	path, err := find(name)
	if err != nil {
		install(t, name, pkg)
		if path, err = find(name); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// File makes sure that the file path, of Debian's package pkg, is there.
func File(t testing.TB, path, pkg string) {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		install(t, path, pkg)
	}
}

// find looks in PATH, and where Debian keeps daemons.
func find(name string) (string, error) {
	if path, err := exec.LookPath("/usr/sbin/" + name); err == nil {
		return path, nil
	}
	return exec.LookPath(name)
}

// install installs pkg. Where it cannot, the test is skipped, but under
// continuous integration it fails.
func install(t testing.TB, what, pkg string) {
	t.Helper()
	if _, err := exec.LookPath("apt-get"); err != nil || os.Getuid() != 0 {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is missing, and only root with apt-get can install it: package %s", what, pkg)
		}
		t.Skipf("%s is missing: install Debian's package %s, or run as root", what, pkg)
	}
	defer lock(t)()
	for _, args := range [][]string{{"update", "-qq"}, {"install", "-y", "-qq", "--no-install-recommends", pkg}} {
		cmd := exec.Command("apt-get", args...)
		cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("apt-get %v: %v\n%s", args, err, out)
		}
	}
}

// lock keeps other test programs from installing at the same time.
func lock(t testing.TB) (unlock func()) {
	t.Helper()
	f, err := os.Create(filepath.Join(os.TempDir(), "aes-interop-apt.lock"))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	return func() { f.Close() }
}
