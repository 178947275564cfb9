package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// narrow is how wide the tables are where nothing tells how wide they may be.
const narrow = 80

// writeHead says what machine this is and what is measured.
func writeHead(w io.Writer, m machine, o options, fileBytes int) error {
	input := "pseudo-random bytes"
	if o.file != "" {
		input = fmt.Sprintf("%s, of which %s are checked in every mode", o.file, count(fileBytes, "byte"))
		if fileBytes == 0 {
			input = o.file + ", which is empty; the timed messages are pseudo-random bytes"
		}
	}
	_, err := fmt.Fprintf(w, `CPU       %s
system    %s
features  %s
AES       %s
GHASH     %s
chosen    %s
std       %s
input     %s

MB/s (10⁶ bytes per second) by size of message in bytes, medians of turns.
× std and the bar belong to the largest size. The kernel chosen here has a *.
`, m.cpu, m.platform, m.features, m.ciphers, m.hashes, m.chosen, m.std, input)
	return err
}

// writeText prints one table, width columns wide.
func writeText(w io.Writer, t table, width int) error {
	name := len("std (tables)")
	for _, r := range t.rows {
		name = max(name, len(r.label))
	}
	name += 2 // the mark of the chosen kernel

	var b strings.Builder
	title := fmt.Sprintf("%s: %s, AES-%d", t.mode.Name, t.mode.Title, t.bits)
	fmt.Fprintf(&b, "\n%s\n", title)
	head := strings.Repeat(" ", name)
	for _, size := range t.sizes {
		if t.mode.KeySetUp {
			head += fmt.Sprintf(" %8s", "ns")
			continue
		}
		head += fmt.Sprintf(" %*d", columnWidth, size)
	}
	head += fmt.Sprintf(" %7s", "× std")
	caption := ""
	if t.mode.KeySetUp {
		caption = "  the shorter the better"
	}
	fmt.Fprintf(&b, "%s%s\n", head, caption)

	longest := 0.0
	for _, r := range t.rows {
		if len(r.cells) > 0 {
			longest = max(longest, r.bar(t))
		}
	}
	room := min(max(width-utf8.RuneCountInString(head)-2, 8), 40)
	for _, r := range t.rows {
		mark := "  "
		if r.chosen {
			mark = "* "
		}
		fmt.Fprintf(&b, "%s%-*s", mark, name-2, r.label)
		if r.err != nil {
			fmt.Fprint(&b, "  differs from the standard library: no figures\n")
			continue
		}
		for _, c := range r.cells {
			if t.mode.KeySetUp {
				fmt.Fprintf(&b, " %8s", figure(c.ns))
				continue
			}
			fmt.Fprintf(&b, " %*s", columnWidth, figure(c.megabytes()))
		}
		fmt.Fprintf(&b, " %7.2f  %s\n", r.cells[len(r.cells)-1].ratio, bar(r.bar(t)/longest, room))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// columnWidth is that of a figure.
const columnWidth = 6

// bar is the quantity that the row's bar shows.
func (r row) bar(t table) float64 {
	last := r.cells[len(r.cells)-1]
	if t.mode.KeySetUp {
		return last.ns
	}
	return last.megabytes()
}

// figure prints a positive number with three digits at least.
func figure(x float64) string {
	switch {
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	case x < 100:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// bar draws a part of room columns, to an eighth of one.
func bar(part float64, room int) string {
	eighths := int(part*float64(room)*8 + 0.5)
	eighths = min(max(eighths, 1), room*8)
	s := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		s += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return s
}
