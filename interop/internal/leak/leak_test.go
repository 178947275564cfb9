package leak

import (
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

func TestGoroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	stop := make(chan bool)
	go func() { <-stop }()
	if left := goroutines(before); !strings.Contains(left, "TestGoroutines") {
		t.Errorf("a goroutine is not found, but %q", left)
	}
	stop <- true
	if left := wait(func() string { return goroutines(before) }); left != "" {
		t.Errorf("a goroutine that has ended is found: %s", left)
	}
}

func TestProcesses(t *testing.T) {
	cmd := exec.Command("sleep", "60")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// A process that has just begun has no command line for a moment.
	named := func(left string) bool { return strings.Contains(left, "sleep 60") }
	if left := until(processes, named); !named(left) {
		t.Errorf("a process is not found, but %q", left)
	}
	cmd.Process.Kill()
	cmd.Wait()
	if left := wait(processes); left != "" {
		t.Errorf("a process that has ended is found: %s", left)
	}
}
