// Package process runs the programs that tests talk to.
package process

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// patience is how long a program may take to say something, or to end.
const patience = 60 * time.Second

// A Program is a process of a test. It speaks lines on standard error.
type Program struct {
	In    io.WriteCloser
	Out   io.ReadCloser
	name  string
	cmd   *exec.Cmd
	lines chan string
	mu    sync.Mutex
	log   strings.Builder
	done  chan struct{}
}

// Start starts a program that ends with the test at the latest.
func Start(t testing.TB, path string, args ...string) *Program {
	t.Helper()
	return StartCommand(t, exec.Command(path, args...))
}

// StartCommand is Start for a prepared command. Standard input and output that it
// has already are left as they are.
func StartCommand(t testing.TB, cmd *exec.Cmd) *Program {
	t.Helper()
	p := &Program{name: cmd.Path, cmd: cmd, lines: make(chan string, 1<<16), done: make(chan struct{})}
	var err error
	if cmd.Stdin == nil {
		if p.In, err = cmd.StdinPipe(); err != nil {
			t.Fatal(err)
		}
	}
	if cmd.Stdout == nil {
		if p.Out, err = cmd.StdoutPipe(); err != nil {
			t.Fatal(err)
		}
	}
	speech, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go p.listen(speech)
	t.Cleanup(func() {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		p.wait()
		if t.Failed() {
			t.Logf("%s said:\n%s", p.name, p.Log())
		}
	})
	return p
}

// listen keeps what the program says, and closes lines at its end.
func (p *Program) listen(speech io.Reader) {
	defer close(p.done)
	defer close(p.lines)
	for s := bufio.NewScanner(speech); s.Scan(); {
		p.mu.Lock()
		fmt.Fprintln(&p.log, s.Text())
		p.mu.Unlock()
		select {
		case p.lines <- s.Text():
		default: // nobody waits for one of so many
		}
	}
}

// Expect returns what the program says behind prefix in the next line that begins
// with it.
func (p *Program) Expect(t testing.TB, prefix string) string {
	t.Helper()
	for timeout := time.After(patience); ; {
		select {
		case line, ok := <-p.lines:
			if !ok {
				t.Fatalf("%s ended before it said %q", p.name, prefix)
			}
			if rest, ok := strings.CutPrefix(line, prefix); ok {
				return strings.TrimSpace(rest)
			}
		case <-timeout:
			t.Fatalf("%s does not say %q", p.name, prefix)
		}
	}
}

// Log is all that the program has said.
func (p *Program) Log() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.String()
}

// Wait waits for the end of the program, which must be a success.
func (p *Program) Wait(t testing.TB) {
	t.Helper()
	if err := p.End(t); err != nil {
		t.Fatalf("%s: %v", p.name, err)
	}
}

// End waits for the end of the program and returns how it failed, if it did.
func (p *Program) End(t testing.TB) error {
	t.Helper()
	watchdog := time.AfterFunc(patience, func() {
		t.Errorf("%s does not end", p.name)
		p.cmd.Process.Kill()
	})
	defer watchdog.Stop()
	return p.wait()
}

// wait may be called again.
func (p *Program) wait() error {
	<-p.done
	if p.cmd.ProcessState == nil {
		return p.cmd.Wait()
	}
	return nil
}
