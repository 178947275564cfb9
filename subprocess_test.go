package aes

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// runAgain runs one test of this binary in a process of its own, with setting
// added to GODEBUG, and returns its output. The process must pass.
func runAgain(t *testing.T, test, setting string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	cmd := exec.Command(self, "-test.run=^"+test+"$", "-test.v")
	cmd.Env = append(os.Environ(), "GODEBUG="+strings.TrimPrefix(os.Getenv("GODEBUG")+","+setting, ","))
	out, err := cmd.CombinedOutput()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Skipf("this test binary cannot be started again, as in an emulator: %v", err)
	}
	text := string(out)
	if strings.Contains(text, "panic: fips140: FIPS 140-3 mode is") {
		t.Skipf("this build has no FIPS 140-3 mode: %s", text)
	}
	if err != nil {
		t.Fatalf("with %s: %v\n%s", setting, err, text)
	}
	return text
}

// goTool returns the path of the go command.
func goTool(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles a program")
	}
	path, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go command here")
	}
	return path
}
