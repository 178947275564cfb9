package objscan

import (
	"regexp"
	"strconv"
	"strings"
)

var (
	goRegisters  = regexp.MustCompile(`%(?:[er]?bp|bpl|r1[45][dwb]?)\b`)
	belowStack   = regexp.MustCompile(`-0x[0-9a-f]+\(%rsp`)
	memoryBase   = regexp.MustCompile(`\(%(\w+)`)
	wideRegister = regexp.MustCompile(`%[yz]mm`)
	vector       = regexp.MustCompile(`%[xyz]mm`)
	alignedMove  = regexp.MustCompile(`^v?mov(?:aps|apd|dqa|dqa32|dqa64|ntdq|ntps|ntpd|ntdqa)$`)
	// Legacy instructions that may read or write memory at any address.
	anyAddress = regexp.MustCompile(`^(?:mov(?:dqu|ups|upd|q|d|hps|lps|hpd|lpd|ss|sd)|pinsr[bwdq]|pextr[bwdq]|lddqu)$`)
	lea        = regexp.MustCompile(`^lea\w? .*\(%rip\), %(\w+)$`)
	loaded     = regexp.MustCompile(`^mov\w* .*\), %(r\w+)$`)
)

// AMD64 applies the rules for amd64, in AT&T syntax.
func AMD64(f Function) (found []Finding) {
	report := func(rule string, i Instruction) { found = append(found, Finding{f.Name, rule, i}) }
	dirty, constant := dirtyUpper(f.Code), constantBases(f.Code)
	for n, i := range f.Code {
		legacy := vector.MatchString(i.Operands) && !strings.HasPrefix(i.Mnemonic, "v")
		needsAlignment := alignedMove.MatchString(i.Mnemonic) || legacy && !anyAddress.MatchString(i.Mnemonic)
		base := memoryBase.FindStringSubmatch(i.Operands)
		switch {
		case ofTheFrame(f.Code, n):
		case goRegisters.MatchString(i.Operands):
			report("uses BP, R14 or R15", i)
		case belowStack.MatchString(i.Operands):
			report("reaches below the stack pointer", i)
		case strings.HasPrefix(i.Mnemonic, "push"), strings.HasPrefix(i.Mnemonic, "pop"), strings.HasPrefix(i.Mnemonic, "call"):
			report("is not a leaf function", i)
		case needsAlignment && base != nil && base[1] == "rip" && i.Target%alignment(i) != 0:
			report("reads a constant that is not aligned", i)
		case needsAlignment && base != nil && base[1] != "rip" && !constant[base[1]]:
			report("needs an aligned address, which callers do not give", i)
		case legacy && dirty[n]:
			report("is legacy SSE with upper halves in use", i)
		case strings.HasPrefix(i.Mnemonic, "ret") && dirty[n]:
			report("returns with upper halves in use", i)
		}
	}
	return found
}

func alignment(i Instruction) uint64 {
	if wideRegister.MatchString(i.Operands) {
		return 32
	}
	return 16
}

// ofTheFrame reports whether instruction n is what Go's assembler puts at the
// start and the end of a function that has a frame.
func ofTheFrame(code []Instruction, n int) bool {
	is := func(n int, mnemonic, operands string) bool {
		return n >= 0 && n < len(code) && strings.HasPrefix(code[n].Mnemonic, mnemonic) && code[n].Operands == operands
	}
	return n == 0 && is(n, "push", "%rbp") ||
		n == 1 && is(n, "mov", "%rsp, %rbp") ||
		is(n, "pop", "%rbp") && n+1 < len(code) && strings.HasPrefix(code[n+1].Mnemonic, "ret")
}

// constantBases are the registers that this function makes point to constants,
// and never loads from memory.
func constantBases(code []Instruction) map[string]bool {
	bases := map[string]bool{}
	for _, i := range code {
		if m := lea.FindStringSubmatch(i.Mnemonic + " " + i.Operands); m != nil {
			bases[m[1]] = i.Target%16 == 0
		}
	}
	for _, i := range code {
		if m := loaded.FindStringSubmatch(i.Mnemonic + " " + i.Operands); m != nil {
			delete(bases, m[1])
		}
	}
	return bases
}

// dirtyUpper tells of every instruction whether the upper half of a vector
// register may be in use when it is reached: whether a 256-bit instruction, and no
// VZEROUPPER after it, lies on a way to it.
func dirtyUpper(code []Instruction) []bool {
	index := map[uint64]int{}
	for n, i := range code {
		index[i.Address] = n
	}
	dirty, seen := make([]bool, len(code)), make([]bool, len(code))
	var visit func(n int, d bool)
	visit = func(n int, d bool) {
		for n < len(code) && (!seen[n] || d && !dirty[n]) {
			seen[n], dirty[n] = true, dirty[n] || d
			d = dirty[n]
			i := code[n]
			switch {
			case strings.HasPrefix(i.Mnemonic, "vzero"):
				d = false
			case wideRegister.MatchString(i.Operands):
				d = true
			case strings.HasPrefix(i.Mnemonic, "ret"):
				return
			case strings.HasPrefix(i.Mnemonic, "j"):
				text, _, _ := strings.Cut(strings.TrimPrefix(i.Operands, "0x"), " ")
				address, err := strconv.ParseUint(text, 16, 64)
				target, ok := index[address]
				if err != nil || !ok {
					panic("objscan: a jump that leads out of its function: " + i.String())
				}
				visit(target, d)
				if i.Mnemonic == "jmp" {
					return
				}
			}
			n++
		}
	}
	visit(0, false)
	return dirty
}
