package aes

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// With the tag purego, no assembly is read: a copy of this module whose every .s
// file is rubbish builds, for each of the architectures that have some.
func TestPuregoNeedsNoAssembly(t *testing.T) {
	tool := goTool(t)
	dir := t.TempDir()
	assembly := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if path != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || isModule(path)) {
				return filepath.SkipDir
			}
			return os.MkdirAll(filepath.Join(dir, path), 0o777)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if filepath.Ext(path) == ".s" {
			assembly++
			text = []byte("this is no assembly\n")
			// The constraint is how the go command knows to leave it out.
			if constraint := buildConstraint(t, path); constraint != "" {
				text = append([]byte(constraint+"\n\n"), text...)
			}
		}
		return os.WriteFile(filepath.Join(dir, path), text, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
	if assembly == 0 {
		t.Fatal("the module has no assembly; this test is of no use")
	}
	for _, arch := range []string{"amd64", "arm64"} {
		build := func(tags string) *exec.Cmd {
			cmd := exec.Command(tool, "build", "-tags="+tags, "./...")
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GOARCH="+arch, "GOOS=linux", "CGO_ENABLED=0", "GOFLAGS=-mod=mod", "PWD="+dir)
			return cmd
		}
		run(t, build("purego"))
		if arch == "amd64" {
			// The rubbish would be noticed.
			if out, err := build("").CombinedOutput(); err == nil {
				t.Errorf("%s without purego builds too: %s", arch, out)
			}
		}
	}
}

// isModule reports whether a folder is a module of its own.
func isModule(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, "go.mod"))
	return err == nil
}

// buildConstraint returns the file's line that starts with //go:build.
func buildConstraint(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "//go:build ") {
			return strings.TrimSpace(line)
		}
	}
	return ""
}
