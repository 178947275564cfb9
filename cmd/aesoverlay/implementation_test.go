package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"vpaes.example/aes"
)

// implementation returns what package aes, not under any overlay, chooses with
// this GODEBUG: the result of aes.Implementation in another process.
func implementation(t *testing.T, godebug string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestPrintImplementation$", "-test.v")
	cmd.Env = append(withGODEBUG(godebug), "PRINT_IMPLEMENTATION=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	_, is, _ := strings.Cut(string(out), "implementation ")
	is, _, _ = strings.Cut(is, "\n")
	return is
}

func TestPrintImplementation(t *testing.T) {
	if os.Getenv("PRINT_IMPLEMENTATION") == "" {
		t.Skip("for other tests")
	}
	fmt.Println("implementation", aes.Implementation())
}
