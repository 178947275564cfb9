package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// folded joins the packages whose files are given as "package/file", the base in
// the package "base", and returns the files.
func folded(t *testing.T, files map[string]string) (map[string][]byte, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	base, err := readSource(filepath.Join(dir, "base"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := newFold(base, func(importPath string) (string, string) {
		if name, ok := strings.CutPrefix(importPath, "x/"); ok {
			return filepath.Join(dir, name), name
		}
		return "", ""
	})
	if err != nil {
		return nil, err
	}
	return f.files()
}

func TestFold(t *testing.T) {
	out, err := folded(t, map[string]string{
		"base/base.go": `// Package base is the base.
package base

import (
	"fmt"
	other "x/one"
)

// Error is one's.
type Error = other.Error

func F() { fmt.Println(other.New(other.Max)) }
`,
		"base/base.s": "TEXT ·Max(SB), $0\n",
		"one/386.go": `package one

import "x/two"

type Error int
type Row struct{ Max, Min int }

const Max = two.Max

// New has a parameter that hides the constant.
func New(Max int) Row {
Max:
	for {
		break Max
	}
	r := Row{Max: Max}
	_ = []Row{{Max: Max}, {Min: r.Max}}
	_ = map[int]*Row{Max: {Max: 1}}
	return r
}

func (Row) Error() {}

func asm()
`,
		"one/one_amd64.s": "TEXT ·asm(SB), $0\nTEXT asm<>(SB), $0\nTEXT ·assembly(SB), $0\n",
		"one/one_test.go": "package wrong\n",
		"two/two.go": `package two

// T is embedded, so its name is that of a field.
type T struct{}

var Max, Other = 1, struct{ T }{T: T{}}

func init() { _ = Other.T }
`,
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"base.go": `// Package base is the base.
package base

import (
	"fmt"
)

func F() { fmt.Println(one_New(one_Max)) }
`,
		"base.s": "TEXT ·Max(SB), $0\n",
		"one-386.go": `package base

type Error int
type one_Row struct{ Max, Min int }

const one_Max = two_Max

// New has a parameter that hides the constant.
func one_New(one_Max int) one_Row {
Max:
	for {
		break Max
	}
	r := one_Row{Max: one_Max}
	_ = []one_Row{{Max: one_Max}, {Min: r.Max}}
	_ = map[int]*one_Row{one_Max: {Max: 1}}
	return r
}

func (one_Row) Error() {}

func one_asm()
`,
		"one-one_amd64.s": "TEXT ·one_asm(SB), $0\nTEXT asm<>(SB), $0\nTEXT ·assembly(SB), $0\n",
		"two-two.go": `package base

// T is embedded, so its name is that of a field.
type T struct{}

var two_Max, two_Other = 1, struct{ T }{T: T{}}

func init() { _ = two_Other.T }
`,
	}
	for name, text := range want {
		if string(out[name]) != text {
			t.Errorf("%s is\n%s\nwant\n%s", name, out[name], text)
		}
		delete(out, name)
	}
	for name := range out {
		t.Errorf("unexpected file %s", name)
	}
}

func TestFoldRefuses(t *testing.T) {
	const base = "package base\nimport \"x/one\"\n"
	for _, c := range []struct {
		base, one, says string
	}{
		{base + "func F(one int) int { return one }\nvar X = one.Y\n", "package one\nvar Y int\n", "one has the name of an import"},
		{base + "type T int\nvar X = one.Y\n", "package one\ntype T int\nvar Y struct{ T }\n", "T is a name of both"},
		{base + "var X = one.Y\n", "package one\n\n//go:linkname Y runtime.y\nvar Y int\n", "go:linkname"},
	} {
		if _, err := folded(t, map[string]string{"base/base.go": c.base, "one/one.go": c.one}); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s%s: error %v, want %q", c.base, c.one, err, c.says)
		}
	}
}
