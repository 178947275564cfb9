package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
)

var long = flag.Bool("long", false, "run the standard library's tests and HTTPS peers under the overlay: minutes")

// scratch is a directory for what the tests share.
var scratch string

func TestMain(m *testing.M) {
	flag.Parse()
	var err error
	if scratch, err = os.MkdirTemp("", "aesoverlay"); err != nil {
		panic(err)
	}
	status := m.Run()
	os.RemoveAll(scratch)
	os.Exit(status)
}

// golangForTest makes the Go that runs this test one that accepts overlays: a
// toolchain in the module cache does not, but does by another name.
var golangForTest = sync.OnceValues(func() (*golang, error) {
	g, err := findGo("go", "")
	if err != nil || g.checkPlace() == nil {
		return g, err
	}
	link := filepath.Join(scratch, g.version)
	if err := os.Symlink(g.root, link); err != nil {
		return nil, err
	}
	os.Setenv("GOROOT", link)
	os.Setenv("GOTOOLCHAIN", "local")
	return findGo(filepath.Join(link, "bin", "go"), "")
})

// needGo returns that Go, for tests that run it.
func needGo(t *testing.T) *golang {
	t.Helper()
	if testing.Short() {
		t.Skip("builds programs")
	}
	g, err := golangForTest()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// needLong is needGo for tests that take long.
func needLong(t *testing.T) *golang {
	t.Helper()
	if !*long {
		t.Skip("takes long; run with -long")
	}
	return needGo(t)
}

var overlayOnce = sync.OnceValues(func() (string, error) {
	g, err := golangForTest()
	if err != nil {
		return "", err
	}
	return makeOverlay(options{command: g.command, dir: filepath.Join(scratch, "overlays")})
})

// overlayJSON makes the overlay, once, and returns the path of its JSON file.
func overlayJSON(t *testing.T) string {
	t.Helper()
	path, err := overlayOnce()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// goTool runs the Go command.
func goTool(t *testing.T, g *golang, args ...string) string {
	t.Helper()
	out, err := exec.Command(g.command, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// tags are the build tags of this test.
func tags() string {
	info, _ := debug.ReadBuildInfo()
	for _, s := range info.Settings {
		if s.Key == "-tags" {
			return s.Value
		}
	}
	return ""
}

func TestFlags(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		stdout string
		says   string // on stderr
	}{
		{[]string{"-h"}, 0, "", "go build -overlay"},
		{[]string{"-nonsense"}, 2, failed + "\n", "-nonsense"},
		{[]string{"./..."}, 2, failed + "\n", `unexpected argument "./..."`},
		{[]string{"-go", "/no/such/go"}, 1, failed + "\n", "/no/such/go"},
	} {
		var stdout, stderr bytes.Buffer
		if status := run(c.args, &stdout, &stderr); status != c.status || !strings.Contains(stderr.String(), c.says) || stdout.String() != c.stdout {
			t.Errorf("%q: status %d, stdout %q, stderr %q", c.args, status, &stdout, &stderr)
		}
	}
}

func TestPathIsPrinted(t *testing.T) {
	g := needGo(t)
	path := overlayJSON(t)
	var stdout, stderr bytes.Buffer
	if status := run([]string{"-go", g.command, "-o", filepath.Join(scratch, "overlays")}, &stdout, &stderr); status != 0 {
		t.Fatalf("status %d: %s", status, &stderr)
	}
	if want := fmt.Sprintln(path); stdout.String() != want {
		t.Errorf("printed %q, want %q", &stdout, want)
	}
}
