package aes

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// A program that uses crypto/aes prints the same with only its import changed,
// with the implementations of this machine and without any of its features.
func TestDropIn(t *testing.T) {
	tool := goTool(t)
	const program = "testdata/dropin/main.go"
	source, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	const before, after = "\t\"crypto/aes\"\n", "\t\"vpaes.example/aes\"\n"
	if n := bytes.Count(source, []byte(before)); n != 1 {
		t.Fatalf("%s imports crypto/aes %d times under its own name", program, n)
	}

	dir := t.TempDir()
	changed := filepath.Join(dir, "main.go")
	write(t, changed, bytes.Replace(source, []byte(before), []byte(after), 1))
	here, err := filepath.Abs(program)
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {here: changed}})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "overlay.json"), overlay)

	build := func(name string, flags ...string) string {
		t.Helper()
		out := filepath.Join(dir, name)
		run(t, exec.Command(tool, append(append([]string{"build", "-o", out}, flags...), "./testdata/dropin")...))
		return out
	}
	want := run(t, exec.Command(build("stdlib")))
	mine := build("mine", "-overlay", filepath.Join(dir, "overlay.json"))
	for _, features := range []string{"", "GODEBUG=cpu.all=off"} {
		cmd := exec.Command(mine)
		cmd.Env = append(os.Environ(), features)
		if got := run(t, cmd); !bytes.Equal(got, want) {
			at := 0
			gotLines, wantLines := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
			for at < min(len(gotLines), len(wantLines))-1 && bytes.Equal(gotLines[at], wantLines[at]) {
				at++
			}
			t.Errorf("with %q, line %d is\n%s\nwith crypto/aes\n%s", features, at+1, gotLines[at], wantLines[at])
		}
	}
}

// run runs a command that must succeed, and returns what it prints.
func run(t *testing.T, cmd *exec.Cmd) []byte {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", cmd, err, out, stderr.Bytes())
	}
	return out
}

func write(t *testing.T, file string, text []byte) {
	t.Helper()
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
}
