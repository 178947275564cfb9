// Package encoding is a test for generators of arm64 assembly: whether Go's
// assembler made of it what was meant.
package encoding

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vpaes.example/aes/asm/arm64"
)

var (
	immediate = regexp.MustCompile(`#-?0x[0-9a-f]+`)
	vectors   = regexp.MustCompile(`\b[vqds][0-9]+\b`)
	reserved  = regexp.MustCompile(`\b[xw](18|26|27|28|29)\b`)
	// what Go's assembler adds to a function with a frame
	framePointer = regexp.MustCompile(`^((stur|ldur) x29, \[sp, #-0x8\]|(sub|add) x29, sp, #0x[0-9a-f]+)$`)
)

// disassembly is what LLVM reads in each kernel of a linked test binary.
func disassembly(t *testing.T) map[string][]string {
	objdump, err := exec.LookPath("llvm-objdump-19")
	if err != nil {
		t.Skip("needs llvm-objdump-19")
	}
	binary := filepath.Join(t.TempDir(), "aes.test")
	build := exec.Command("go", "test", "-c", "-vet=off", "-o", binary, ".")
	build.Dir = "../.." // a generator is in a folder of asm
	build.Env = append(build.Environ(), "GOARCH=arm64", "CGO_ENABLED=0", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, err := exec.Command(objdump, "-d", "--mattr=+all", "--no-show-raw-insn", "--no-leading-addr", binary).Output()
	if err != nil {
		t.Fatal(err)
	}
	code := map[string][]string{}
	name := ""
	for line := range strings.SplitSeq(string(out), "\n") {
		if f, ok := strings.CutSuffix(line, ">:"); ok {
			name = strings.TrimSuffix(f[strings.LastIndex(f, ".")+1:], ".abi0")
			if i := strings.Index(f, "vpaes.example/aes."); i >= 0 {
				name = strings.TrimSuffix(f[i+len("vpaes.example/aes."):], ".abi0")
			}
			continue
		}
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			code[name] = append(code[name], line)
		}
	}
	return code
}

// Check compares what Go's assembler made of the vector instructions in the files
// with what was meant, by another disassembler, and finds reserved registers.
func Check(t *testing.T, files map[string]*arm64.File) {
	code := disassembly(t)
	for name, file := range files {
		for function, want := range file.Listing() {
			var got []string
			for _, line := range code[function] {
				if reserved.MatchString(line) && !framePointer.MatchString(line) {
					t.Errorf("%s, %s: uses a reserved register: %s", name, function, line)
				}
				if vectors.MatchString(line) {
					got = append(got, immediate.ReplaceAllStringFunc(line, decimal))
				}
			}
			if len(got) == 0 {
				t.Errorf("%s: no function %s", name, function)
			}
			for i := range want {
				w := immediate.ReplaceAllStringFunc(want[i], decimal)
				if i >= len(got) || got[i] != w {
					t.Fatalf("%s, %s, vector instruction %d: got %q, want %q", name, function, i, slices.Concat(got, []string{""})[min(i, len(got))], w)
				}
			}
			if len(got) > len(want) {
				t.Errorf("%s, %s: %d vector instructions, want %d", name, function, len(got), len(want))
			}
		}
	}
}

func decimal(hex string) string {
	n, _ := strconv.ParseInt(hex[1:], 0, 64)
	return "#" + strconv.FormatInt(n, 10)
}
