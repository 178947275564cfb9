package main

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

const text = `#include "textflag.h"

DATA numbers<>+0(SB)/8, $0x0000000000000001
DATA numbers<>+8(SB)/8, $0x00ff000000000000
GLOBL numbers<>(SB), RODATA|NOPTR, $16

// func one(n int)
TEXT ·one(SB), NOSPLIT, $0-8
	MOVQ n+0(FP), CX
loop:
	VPXOR 16(SI), X1, X2 // a comment
	SUBQ $0x10, CX
	JA loop
	RET

TEXT ·two(SB), NOSPLIT, $0-0
	PCALIGN $16
	RET
`

func TestParse(t *testing.T) {
	s := parse("text_amd64.s", []byte(text))
	var got []string
	for kind, places := range s.kinds {
		for _, p := range places {
			got = append(got, strings.Join([]string{[]string{"vector", "control", "table"}[kind], p.where, squeeze(s.lines[p.line])}, "|"))
		}
	}
	want := []string{
		"vector|one+2|VPXOR 16(SI), X1, X2",
		"control|one+1|MOVQ n+0(FP), CX",
		"control|one+3|SUBQ $0x10, CX",
		"control|one+4|JA loop",
		"control|one+5|RET",
		"control|two+1|RET",
		"table|numbers<>+0|DATA numbers<>+0(SB)/8, $0x0000000000000001",
		"table|numbers<>+8|DATA numbers<>+8(SB)/8, $0x00ff000000000000",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// A mutant is the same each time, and differs in one line.
func TestDraw(t *testing.T) {
	s := parse("text_amd64.s", []byte(text))
	kinds := map[bool]int{}
	for i := range uint64(200) {
		m := draw([]*source{s}, "amd64", 1, i)
		if again := draw([]*source{s}, "amd64", 1, i); again != m {
			t.Fatalf("mutant %d is %v, then %v", i, m, again)
		}
		if m.old == m.new || squeeze(m.old) == squeeze(m.new) {
			t.Errorf("mutant %d is no mutant: %v", i, m)
		}
		lines := strings.Split(string(m.text()), "\n")
		for n, line := range lines {
			if (line != s.lines[n]) != (n == m.line) {
				t.Fatalf("%v: line %d is %q, was %q", m, n, line, s.lines[n])
			}
		}
		kinds[strings.HasPrefix(m.old, "DATA")]++
	}
	if kinds[true] < 20 || kinds[false] < 100 {
		t.Errorf("%d constants and %d instructions", kinds[true], kinds[false])
	}
}

// What is listed as equivalent is, but for one change, in the assembly, and has a
// reason.
func TestKnown(t *testing.T) {
	for name, reason := range known() {
		file, rest, _ := strings.Cut(name, ": ")
		where, change, _ := strings.Cut(rest, ": ")
		old, new, _ := strings.Cut(change, " -> ")
		text, err := os.ReadFile("../../" + file)
		if err != nil {
			t.Error(err)
			continue
		}
		s := parse(file, text)
		there := slices.ContainsFunc(slices.Concat(s.kinds[:]...), func(p place) bool {
			return p.where == where && squeeze(s.lines[p.line]) == old
		})
		if !there || new == "" || new == old || len(reason) < 20 {
			t.Errorf("%s: no such instruction, no change or no reason: %s", name, reason)
		}
	}
}

func TestInstructionChanges(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ arch, line, want string }{
		{"amd64", "\tRET", ""},
		{"amd64", "\tJA     loop", "\tJAE     loop"},
		{"amd64", "\tAESENC X1, X2", "\tAESENCLAST X1, X2"},
		{"arm64", "\tVPMULL V1.D1, V2.D1, V3.Q1 // product", "\tVPMULL2 V1.D1, V2.D1, V3.Q1"},
	} {
		if got := instructionChanges(r, c.arch, c.line); !slices.Contains(got, c.want) {
			t.Errorf("%q: %q is not among %q", c.line, c.want, got)
		}
	}
	// Every register, immediate and displacement is changed, and stays of its kind.
	seen := map[string]bool{}
	for range 1000 {
		for _, s := range instructionChanges(r, "amd64", "\tPINSRQ $0x01, 16(SI)(AX*8), X3") {
			for _, part := range []string{"$0x01", "16(", "(SI)", "(AX*8)", "X3"} {
				if s != "" && !strings.Contains(s, part) {
					seen[part] = true
				}
			}
			if strings.Contains(s, "X16") || strings.Contains(s, "SP") || strings.Contains(s, "BP") {
				t.Fatalf("a register that there is not, or is Go's: %q", s)
			}
		}
	}
	if len(seen) != 5 {
		t.Errorf("changed only %v", seen)
	}
	for _, s := range instructionChanges(r, "amd64", "\tMOVO X1, X2") {
		if strings.Contains(s, "MOVOU") {
			t.Errorf("between registers this changes nothing: %q", s)
		}
	}
}
