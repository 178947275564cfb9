package main

import (
	"bytes"
	"crypto/cipher"
	"encoding/csv"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vpaes.example/aes/internal/kernel"
	"vpaes.example/aes/internal/modes"
)

// outcome is what a run of the program gives.
type outcome struct {
	status         int
	stdout, stderr string
}

func try(t *testing.T, library modes.Library, args ...string) outcome {
	t.Helper()
	var files [2]*os.File
	for i := range files {
		f, err := os.Create(filepath.Join(t.TempDir(), "out"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		files[i] = f
	}
	o := outcome{status: run(args, library, files[0], files[1])}
	for i, s := range []*string{&o.stdout, &o.stderr} {
		text, err := os.ReadFile(files[i].Name())
		if err != nil {
			t.Fatal(err)
		}
		*s = string(text)
	}
	return o
}

// tempFile makes a file that is no whole number of blocks.
func tempFile(t *testing.T, n int) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, bytes.Repeat([]byte("seven.."), n/7+1)[:n], 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// Every mode of every kernel gets through the whole program.
func TestRun(t *testing.T) {
	chart := filepath.Join(t.TempDir(), "chart.svg")
	o := try(t, modes.Ours, "-time=100us", "-size=16,1350", "-bits=256", "-file", tempFile(t, 10007), "-svg", chart)
	if o.status != 0 || o.stderr != "" {
		t.Fatalf("status %d, %s", o.status, o.stderr)
	}
	for _, m := range modes.All {
		if !strings.Contains(o.stdout, m.Name+": "+m.Title+", AES-256") {
			t.Errorf("no table for %s", m.Name)
		}
	}
	drawing, err := os.ReadFile(chart)
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(drawing, new(struct{})); err != nil {
		t.Error(err)
	}
}

// Files that are shorter than any message will do, too.
func TestRunSmallFiles(t *testing.T) {
	for n := range 2 {
		o := try(t, modes.Ours, "-time=100us", "-size=64", "-mode=ctr,gcm-open", "-kernel=chosen", "-file", tempFile(t, n))
		if o.status != 0 || strings.Count(o.stdout, "* ") < 2 {
			t.Errorf("file of %d bytes: status %d, %s, %s", n, o.status, o.stdout, o.stderr)
		}
	}
}

// A mode whose output is wrong gets no figure, and the status is 1. The others
// have theirs.
func TestRunRefusesWrongOutput(t *testing.T) {
	broken := modes.Ours
	broken.NewCTR = func(b cipher.Block, iv []byte) cipher.Stream {
		return modes.Ours.NewCTR(b, make([]byte, len(iv)))
	}
	o := try(t, broken, "-time=100us", "-mode=ctr,cbc-enc", "-size=64", "-kernel=chosen")
	if o.status != 1 || !strings.Contains(o.stderr, "1 result is not the standard library's") {
		t.Errorf("status %d, %s", o.status, o.stderr)
	}
	_, ctr, _ := strings.Cut(o.stdout, "\nctr: ")
	ctr, cbc, _ := strings.Cut(ctr, "\ncbc-enc: ")
	if !strings.Contains(ctr, kernel.Ciphers()[0].String()+" ") || !strings.Contains(ctr, "differs") || strings.Count(ctr, "█") == 0 {
		t.Errorf("ctr: %s", ctr)
	}
	if strings.Contains(cbc, "differs") {
		t.Errorf("cbc-enc: %s", cbc)
	}
	o = try(t, broken, "-time=100us", "-mode=ctr,cbc-enc", "-size=64", "-kernel=chosen", "-csv")
	records, err := csv.NewReader(strings.NewReader(o.stdout)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if o.status != 1 || len(records) != 1+1+2 {
		t.Errorf("csv: status %d, %d records", o.status, len(records))
	}
}

// A fault that only a message longer than those that are timed shows is found
// in the file.
func TestRunChecksWholeFile(t *testing.T) {
	const n = 5000
	broken := modes.Ours
	broken.NewCBCEncrypter = func(b cipher.Block, iv []byte) cipher.BlockMode {
		return failsBeyond{modes.Ours.NewCBCEncrypter(b, iv), n - 8}
	}
	args := []string{"-time=100us", "-mode=cbc-enc", "-size=64", "-kernel=chosen"}
	if o := try(t, broken, args...); o.status != 0 {
		t.Fatalf("without the file: %s", o.stderr)
	}
	if o := try(t, broken, append(args, "-file", tempFile(t, n))...); o.status != 1 {
		t.Errorf("with the file: status %d", o.status)
	}
}

// failsBeyond changes one byte of messages that are longer than n.
type failsBeyond struct {
	cipher.BlockMode
	n int
}

func (f failsBeyond) CryptBlocks(dst, src []byte) {
	f.BlockMode.CryptBlocks(dst, src)
	if len(src) > f.n {
		dst[f.n] ^= 1
	}
}

func TestRunFileErrors(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{
		{"-file", filepath.Join(dir, "none")},
		{"-file", dir},
		{"-svg", filepath.Join(dir, "none", "chart.svg")},
	} {
		if o := try(t, modes.Ours, args...); o.status != 1 || o.stdout != "" || !strings.Contains(o.stderr, dir) {
			t.Errorf("%v: status %d, %q, %q", args, o.status, o.stdout, o.stderr)
		}
	}
}
