package main

import (
	"fmt"
	"os"
	"time"
)

// progress is one line on the terminal that tells what is going on. It is nil
// where there is no terminal.
type progress struct {
	f          *os.File
	total, now int
	last       time.Time
}

func newProgress(f *os.File, total int) *progress {
	if terminalWidth(f) == 0 {
		return nil
	}
	return &progress{f: f, total: total}
}

// step shows what is done next. A terminal is slow, so not every step is shown.
func (p *progress) step(format string, args ...any) {
	if p == nil {
		return
	}
	p.now++
	if time.Since(p.last) < 100*time.Millisecond {
		return
	}
	p.last = time.Now()
	line := fmt.Sprintf("%3d %%  ", 100*(p.now-1)/max(p.total, 1)) + fmt.Sprintf(format, args...)
	if width := terminalWidth(p.f); len(line) >= width {
		line = line[:max(width-1, 0)]
	}
	fmt.Fprintf(p.f, "\r\x1b[K%s", line)
}

// clear removes the line, so that something else can be printed.
func (p *progress) clear() {
	if p != nil {
		fmt.Fprint(p.f, "\r\x1b[K")
	}
}
