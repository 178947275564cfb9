package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// A source is an assembly file.
type source struct {
	file  string
	lines []string
	kinds [3][]place // by kind
}

// A place is a line that can be mutated.
type place struct {
	line  int
	where string // "function+12" for its twelfth instruction, or "table<>+16"
}

// The kinds of line, of which as many mutants are made as the weights say.
const (
	vector  = iota // arithmetic on data
	control        // addresses, loops and branches
	table          // constants
)

var weights = [3]int{vector: 5, control: 3, table: 2}

// A mutant is a source with one line changed.
type mutant struct {
	source   *source
	line     int
	where    string
	old, new string
}

// String is how a mutant is named in reports and in the list of equivalent ones.
func (m mutant) String() string {
	return fmt.Sprintf("%s: %s: %s -> %s", filepath.Base(m.source.file), m.where, squeeze(m.old), squeeze(m.new))
}

// text is the whole file of the mutant.
func (m mutant) text() []byte {
	lines := append([]string{}, m.source.lines...)
	lines[m.line] = m.new
	return []byte(strings.Join(lines, "\n"))
}

// squeeze leaves single spaces and no comment.
func squeeze(line string) string {
	line, _, _ = strings.Cut(line, "//")
	if text := strings.Join(strings.Fields(line), " "); text != "" {
		return text
	}
	return "nothing"
}

var (
	textLine        = regexp.MustCompile(`^TEXT ·(\w+)\(SB\)`)
	dataLine        = regexp.MustCompile(`^DATA (\w+<>\+\d+)\(SB\)/\d+, \$0x[0-9a-f]+`)
	instructionLine = regexp.MustCompile(`^\t([A-Z][A-Z0-9.]*)\b(.*)$`)
	vectorRegister  = regexp.MustCompile(`\b[XYV]\d+\b`)
)

// parse finds what can be mutated in a file.
func parse(file string, text []byte) *source {
	s := &source{file: file, lines: strings.Split(string(text), "\n")}
	function, n := "", 0
	for i, line := range s.lines {
		if m := textLine.FindStringSubmatch(line); m != nil {
			function, n = m[1], 0
			continue
		}
		if m := dataLine.FindStringSubmatch(line); m != nil {
			s.kinds[table] = append(s.kinds[table], place{i, m[1]})
			continue
		}
		m := instructionLine.FindStringSubmatch(line)
		if m == nil || m[1] == "PCALIGN" {
			continue
		}
		n++
		kind := control
		if vectorRegister.MatchString(squeeze(line)) {
			kind = vector
		}
		s.kinds[kind] = append(s.kinds[kind], place{i, fmt.Sprintf("%s+%d", function, n)})
	}
	return s
}

// function returns the function or table that a place is in.
func (p place) function() string {
	name, _, _ := strings.Cut(p.where, "+")
	return name
}

// draw makes mutant number i of the sources: first a kind by weight, then a
// function or table, each as likely as any other, then a line of it and a
// change. It is the same for the same seed and sources.
func draw(sources []*source, arch string, seed, i uint64) mutant {
	r := rand.New(rand.NewPCG(seed, i))
	kind, n := 0, r.IntN(weights[vector]+weights[control]+weights[table])
	for n >= weights[kind] {
		n -= weights[kind]
		kind++
	}
	type choice struct {
		source *source
		places []place
	}
	var choices []choice
	for _, s := range sources {
		for j, p := range s.kinds[kind] {
			if j == 0 || p.function() != s.kinds[kind][j-1].function() {
				choices = append(choices, choice{s, nil})
			}
			last := &choices[len(choices)-1]
			last.places = append(last.places, p)
		}
	}
	c := choices[r.IntN(len(choices))]
	p := c.places[r.IntN(len(c.places))]
	m := mutant{source: c.source, line: p.line, where: p.where, old: c.source.lines[p.line]}
	if kind == table {
		m.new = changeConstant(r, m.old)
	} else {
		changes := instructionChanges(r, arch, m.old)
		m.new = changes[r.IntN(len(changes))]
	}
	return m
}

// changeConstant puts another byte in the place of one of the constant.
func changeConstant(r *rand.Rand, line string) string {
	head, tail, _ := strings.Cut(line, "$0x")
	digits := len(tail)
	for i, c := range tail {
		if !strings.ContainsRune("0123456789abcdef", c) {
			digits = i
			break
		}
	}
	at := 2 * r.IntN(digits/2)
	old, err := strconv.ParseUint(tail[at:at+2], 16, 8)
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf("%s$0x%s%02x%s", head, tail[:at], byte(old)+byte(1+r.IntN(255)), tail[at+2:])
}

// swaps are instructions that differ in one thing. Each is also the other's.
var swaps = [][2]string{
	// amd64
	{"VPXOR", "VPOR"}, {"PXOR", "POR"}, {"VPAND", "VPANDN"}, {"PAND", "PANDN"},
	{"VAESENC", "VAESENCLAST"}, {"AESENC", "AESENCLAST"}, {"VAESDEC", "VAESDECLAST"}, {"AESDEC", "AESDECLAST"},
	{"VPADDD", "VPADDQ"}, {"PADDL", "PADDQ"}, {"VPADDB", "VPADDW"}, {"PADDB", "PADDW"},
	{"VPSLLDQ", "VPSRLDQ"}, {"PSLLDQ", "PSRLDQ"}, {"VPSLLD", "VPSRLD"}, {"PSLLL", "PSRLL"},
	{"VPSLLQ", "VPSRLQ"}, {"PSLLQ", "PSRLQ"}, {"VPSRAD", "VPSRLD"}, {"PSRAL", "PSRLL"},
	{"VPUNPCKLQDQ", "VPUNPCKHQDQ"}, {"PUNPCKLQDQ", "PUNPCKHQDQ"}, {"VPUNPCKLBW", "VPUNPCKHBW"}, {"PUNPCKLBW", "PUNPCKHBW"},
	{"VPUNPCKLWD", "VPUNPCKHWD"}, {"PUNPCKLWL", "PUNPCKHWL"}, {"MOVOU", "MOVO"}, {"VMOVDQU", "VMOVDQA"},
	{"JB", "JBE"}, {"JA", "JAE"}, {"JE", "JNE"}, {"JZ", "JNZ"}, {"JB", "JAE"}, {"JGE", "JLT"}, {"JC", "JNC"},
	{"ADDQ", "SUBQ"}, {"INCQ", "DECQ"}, {"ANDQ", "ORQ"}, {"ANDL", "ORL"}, {"SHLQ", "SHRQ"},
	{"TESTQ", "CMPQ"}, {"CMOVQCS", "CMOVQCC"}, {"CMOVQHI", "CMOVQCC"},
	// arm64
	{"AESE", "AESD"}, {"AESMC", "AESIMC"}, {"VPMULL", "VPMULL2"}, {"VTRN1", "VTRN2"}, {"VZIP1", "VZIP2"}, {"VUZP1", "VUZP2"},
	{"VEOR", "VORR"}, {"VEOR3", "VBCAX"}, {"VAND", "VORR"}, {"VADD", "VSUB"}, {"VSHL", "VUSHR"}, {"VREV64", "VREV32"},
	{"EOR", "ORR"}, {"EORW", "ORRW"}, {"ADD", "SUB"}, {"ADDS", "SUBS"}, {"LSL", "LSR"}, {"LSR", "ASR"},
	{"BLO", "BLS"}, {"BHI", "BHS"}, {"BEQ", "BNE"}, {"BLO", "BHS"}, {"CBZ", "CBNZ"}, {"TBZ", "TBNZ"},
	{"AND", "ORR"}, {"REV", "REVW"},
}

// oneWay are such of which the second may do what the first does.
var oneWay = map[string]string{"ADCQ": "ADDQ", "ADC": "ADD"}

var (
	immediate    = regexp.MustCompile(`\$-?(?:0x[0-9a-f]+|\d+)`)
	displacement = regexp.MustCompile(`(?:^|[\s,])(-?\d+)\([A-Z]`)
	amd64General = []string{"AX", "BX", "CX", "DX", "SI", "DI", "R8", "R9", "R10", "R11", "R12", "R13"}
	arm64General = []string{"R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15", "R16", "R17"}
	generalName  = regexp.MustCompile(`\b(?:[ABCD]X|[SD]I|R\d+)\b`)
)

// instructionChanges lists ways to change an instruction: none in its place,
// another of its kind, another register, immediate or displacement.
func instructionChanges(r *rand.Rand, arch, line string) (changes []string) {
	m := instructionLine.FindStringSubmatch(line)
	mnemonic, operands := m[1], m[2]
	operands, _, _ = strings.Cut(operands, "//")
	operands = strings.TrimRight(operands, " ")
	with := func(operands string) { changes = append(changes, "\t"+mnemonic+operands) }
	changes = append(changes, "")
	for _, s := range swaps {
		for i := range s {
			// Between registers, moves of either kind do the same.
			if s[i] == mnemonic && !(strings.Contains(mnemonic, "MOV") && !strings.Contains(operands, "(")) {
				changes = append(changes, "\t"+s[1-i]+operands)
			}
		}
	}
	if other := oneWay[mnemonic]; other != "" {
		changes = append(changes, "\t"+other+operands)
	}
	for _, at := range vectorRegister.FindAllStringIndex(operands, -1) {
		count := 16
		if operands[at[0]] == 'V' {
			count = 32
		}
		old, _ := strconv.Atoi(operands[at[0]+1 : at[1]])
		other := (old + 1 + r.IntN(count-1)) % count
		with(operands[:at[0]+1] + strconv.Itoa(other) + operands[at[1]:])
	}
	names := amd64General
	if arch == "arm64" {
		names = arm64General
	}
	for _, at := range generalName.FindAllStringIndex(operands, -1) {
		old, other := operands[at[0]:at[1]], ""
		for other == "" || other == old {
			other = names[r.IntN(len(names))]
		}
		with(operands[:at[0]] + other + operands[at[1]:])
	}
	for _, at := range immediate.FindAllStringIndex(operands, -1) {
		old, err := strconv.ParseInt(operands[at[0]+1:at[1]], 0, 64)
		if err != nil {
			continue
		}
		other := old + 1
		switch r.IntN(3) {
		case 0:
			other = old - 1
		case 1:
			other = old ^ 1<<r.IntN(8)
		}
		if strings.HasSuffix(mnemonic, "PCLMULQDQ") {
			other = old ^ []int64{1, 16, 17}[r.IntN(3)] // the other bits do not matter
		}
		with(fmt.Sprintf("%s$%d%s", operands[:at[0]], other, operands[at[1]:]))
	}
	for _, at := range displacement.FindAllStringSubmatchIndex(operands, -1) {
		old, _ := strconv.Atoi(operands[at[2]:at[3]])
		other := old + []int{-16, -8, -1, 1, 8, 16}[r.IntN(6)]
		with(operands[:at[2]] + strconv.Itoa(other) + operands[at[3]:])
	}
	return changes
}
