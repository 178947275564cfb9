package objscan

import (
	"strings"
	"testing"
)

func TestCircuitRules(t *testing.T) {
	const grows = "9: callq 0x100 <runtime.morestack_noctxt.abi0>\n"
	for _, c := range []struct{ arch, code, want string }{
		{"amd64", "1: xorq %rax, %rbx\n2: retq\n", ""},
		{"amd64", "1: jbe 0x9 <f>\n2: retq\n" + grows, ""},
		{"amd64", "1: jbe 0x9 <f>\n2: jne 0x1 <f>\n" + grows, "branches"},
		{"amd64", "1: jne 0x2 <f>\n", "branches"},
		{"amd64", "1: cmoveq %rax, %rbx\n", "branches"},
		{"386", "1: movl (%eax,%ecx,4), %edx\n", "index"},
		{"amd64", "1: movzbl (%rax,%rcx), %edx\n", "index"},
		{"amd64", "1: leaq (%rax,%rcx), %rdx\n2: jmp 0x1 <f>\n", ""},
		{"arm64", "1: ldr x0, [x1, x2, lsl #3]\n", "index"},
		{"arm64", "1: ldrb w0, [x1, w2, uxtw]\n", "index"},
		{"arm64", "1: ldr x0, [x1, #0x8]\n2: b 0x1 <f>\n", ""},
		{"arm64", "1: cbz x0, 0x1 <f>\n", "branches"},
		{"arm64", "1: b.eq 0x1 <f>\n", "branches"},
		{"arm64", "1: csel x0, x1, x2, eq\n", "branches"},
	} {
		functions, err := Parse(strings.NewReader("0000 <f>:\n" + c.code))
		if err != nil || len(functions) != 1 {
			t.Fatalf("%q: %v, %v", c.code, functions, err)
		}
		found := Circuit(c.arch, functions[0])
		switch {
		case c.want == "" && len(found) > 0:
			t.Errorf("%s, %q: %v", c.arch, c.code, found)
		case c.want != "" && (len(found) != 1 || !strings.Contains(found[0].Rule, c.want)):
			t.Errorf("%s, %q: %v, want %q", c.arch, c.code, found, c.want)
		}
	}
}

// The circuits of the generic AES, of which the compiler promises nothing, have
// stayed circuits.
func TestCircuits(t *testing.T) {
	if testing.Short() {
		t.Skip("builds three programs")
	}
	var symbols []string
	for _, name := range []string{
		"subBytes", "invSubBytes", "mixColumns0", "mixColumns1", "mixColumns2", "mixColumns3", "fourTimesEven", "fourTimesOdd", "transpose",
	} {
		symbols = append(symbols, "vpaes.example/aes.(*planes)."+name)
	}
	for _, arch := range []string{"amd64", "386", "arm64"} {
		t.Run(arch, func(t *testing.T) {
			functions := disassemble(t, arch, symbols)
			if len(functions) != len(symbols) {
				t.Errorf("%d functions, want %d", len(functions), len(symbols))
			}
			for _, f := range functions {
				if len(f.Code) < 40 {
					t.Errorf("%s has %d instructions", f.Name, len(f.Code))
				}
				for _, finding := range Circuit(arch, f) {
					t.Error(finding)
				}
			}
		})
	}
}
