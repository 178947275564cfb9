package objscan

import (
	"regexp"
	"strings"
)

var (
	goRegistersARM = regexp.MustCompile(`\b[xw](?:18|2[6-9])\b`)
	belowStackARM  = regexp.MustCompile(`\[sp, #-`)

	// What Go's assembler puts at the start and the end of a function that has
	// a frame: below the stack pointer it keeps the caller's frame pointer.
	frameStartARM = []*regexp.Regexp{
		regexp.MustCompile(`^str x30, \[sp, #-0x[0-9a-f]+\]!$`),
		regexp.MustCompile(`^stur x29, \[sp, #-0x8\]$`),
		regexp.MustCompile(`^sub x29, sp, #0x8$`),
	}
	frameEndARM = []*regexp.Regexp{
		regexp.MustCompile(`^add x29, sp, #0x[0-9a-f]+$`),
		regexp.MustCompile(`^add sp, sp, #0x[0-9a-f]+$`),
		regexp.MustCompile(`^ret$`),
	}
)

// ARM64 applies the rules for arm64.
func ARM64(f Function) (found []Finding) {
	for n, i := range f.Code {
		switch {
		case n < 3 && matchARM(f.Code, frameStartARM), matchARM(f.Code[n:], frameEndARM):
		case goRegistersARM.MatchString(i.Operands):
			found = append(found, Finding{f.Name, "uses R18 or one of R26 to R29", i})
		case belowStackARM.MatchString(i.Operands):
			found = append(found, Finding{f.Name, "reaches below the stack pointer", i})
		case i.Mnemonic == "bl" || i.Mnemonic == "blr":
			found = append(found, Finding{f.Name, "is not a leaf function", i})
		}
	}
	return found
}

// matchARM reports whether the code starts with these instructions.
func matchARM(code []Instruction, want []*regexp.Regexp) bool {
	if len(code) < len(want) {
		return false
	}
	for n, w := range want {
		if !w.MatchString(strings.TrimSpace(code[n].Mnemonic + " " + code[n].Operands)) {
			return false
		}
	}
	return true
}
