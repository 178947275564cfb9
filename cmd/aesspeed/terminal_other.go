//go:build !unix

package main

import "os"

// terminalWidth returns the columns of the terminal that f is, or 0 if it is
// none. Here the width is a guess.
func terminalWidth(f *os.File) int {
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return 0
	}
	return narrow
}
