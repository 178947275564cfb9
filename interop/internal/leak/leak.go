// Package leak fails a test program that leaves goroutines or processes behind.
package leak

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// patience is how long that which is ending may take to end.
const patience = 20 * time.Second

// Main runs the tests of a program and then looks for what they left. It is
// called from TestMain.
func Main(m *testing.M) {
	// Orphans of the processes that tests start become children of this one.
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		fmt.Fprintln(os.Stderr, "leak:", err)
		os.Exit(1)
	}
	before := runtime.NumGoroutine()
	code := m.Run()
	if left := wait(func() string { return goroutines(before) }); left != "" {
		fmt.Fprintln(os.Stderr, "FAIL: goroutines left:\n"+left)
		code = 1
	}
	if left := wait(processes); left != "" {
		fmt.Fprintln(os.Stderr, "FAIL: processes left:\n"+left)
		code = 1
	}
	os.Exit(code)
}

// wait returns what look finds once that is nothing, or patience is at its end.
func wait(look func() string) string {
	return until(look, func(left string) bool { return left == "" })
}

// until returns what look finds once that is enough, or patience is at its end.
func until(look func() string, enough func(string) bool) (found string) {
	for end := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		if found = look(); enough(found) || time.Now().After(end) {
			return found
		}
	}
}

// goroutines lists all goroutines if there are more than before.
func goroutines(before int) string {
	if runtime.NumGoroutine() <= before {
		return ""
	}
	stacks := make([]byte, 1<<20)
	return string(stacks[:runtime.Stack(stacks, true)])
}

// processes lists the children of this process that run.
func processes() string {
	var left strings.Builder
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		// The third and fourth fields, behind the name in parentheses, are the
		// state and the parent.
		stat, _ := os.ReadFile("/proc/" + e.Name() + "/stat")
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		if len(fields) < 2 || fields[1] != strconv.Itoa(os.Getpid()) {
			continue
		}
		if fields[0] == "Z" { // an orphan that has ended
			var status unix.WaitStatus
			unix.Wait4(pid, &status, unix.WNOHANG, nil)
			continue
		}
		name, _ := os.ReadFile("/proc/" + e.Name() + "/cmdline")
		fmt.Fprintf(&left, "%d %s\n", pid, strings.ReplaceAll(string(name), "\x00", " "))
	}
	return left.String()
}
