// Command mca estimates the cycles that one turn of a bulk loop takes on
// several arm64 cores, by llvm-mca.
//
//	mca [-taken n] [-cpus list] binary symbol [label]
//
// It disassembles the binary and walks through the symbol as a long message
// would: a forward branch on a condition is not taken, a backward one is taken
// n times and then not (the loop over the rounds; with -taken n,m an innermost
// loop's n times and that of a loop around it m times), a call is followed. The walk
// is one turn of the function's longest loop, or of the loop that starts at
// label, a hexadecimal address. With -inner the innermost loops alone are
// estimated.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	version = flag.String("llvm", "-19", "suffix of the LLVM tools")
	taken   = flag.String("taken", "8", "how often backward branches are taken")
	inner   = flag.Bool("inner", false, "estimate the innermost loops alone")
	blocks  = flag.Int("blocks", 1, "blocks that one turn handles: figures are per block")
	cpus    = flag.String("cpus", "cortex-a53,cortex-a55,cortex-a72,neoverse-n1", "cores")
)

// line is one instruction.
type line struct {
	address  uint64
	mnemonic string
	text     string
	target   uint64 // of a branch
	branch   bool
}

func main() {
	log.SetFlags(0)
	flag.Parse()
	if flag.NArg() < 2 {
		log.Fatal("usage: mca [flags] binary symbol [label]")
	}
	code, symbols := disassemble(flag.Arg(0))
	start, ok := symbols[flag.Arg(1)]
	if !ok {
		log.Fatalf("no symbol %s", flag.Arg(1))
	}
	var turns [][]line
	switch {
	case *all:
		turns = loops(code, start)
	case *inner:
		turns = innermost(code, start)
	default:
		label, _ := strconv.ParseUint(flag.Arg(2), 16, 64)
		turns = [][]line{longest(code, start, label)}
	}
	for _, turn := range turns {
		fmt.Printf("%s at %x: %.1f instructions", flag.Arg(1), turn[0].address, float64(len(turn))/float64(*blocks))
		for _, cpu := range strings.Split(*cpus, ",") {
			fmt.Printf(", %s %.1f", cpu, cycles(turn, cpu)/float64(*blocks))
		}
		fmt.Println()
	}
}

var instruction = regexp.MustCompile(`^\s*([0-9a-f]+):\s+(\S+)\s*(.*)$`)
var symbol = regexp.MustCompile(`^([0-9a-f]+) <(.*)>:$`)
var branchTarget = regexp.MustCompile(`0x([0-9a-f]+)( <.*>)?$`)

func disassemble(binary string) (code []line, symbols map[string]uint64) {
	out, err := exec.Command("llvm-objdump"+*version, "-d", "-r", "--mattr=+all", "--no-show-raw-insn", binary).Output()
	if err != nil {
		log.Fatal(err)
	}
	symbols = map[string]uint64{}
	for text := range strings.SplitSeq(string(out), "\n") {
		if m := symbol.FindStringSubmatch(text); m != nil {
			symbols[m[2]], _ = strconv.ParseUint(m[1], 16, 64)
			continue
		}
		m := instruction.FindStringSubmatch(text)
		if m == nil || strings.HasPrefix(m[2], "R_") {
			continue
		}
		l := line{mnemonic: m[2]}
		operands, _, _ := strings.Cut(m[3], "//")
		operands = strings.TrimSpace(operands)
		l.address, _ = strconv.ParseUint(m[1], 16, 64)
		l.branch = l.mnemonic == "b" || l.mnemonic == "bl" || l.mnemonic == "ret" || strings.HasPrefix(l.mnemonic, "b.") ||
			slices.Contains([]string{"cbz", "cbnz", "tbz", "tbnz"}, l.mnemonic)
		if t := branchTarget.FindStringSubmatch(operands); l.branch && t != nil {
			l.target, _ = strconv.ParseUint(t[1], 16, 64)
		}
		if i := strings.Index(operands, "<"); i >= 0 {
			operands = operands[:i] // the symbol that an address belongs to
		}
		l.text = l.mnemonic + " " + operands
		code = append(code, l)
	}
	return code, symbols
}

func at(code []line, address uint64) int {
	i, ok := slices.BinarySearchFunc(code, address, func(l line, a uint64) int { return int(int64(l.address) - int64(a)) })
	if !ok {
		log.Fatalf("no instruction at %x", address)
	}
	return i
}

// function is the code from start to the end of its function: to a return that
// no earlier branch goes past.
func function(code []line, start uint64) []line {
	first := at(code, start)
	end := start
	for i := first; ; i++ {
		end = max(end, code[i].target)
		if (code[i].mnemonic == "ret" || code[i].mnemonic == "b") && code[i].address >= end {
			return code[first : i+1]
		}
	}
}

// longest is one turn of the function's longest loop, among those that start at
// label if that is not 0. A backward branch out of a side path is no loop: the
// walk from its target does not come back to it.
func longest(code []line, start, label uint64) []line {
	ends := slices.DeleteFunc(slices.Clone(function(code, start)), func(l line) bool {
		return !l.branch || l.target < start || l.target > l.address || label != 0 && l.target != label
	})
	slices.SortFunc(ends, func(a, b line) int { return int(b.address-b.target) - int(a.address-a.target) })
	for _, end := range ends {
		if turn := walk(code, end); turn != nil {
			return turn
		}
	}
	log.Fatal("no loop")
	return nil
}

// innermost finds the loops of the function that hold no other branch.
func innermost(code []line, start uint64) (loops [][]line) {
	f := function(code, start)
	for i, l := range f {
		if !l.branch || l.target == 0 || l.target > l.address || l.target < start {
			continue
		}
		body := f[at(f, l.target):i]
		if !slices.ContainsFunc(body, func(l line) bool { return l.branch }) {
			loops = append(loops, body)
		}
	}
	return loops
}

// walk is the instructions of one turn of the loop that ends with end, without
// the branches, or nil if the function returns before.
func walk(code []line, end line) (turn []line) {
	var calls []int
	turns := map[uint64]int{}
	nests := func(l line) bool { // another loop inside l's
		return slices.ContainsFunc(code[at(code, l.target):at(code, l.address)], func(k line) bool {
			return k.branch && k.target >= l.target && k.target <= k.address && k.mnemonic != "b" && k.mnemonic != "bl"
		})
	}
	limit := func(l line) int {
		ns := strings.Split(*taken, ",")
		n := ns[0]
		if nests(l) {
			n = ns[len(ns)-1]
		}
		limit, _ := strconv.Atoi(n)
		return limit
	}
	for i := at(code, end.target); code[i].address != end.address; {
		l := code[i]
		next := i + 1
		switch {
		case l.mnemonic == "ret":
			if len(calls) == 0 {
				return nil
			}
			next, calls = calls[len(calls)-1], calls[:len(calls)-1]
		case l.mnemonic == "bl":
			calls = append(calls, next)
			next = at(code, l.target)
		case l.mnemonic == "b":
			next = at(code, l.target)
		case l.branch && l.target < l.address && turns[l.address] < limit(l):
			turns[l.address]++
			next = at(code, l.target)
		case l.branch:
			turns[l.address] = 0
		default:
			turn = append(turn, l)
		}
		i = next
	}
	return turn
}

var total = regexp.MustCompile(`Total Cycles:\s+(\d+)`)

// cycles is what one turn takes among many.
func cycles(turn []line, cpu string) float64 {
	const iterations = 50
	source, err := os.CreateTemp("", "mca*.s")
	if err != nil {
		log.Fatal(err)
	}
	defer os.Remove(source.Name())
	for _, l := range turn {
		fmt.Fprintln(source, l.text)
	}
	source.Close()
	out, err := exec.Command("llvm-mca"+*version, "-mtriple=aarch64", "-mcpu="+cpu, "-instruction-info=0", "-resource-pressure=0",
		"-skip-unsupported-instructions=any", "-mattr="+*attr, fmt.Sprint("-iterations=", iterations), source.Name()).Output()
	m := total.FindSubmatch(out)
	if m == nil {
		log.Fatalf("llvm-mca: %v: %s", err, out)
	}
	n, _ := strconv.Atoi(string(m[1]))
	return float64(n) / iterations
}
