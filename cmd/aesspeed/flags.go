package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"vpaes.example/aes/internal/kernel"
	"vpaes.example/aes/internal/modes"
)

// options are what the flags say.
type options struct {
	kernels []kernel.Kernel
	modes   []modes.Mode
	sizes   []int // in bytes, ascending
	bits    []int // of the key
	time    time.Duration
	file    string
	csv     bool
	svg     string
}

const (
	usualTime = 50 * time.Millisecond
	quickTime = 10 * time.Millisecond
	maxSize   = 1 << 28
)

const usage = `Usage: aesspeed [flags]

Checks every mode of package aes against the standard library, and times the
two in turns: MB/s (10⁶ bytes per second) by kernel and size of message.
Lists are separated by commas; without flags it takes well under a minute.

`

// parse reads the flags. If they ask for help, it prints that to w.
func parse(args []string, w io.Writer) (o options, err error) {
	f := flag.NewFlagSet("aesspeed", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	kernels := f.String("kernel", "all", "`list` of kernels: all, chosen, a cipher (with the GHASH it is usually found\nwith), or cipher+hash")
	names := f.String("mode", "all", "`list` of modes: all, or some of\n"+modeNames())
	sizes := f.String("size", "16,64,256,1350,16384", "`list` of message sizes in bytes; CBC and single blocks round them up to\nwhole blocks")
	bits := f.String("bits", "128", "`list` of key sizes in bits: 128, 192, 256")
	f.DurationVar(&o.time, "time", usualTime, "`time` for one figure, such as 200ms")
	quick := f.Bool("quick", false, "take "+quickTime.String()+" for one figure: a first impression")
	f.StringVar(&o.file, "file", "", "check every mode on the whole of this `file` too, and take the messages from it")
	f.BoolVar(&o.csv, "csv", false, "print comma-separated values instead of tables")
	f.StringVar(&o.svg, "svg", "", "draw a chart into this `file` besides")
	if err := f.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			f.SetOutput(w)
			fmt.Fprint(w, usage)
			f.PrintDefaults()
		}
		return o, err
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("unexpected argument %q", f.Arg(0))
	}
	if *quick {
		f.Visit(func(f *flag.Flag) {
			if f.Name == "time" {
				err = errors.New("-quick and -time exclude each other")
			}
		})
		o.time = quickTime
	}
	if o.time <= 0 {
		err = fmt.Errorf("-time %v is no time to measure in", o.time)
	}
	if err != nil {
		return o, err
	}
	if o.kernels, err = list("kernel", *kernels, parseKernel); err != nil {
		return o, err
	}
	if o.modes, err = list("mode", *names, parseMode); err != nil {
		return o, err
	}
	if o.sizes, err = list("size", *sizes, parseSize); err != nil {
		return o, err
	}
	slices.Sort(o.sizes)
	o.sizes = slices.Compact(o.sizes)
	o.bits, err = list("bits", *bits, parseBits)
	return o, err
}

// list parses a list of which each word stands for one value or several.
func list[T any](name, text string, parse func(string) ([]T, error)) (out []T, err error) {
	for word := range strings.SplitSeq(text, ",") {
		values, err := parse(strings.TrimSpace(word))
		if err != nil {
			return nil, fmt.Errorf("-%s: %w", name, err)
		}
		out = append(out, values...)
	}
	return out, nil
}

func parseKernel(word string) ([]kernel.Kernel, error) {
	switch word {
	case "all":
		return kernel.Kernels(), nil
	case "chosen":
		c, h := kernel.Current()
		return []kernel.Kernel{{Cipher: c, Hash: h}}, nil
	}
	name, hash, both := strings.Cut(word, "+")
	c, ok := called(name, kernel.Ciphers())
	if !ok {
		return nil, fmt.Errorf("no cipher %q runs here; these do: %s", name, strings.Join(texts(kernel.Ciphers()), ", "))
	}
	if !both {
		return []kernel.Kernel{{Cipher: c, Hash: kernel.Companion(c)}}, nil
	}
	h, ok := called(hash, kernel.Hashes())
	if !ok {
		return nil, fmt.Errorf("no hash %q runs here; these do: %s", hash, strings.Join(texts(kernel.Hashes()), ", "))
	}
	return []kernel.Kernel{{Cipher: c, Hash: h}}, nil
}

// called finds the value of that name.
func called[T fmt.Stringer](name string, values []T) (v T, ok bool) {
	for _, v := range values {
		if v.String() == name {
			return v, true
		}
	}
	return v, false
}

func parseMode(word string) ([]modes.Mode, error) {
	if word == "all" {
		return modes.All, nil
	}
	if m, ok := modes.Find(word); ok {
		return []modes.Mode{m}, nil
	}
	return nil, fmt.Errorf("no mode %q; there are\n%s", word, modeNames())
}

// modeNames are the names in two lines.
func modeNames() string {
	var names []string
	for _, m := range modes.All {
		names = append(names, m.Name)
	}
	half := (len(names) + 1) / 2
	return strings.Join(names[:half], ", ") + ",\n" + strings.Join(names[half:], ", ")
}

func parseSize(word string) ([]int, error) {
	n, err := strconv.Atoi(word)
	if err != nil || n < 1 || n > maxSize {
		return nil, fmt.Errorf("%q is no number of bytes from 1 to %d", word, maxSize)
	}
	return []int{n}, nil
}

func parseBits(word string) ([]int, error) {
	switch word {
	case "128", "192", "256":
		n, err := strconv.Atoi(word)
		return []int{n}, err
	}
	return nil, fmt.Errorf("%q is none of 128, 192, 256", word)
}
