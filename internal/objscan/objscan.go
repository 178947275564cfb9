// Package objscan reads the machine code of assembled functions, as a
// disassembler prints it, and finds what they must not do: use registers that
// belong to Go, write below the stack pointer, move to and from memory in ways that
// fault on unaligned addresses, or leave the upper halves of vector registers in use.
// A text that only looks right, and an assembler that does something else, are both
// found out this way.
package objscan

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// An Instruction is a line of the disassembly.
type Instruction struct {
	Address  uint64
	Mnemonic string
	Operands string // with the disassembler's comment cut off
	Target   uint64 // the address of a constant that it reads relative to the program counter, or 0
}

func (i Instruction) String() string {
	return fmt.Sprintf("%#x: %s %s", i.Address, i.Mnemonic, i.Operands)
}

// A Function is a symbol and its instructions.
type Function struct {
	Name string
	Code []Instruction
}

// A Finding is a rule that an instruction breaks.
type Finding struct {
	Function    string
	Rule        string
	Instruction Instruction
}

func (f Finding) String() string {
	return fmt.Sprintf("%s: %s: %v", f.Function, f.Rule, f.Instruction)
}

var (
	symbolLine = regexp.MustCompile(`^(?:[0-9a-f]+ )?<(.*)>:$`)
	codeLine   = regexp.MustCompile(`^\s*([0-9a-f]+):\s+(\S+)(?:\s+(.*))?$`)
	targetText = regexp.MustCompile(`(?:#|//) (?:0x)?([0-9a-f]+)\b`)
)

// Parse reads what llvm-objdump -d --no-show-raw-insn prints.
func Parse(r io.Reader) (functions []Function, err error) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if m := symbolLine.FindStringSubmatch(lines.Text()); m != nil {
			functions = append(functions, Function{Name: m[1]})
			continue
		}
		m := codeLine.FindStringSubmatch(lines.Text())
		if m == nil || len(functions) == 0 {
			continue
		}
		i := Instruction{Mnemonic: m[2], Operands: m[3]}
		i.Address, _ = strconv.ParseUint(m[1], 16, 64)
		if t := targetText.FindStringSubmatch(m[3]); t != nil {
			i.Target, _ = strconv.ParseUint(t[1], 16, 64)
		}
		for _, mark := range []string{"#", "//"} {
			// A # without a space after it is an arm64 immediate.
			if at := strings.Index(i.Operands, mark+" "); at >= 0 {
				i.Operands = i.Operands[:at]
			}
		}
		i.Operands = strings.TrimSpace(i.Operands)
		f := &functions[len(functions)-1]
		f.Code = append(f.Code, i)
	}
	return functions, lines.Err()
}
