package main

import (
	"flag"
	"strings"
)

var (
	all  = flag.Bool("all", false, "estimate every loop of at least twenty instructions, one turn from its label to its branch")
	jump = flag.String("jump", "", "with -all: forward branches that are taken, by mnemonic and part of the operands, as in tbz:#0x2,b.lt")
	attr = flag.String("attr", "+crypto,+sha3", "features that llvm-mca is to take for granted")
)

// loops are the turns of all loops of the function: of each backward branch,
// what is executed from its target up to it.
func loops(code []line, start uint64) (turns [][]line) {
	f := function(code, start)
	for _, l := range f {
		if !l.branch || l.target == 0 || l.target > l.address || l.target < start {
			continue
		}
		if turn := turnOf(f, l.target, l.address); len(turn) >= 20 {
			turns = append(turns, turn)
		}
	}
	return turns
}

// turnOf is what is executed from one address up to another; nothing if the walk
// leaves the function or goes back.
func turnOf(f []line, from, to uint64) (turn []line) {
	for i := at(f, from); f[i].address != to; {
		l := f[i]
		i++
		switch {
		case l.mnemonic == "ret":
			return nil
		case !l.branch:
			turn = append(turn, l)
		case l.target > l.address && (l.mnemonic == "b" || mustJump(l)):
			i = at(f, l.target)
		case l.mnemonic == "b":
			return nil
		}
		if i == len(f) {
			return nil
		}
	}
	return turn
}

func mustJump(l line) bool {
	for j := range strings.SplitSeq(*jump, ",") {
		mnemonic, operand, _ := strings.Cut(j, ":")
		if j != "" && l.mnemonic == mnemonic && strings.Contains(l.text, operand) {
			return true
		}
	}
	return false
}
