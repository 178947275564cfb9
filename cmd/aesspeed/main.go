// Aesspeed checks package aes against the standard library on this machine,
// and shows how fast the two are.
//
// It runs every mode on every kernel that this machine can run, in turns with
// crypto/aes and crypto/cipher, and prints the medians in MB/s (10⁶ bytes per
// second), one table a mode. Before a mode is timed, its output is compared with
// the standard library's; one that differs gets no figure, and the exit status
// is 1. For the flags, see aesspeed -h.
package main

import (
	"crypto/fips140"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"vpaes.example/aes/internal/modes"
)

func main() { os.Exit(run(os.Args[1:], modes.Ours, os.Stdout, os.Stderr)) }

// run is the whole program, on the library that it is to check. It returns the
// exit status: 0, 1 if a result is wrong or a file cannot be had, 2 if the flags
// make no sense.
func run(args []string, library modes.Library, stdout, stderr *os.File) int {
	o, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "aesspeed: %v\nFor the flags, see aesspeed -h.\n", err)
		return 2
	}
	if fips140.Enforced() {
		fmt.Fprintln(stderr, "aesspeed: GODEBUG=fips140=only refuses modes over this package's AES")
		return 1
	}
	wrong, err := report(o, library, stdout, stderr)
	switch {
	case err != nil:
		fmt.Fprintln(stderr, "aesspeed:", err)
		return 1
	case wrong > 0:
		fmt.Fprintf(stderr, "aesspeed: %s not the standard library's, and got no figures\n", are(wrong, "result"))
		return 1
	}
	if !o.csv {
		fmt.Fprintln(stdout, "\nEvery result equals the standard library's.")
	}
	return 0
}

// are returns "1 thing is" or "2 things are".
func are(n int, thing string) string {
	if n == 1 {
		return count(n, thing) + " is"
	}
	return count(n, thing) + " are"
}

// report makes the survey and shows it in the forms that o asks for. It returns
// how many results are wrong.
func report(o options, library modes.Library, stdout, stderr *os.File) (wrong int, err error) {
	var file []byte
	if o.file != "" {
		if file, err = os.ReadFile(o.file); err != nil {
			return 0, err
		}
	}
	var svg *os.File
	if o.svg != "" { // now, lest a minute's work be lost
		if svg, err = os.Create(o.svg); err != nil {
			return 0, err
		}
		defer svg.Close()
	}
	m := thisMachine()
	s := survey{options: o, library: library, machine: m, file: file, now: systemClock()}
	s.progress = newProgress(stderr, s.steps())
	var show func(io.Writer, table) error
	if o.csv {
		err = writeCSVHead(stdout)
		show = func(w io.Writer, t table) error { return writeCSV(w, m, t) }
	} else {
		err = writeHead(stdout, m, o, len(file))
		width := max(terminalWidth(stdout), narrow)
		show = func(w io.Writer, t table) error { return writeText(w, t, width) }
	}
	if err != nil {
		return 0, err
	}
	var tables []table
	for t := range s.tables() {
		s.progress.clear()
		for _, r := range t.rows {
			if r.err != nil {
				wrong++
				fmt.Fprintf(stderr, "aesspeed: %s, AES-%d, %s: %v\n", t.mode.Name, t.bits, r.kernel, r.err)
			}
		}
		if err := show(stdout, t); err != nil {
			return wrong, err
		}
		tables = append(tables, t)
	}
	if svg != nil {
		if _, err := svg.WriteString(drawSVG(m, tables)); err != nil {
			return wrong, err
		}
		return wrong, svg.Close()
	}
	return wrong, nil
}
