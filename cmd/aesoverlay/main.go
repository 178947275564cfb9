// Aesoverlay lets a whole program use package aes without a change to its
// source: it writes an overlay for go build that puts this package in the place
// of crypto/aes, and crypto/tls's AES-GCM on top of it.
//
//	overlay=$(go run -C CHECKOUT ./cmd/aesoverlay -C "$PWD") && go build -overlay "$overlay" ./...
//
// For the flags, see aesoverlay -h.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

const usage = `Usage: aesoverlay [flags]

Writes an overlay for the Go command and prints its path:

	overlay=$(aesoverlay) && go build -overlay "$overlay" ./...

The program that this builds uses package aes wherever it, or the standard
library for it, uses crypto/aes, and for AES-GCM in TLS 1.2 and 1.3. In FIPS 140-3
mode it uses the Go Cryptographic Module, as ever.

Overlays are kept, one for each version of Go and of package aes, so the second
call takes no time. If the standard library of this Go is not as expected,
aesoverlay says where, writes nothing, and ends with status 1; then what it
prints is no file's name, so that the build fails, too.

`

// failed is printed instead of a path. Nothing at all would be worse, as go build
// takes an empty name for no overlay, and builds.
const failed = "no-overlay-aesoverlay-has-failed"

// options are what the flags say.
type options struct{ command, module, dir string }

// run is the whole program; it returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	o, err := parseFlags(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "aesoverlay: %v\nFor the flags, see aesoverlay -h.\n", err)
		fmt.Fprintln(stdout, failed)
		return 2
	}
	path, err := makeOverlay(o)
	if err != nil {
		fmt.Fprintf(stderr, "aesoverlay: %v\naesoverlay: nothing was written\n", err)
		fmt.Fprintln(stdout, failed)
		return 1
	}
	fmt.Fprintln(stdout, path)
	return 0
}

// parseFlags reads the flags. If they ask for help, it prints that to w.
func parseFlags(args []string, w io.Writer) (o options, err error) {
	f := flag.NewFlagSet("aesoverlay", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&o.command, "go", "go", "the Go `command` to make the overlay for")
	f.StringVar(&o.module, "C", "", "make it for the Go version that builds the module in `dir`; default: the current\ndirectory. An overlay for another version has no effect")
	f.StringVar(&o.dir, "o", "", "keep overlays in `dir`; default: aesoverlay in the user's cache directory")
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		f.SetOutput(w)
		fmt.Fprint(w, usage)
		f.PrintDefaults()
		return o, err
	case err != nil:
		return o, err
	case f.NArg() > 0:
		return o, fmt.Errorf("unexpected argument %q", f.Arg(0))
	}
	if o.dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return o, fmt.Errorf("%w; name a directory with -o", err)
		}
		o.dir = filepath.Join(cache, "aesoverlay")
	}
	return o, nil
}

// makeOverlay makes the overlay and returns the path of its JSON file.
func makeOverlay(o options) (string, error) {
	g, err := findGo(o.command, o.module)
	if err != nil {
		return "", err
	}
	if err := g.checkPlace(); err != nil {
		return "", err
	}
	here := &golang{command: o.command}
	own, err := here.dirs(library)
	if err != nil {
		return "", fmt.Errorf("cannot find the source of %s; the current directory must be in it, or in a module that requires it: %w", library, err)
	}
	made, err := newOverlay(g, own[library])
	if err != nil {
		return "", err
	}
	return made.store(g, o.dir)
}
