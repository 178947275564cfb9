package objscan

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every rule finds what it is for, and lets the right thing pass.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		arch, code string
		want       string // the rule, or empty
	}{
		{"amd64", "1: movq %rbp, %rax\n", "uses BP"},
		{"amd64", "1: pushq %rbp\n2: movq %rsp, %rbp\n3: subq $0x40, %rsp\n4: popq %rbp\n5: retq\n", ""},
		{"amd64", "1: nop\n2: pushq %rbp\n", "uses BP"},
		{"amd64", "1: pushq %rax\n", "leaf"},
		{"amd64", "1: xorl %r14d, %r14d\n", "uses BP"},
		{"amd64", "1: movb %r15b, (%rdi)\n", "uses BP"},
		{"amd64", "1: movq %r13, %rax\n", ""},
		{"amd64", "1: movq %rax, -0x8(%rsp)\n", "below the stack"},
		{"amd64", "1: movq %rax, 0x8(%rsp)\n", ""},
		{"amd64", "1: callq 0x2 <f>\n", "leaf"},
		{"amd64", "1: movdqa (%rsi), %xmm0\n", "aligned address"},
		{"amd64", "1: vmovdqa %ymm0, (%rdi)\n2: vzeroupper\n", "aligned address"},
		{"amd64", "1: movdqa %xmm1, %xmm0\n", ""},
		{"amd64", "1: movdqu (%rsi), %xmm0\n", ""},
		{"amd64", "1: pxor (%rsi), %xmm0\n", "aligned address"},
		{"amd64", "1: vpxor (%rsi), %xmm0, %xmm0\n", ""},
		{"amd64", "1: pshufb 0x123(%rip), %xmm0  # 0x408 <c>\n", "not aligned"},
		{"amd64", "1: pshufb 0x123(%rip), %xmm0  # 0x410 <c>\n", ""},
		{"amd64", "1: movdqa 0x123(%rip), %xmm0  # 0x408 <c>\n", "not aligned"},
		{"amd64", "1: vmovdqa 0x123(%rip), %ymm0  # 0x410 <c>\n2: vzeroupper\n", "not aligned"},
		{"amd64", "1: leaq 0x123(%rip), %rsi  # 0x410 <c>\n2: pshufb (%rsi), %xmm0\n", ""},
		{"amd64", "1: leaq 0x123(%rip), %rsi  # 0x410 <c>\n2: movq 0x8(%rsp), %rsi\n3: pshufb (%rsi), %xmm0\n", "aligned address"},
		{"amd64", "1: vpxor %ymm0, %ymm0, %ymm0\n2: retq\n", "upper halves"},
		{"amd64", "1: vpxor %ymm0, %ymm0, %ymm0\n2: vzeroupper\n3: retq\n", ""},
		{"amd64", "1: vpxor %ymm0, %ymm0, %ymm0\n2: vzeroupper\n3: movq %rax, (%rdi)\n4: retq\n", ""},
		{"amd64", "1: vzeroupper\n2: vpxor %ymm0, %ymm0, %ymm0\n3: retq\n", "upper halves"},
		{"amd64", "1: je 0x3 <f>\n2: vpxor %ymm0, %ymm0, %ymm0\n3: retq\n", "upper halves"},
		{"amd64", "1: je 0x4 <f>\n2: vpxor %ymm0, %ymm0, %ymm0\n3: vzeroupper\n4: retq\n", ""},
		{"amd64", "1: vpxor %ymm0, %ymm0, %ymm0\n2: je 0x4 <f>\n3: vzeroupper\n4: retq\n", "upper halves"},
		{"amd64", "1: jmp 0x4 <f>\n2: vpxor %ymm0, %ymm0, %ymm0\n3: jmp 0x5 <f>\n4: jmp 0x2 <f>\n5: retq\n", "upper halves"},
		{"amd64", "1: vpxor %ymm0, %ymm0, %ymm0\n2: pxor %xmm1, %xmm1\n3: vzeroupper\n4: retq\n", "legacy SSE with upper"},
		{"arm64", "1: mov x18, x0\n", "R18"},
		{"arm64", "1: ldr w27, [x0]\n", "R18"},
		{"arm64", "1: ldr x25, [x0, #0x26]\n", ""},
		{"arm64", "1: str x0, [sp, #-0x10]\n", "below the stack"},
		{"arm64", "1: bl 0x2 <f>\n", "leaf"},
		{"arm64", "1: str x30, [sp, #-0xa0]!\n2: stur x29, [sp, #-0x8]\n3: sub x29, sp, #0x8\n4: add x29, sp, #0x98\n5: add sp, sp, #0xa0\n6: ret\n", ""},
		{"arm64", "1: stur x29, [sp, #-0x8]\n", "R18"},
		{"arm64", "1: add x29, sp, #0x98\n2: ret\n", "R18"},
	} {
		functions, err := Parse(strings.NewReader("0000 <f>:\n" + c.code))
		if err != nil || len(functions) != 1 {
			t.Fatalf("%q: %v, %v", c.code, functions, err)
		}
		scan := AMD64
		if c.arch == "arm64" {
			scan = ARM64
		}
		found := scan(functions[0])
		switch {
		case c.want == "" && len(found) > 0:
			t.Errorf("%q: %v", c.code, found)
		case c.want != "" && (len(found) != 1 || !strings.Contains(found[0].Rule, c.want)):
			t.Errorf("%q: %v, want %q", c.code, found, c.want)
		}
	}
}

// The functions of package aes that are written in assembly break no rule.
func TestObjects(t *testing.T) {
	if testing.Short() {
		t.Skip("builds two programs")
	}
	for arch, scan := range map[string]func(Function) []Finding{"amd64": AMD64, "arm64": ARM64} {
		t.Run(arch, func(t *testing.T) {
			want := textSymbols(t, arch)
			if len(want) == 0 {
				t.Skip("no assembly for this architecture")
			}
			var symbols []string
			for name := range want {
				symbols = append(symbols, "vpaes.example/aes."+name+".abi0")
			}
			functions := disassemble(t, arch, symbols)
			for _, f := range functions {
				name := strings.TrimSuffix(strings.TrimPrefix(f.Name, "vpaes.example/aes."), ".abi0")
				if !want[name] || len(f.Code) < 3 {
					t.Errorf("unexpected or empty function %s", f.Name)
				}
				delete(want, name)
				for i, finding := range scan(f) {
					if i == 10 {
						t.Error("and more")
						break
					}
					t.Error(finding)
				}
			}
			for name := range want {
				t.Errorf("%s was not disassembled", name)
			}
		})
	}
}

// disassemble builds the tests of package aes and returns those of its functions.
func disassemble(t *testing.T, arch string, symbols []string) []Function {
	t.Helper()
	objdump := findTool(t, "llvm-objdump-19", "llvm-objdump-16", "llvm-objdump")
	program := filepath.Join(t.TempDir(), "aes.test")
	build := exec.Command("go", "test", "-c", "-vet=off", "-o", program, "vpaes.example/aes")
	build.Env = append(os.Environ(), "GOARCH="+arch, "GOOS=linux", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	dump := exec.Command(objdump, "-d", "--no-show-raw-insn", "--disassemble-symbols="+strings.Join(symbols, ","), program)
	if arch == "arm64" {
		dump.Args = append(dump.Args, "--mattr=+all")
	}
	out, err := dump.Output()
	if err != nil {
		t.Fatalf("%v: %v", dump, err)
	}
	functions, err := Parse(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	return functions
}

var textLine = regexp.MustCompile(`(?m)^TEXT ·(\w+)\(SB\)`)

// textSymbols lists the functions in the assembly files of package aes.
func textSymbols(t *testing.T, arch string) map[string]bool {
	files, err := filepath.Glob("../../*_" + arch + ".s")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range textLine.FindAllSubmatch(text, -1) {
			names[string(m[1])] = true
		}
	}
	return names
}

// findTool returns the first of the programs that there is. A test without it is
// skipped, but not in CI, which installs it.
func findTool(t *testing.T, names ...string) string {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CI") != "" {
		t.Fatalf("none of %v is installed", names)
	}
	t.Skipf("none of %v is installed", names)
	return ""
}
