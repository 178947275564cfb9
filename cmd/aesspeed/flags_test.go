package main

import (
	"io"
	"slices"
	"strings"
	"testing"

	"vpaes.example/aes/internal/kernel"
	"vpaes.example/aes/internal/modes"
)

func TestFlagErrors(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string // part of the message
	}{
		{[]string{"ctr"}, `unexpected argument "ctr"`},
		{[]string{"-fast"}, "-fast"},
		{[]string{"-mode", "ecb"}, `no mode "ecb"; there are`},
		{[]string{"-mode", ""}, "no mode"},
		{[]string{"-size", "0"}, `"0" is no number of bytes`},
		{[]string{"-size", "64,-1"}, `"-1" is no number of bytes`},
		{[]string{"-size", "1e3"}, `"1e3" is no number of bytes`},
		{[]string{"-size", "9999999999999999999"}, "is no number of bytes"},
		{[]string{"-bits", "64"}, `"64" is none of 128, 192, 256`},
		{[]string{"-kernel", "des"}, `no cipher "des" runs here; these do: `},
		{[]string{"-kernel", "generic+md5"}, `no hash "md5" runs here; these do: `},
		{[]string{"-time", "0"}, "no time to measure in"},
		{[]string{"-time", "soon"}, "soon"},
		{[]string{"-time", "1s", "-quick"}, "exclude each other"},
	} {
		o := try(t, modes.Ours, c.args...)
		if o.status != 2 || o.stdout != "" || !strings.Contains(o.stderr, c.want) || !strings.Contains(o.stderr, "-h") {
			t.Errorf("%v: status %d, %q, %q, want %q", c.args, o.status, o.stdout, o.stderr, c.want)
		}
	}
}

func TestFlagHelp(t *testing.T) {
	o := try(t, modes.Ours, "-h")
	if o.status != 0 {
		t.Errorf("status %d", o.status)
	}
	for _, want := range []string{"Usage:", "-csv", "-svg file", "-kernel list", "-mode list", "-size list", "-bits list", "-file file", "-time time", "-quick"} {
		if !strings.Contains(o.stderr, want) {
			t.Errorf("help does not mention %q", want)
		}
	}
	for line := range strings.Lines(o.stderr) {
		if len([]rune(line)) > 96 {
			t.Errorf("long line: %s", line)
		}
	}
}

func TestFlags(t *testing.T) {
	o, err := parse([]string{"-kernel", "generic, generic+generic,chosen", "-mode=ctr,gcm-seal", "-size=64,16,64", "-bits=256", "-quick"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	generic := kernel.Kernel{Cipher: kernel.Generic, Hash: kernel.GenericHash}
	if len(o.kernels) != 3 || o.kernels[0] != generic || o.kernels[1] != generic {
		t.Errorf("kernels %v", o.kernels)
	}
	if len(o.modes) != 2 || o.modes[0].Name != "ctr" || o.modes[1].Name != "gcm-seal" {
		t.Errorf("modes %v", o.modes)
	}
	if !slices.Equal(o.sizes, []int{16, 64}) || !slices.Equal(o.bits, []int{256}) || o.time != quickTime {
		t.Errorf("sizes %v, bits %v, time %v", o.sizes, o.bits, o.time)
	}
	o, err = parse(nil, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(o.kernels, kernel.Kernels()) || len(o.modes) != len(modes.All) || o.time != usualTime {
		t.Errorf("without flags: %+v", o)
	}
	// Every kernel that is listed can be asked for by name.
	for _, k := range kernel.Kernels() {
		if got, err := parseKernel(k.String()); err != nil || got[0] != k {
			t.Errorf("%v: %v, %v", k, got, err)
		}
	}
}
