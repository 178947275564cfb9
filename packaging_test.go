package aes

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A module that vendors this one builds from its vendor folder alone, for both
// architectures that have assembly, and works: vendoring takes along whatever
// the assembly needs.
func TestVendored(t *testing.T) {
	tool := goTool(t)
	dir := t.TempDir()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("testdata/dropin/main.go")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "main.go"), bytes.Replace(source, []byte("\"crypto/aes\""), []byte("\"vpaes.example/aes\""), 1))
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.sum"), sums)
	command := func(arch string, args ...string) *exec.Cmd {
		cmd := exec.Command(tool, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "CGO_ENABLED=0", "PWD="+dir, "GOARCH="+arch)
		return cmd
	}
	run(t, command(runtime.GOARCH, "mod", "init", "user.example"))
	run(t, command(runtime.GOARCH, "mod", "edit", "-replace=vpaes.example/aes="+here))
	run(t, command(runtime.GOARCH, "mod", "tidy"))
	run(t, command(runtime.GOARCH, "mod", "vendor"))
	// From now on there is no way back to the original.
	run(t, command(runtime.GOARCH, "mod", "edit", "-replace=vpaes.example/aes=/nowhere"))
	modules := filepath.Join(dir, "vendor", "modules.txt")
	list, err := os.ReadFile(modules)
	if err != nil {
		t.Fatal(err)
	}
	write(t, modules, bytes.ReplaceAll(list, []byte(here), []byte("/nowhere")))

	want := run(t, exec.Command(tool, "run", "./testdata/dropin"))
	host := string(bytes.TrimSpace(run(t, exec.Command(tool, "env", "GOHOSTARCH")))) // this test may be emulated itself
	for _, arch := range []string{"amd64", "arm64"} {
		program := filepath.Join(dir, arch)
		run(t, command(arch, "vet", "-mod=vendor", "./..."))
		run(t, command(arch, "vet", "-mod=vendor", "vpaes.example/aes"))
		run(t, command(arch, "build", "-mod=vendor", "-o", program, "."))
		cmd := exec.Command(program)
		if arch != host {
			emulator := map[string][]string{
				"amd64": {"qemu-x86_64", "-cpu", "max,-vaes"}, // QEMU 7.2 gets VAES wrong
				"arm64": {"qemu-aarch64"},
			}[arch]
			if _, err := exec.LookPath(emulator[0]); err != nil {
				continue
			}
			cmd = exec.Command(emulator[0], append(emulator[1:], program)...)
		}
		if got := run(t, cmd); !bytes.Equal(got, want) {
			t.Errorf("the vendored program for %s prints\n%s\nnot\n%s", arch, got, want)
		}
	}
}

// cgo skips a test where C programs cannot be built.
func cgo(t *testing.T, tool string) (compiler string) {
	t.Helper()
	if !*soak {
		t.Skip("compiles the standard library once more; run with -soak")
	}
	if os.Getenv("CGO_ENABLED") == "0" {
		t.Skip("CGO_ENABLED is 0")
	}
	compiler, err := exec.LookPath(strings.TrimSpace(string(run(t, exec.Command(tool, "env", "CC")))))
	if err != nil {
		t.Skip(err)
	}
	return compiler
}

// A plugin gives right answers.
func TestPlugin(t *testing.T) {
	tool := goTool(t)
	if runtime.GOOS != "linux" {
		t.Skip("plugins are for Linux")
	}
	cgo(t, tool)
	dir := t.TempDir()
	build := func(mode, folder string) string {
		out := filepath.Join(dir, folder)
		cmd := exec.Command(tool, "build", "-buildmode="+mode, "-o", out, "./testdata/buildmodes/"+folder)
		cmd.Env = append(os.Environ(), "CGO_ENABLED=1")
		run(t, cmd)
		return out
	}
	got := run(t, exec.Command(build("exe", "host"), build("plugin", "plugin")))
	equal(t, "what the host prints", got, []byte("as the standard library\n"))
}

// A shared library for C gives right answers.
func TestSharedLibrary(t *testing.T) {
	tool := goTool(t)
	if runtime.GOOS != "linux" {
		t.Skip("the names and flags are those of Linux")
	}
	compiler := cgo(t, tool)
	dir := t.TempDir()
	cmd := exec.Command(tool, "build", "-buildmode=c-shared", "-o", filepath.Join(dir, "seal.so"), "./testdata/buildmodes/shared")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1")
	run(t, cmd)
	program := filepath.Join(dir, "program")
	run(t, exec.Command(compiler, "-I", dir, "-o", program, "testdata/buildmodes/c/main.c", filepath.Join(dir, "seal.so")))
	var want bytes.Buffer
	text := make([]byte, 300)
	for i := range text {
		text[i] = byte(31 * i)
	}
	g := newOracle(text[:16], 12, gcmTagSize)
	for n := range text {
		fmt.Fprintf(&want, "%x\n", g.seal(text[:12], text[:n], nil))
	}
	equal(t, "what the program prints", run(t, exec.Command(program)), want.Bytes())
}
