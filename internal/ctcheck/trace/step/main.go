//go:build linux && amd64

// Command step does on this CPU what the plugin trace.c does in an emulator: it
// runs a program, one instruction at a time within the functions it is told of,
// and writes a line for all calls of a function between two marks, with a hash
// over the addresses of the instructions and of the data. It is for instructions
// that no emulator has.
//
//	step -functions FILE -mark ADDRESS -out FILE program argument…
//
// Addresses of data are computed, before each instruction, from its operands as
// objdump prints them and from the registers.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"hash/fnv"
	"log"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

var (
	functionsFile = flag.String("functions", "", "file with the first address, the end and the name of each function")
	markText      = flag.String("mark", "0", "address that is executed between turns, in hexadecimal")
	outFile       = flag.String("out", "", "file for the lines")
)

// A function is what is traced.
type function struct {
	lo, hi                        uint64
	name                          string
	calls, instructions, accesses uint64
	hash                          uint64
}

func (f *function) mix(x uint64) {
	h := fnv.New64a()
	fmt.Fprint(h, f.hash, x)
	f.hash = h.Sum64()
}

// An operand is an address in memory as an instruction has it.
type operand struct {
	base, index func(r *syscall.PtraceRegs) uint64
	scale       uint64
}

type tracer struct {
	functions []*function
	at        map[uint64]*function // by first address
	operands  map[uint64][]operand // by address of the instruction
	mark      uint64
	marks     int
	saved     map[uint64]byte // under breakpoints
	out       *bufio.Writer
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("step: ")
	flag.Parse()
	out, err := os.Create(*outFile)
	if err != nil {
		log.Fatal(err)
	}
	t := &tracer{at: map[uint64]*function{}, operands: map[uint64][]operand{}, saved: map[uint64]byte{}, out: bufio.NewWriter(out)}
	if t.mark, err = strconv.ParseUint(*markText, 16, 64); err != nil {
		log.Fatal(err)
	}
	if err := t.read(*functionsFile, flag.Arg(0)); err != nil {
		log.Fatal(err)
	}
	status, err := t.run(flag.Args())
	if err != nil {
		log.Fatal(err)
	}
	t.endTurn()
	if err := t.out.Flush(); err != nil {
		log.Fatal(err)
	}
	os.Exit(status)
}

var memory = regexp.MustCompile(`\((%\w+)?(?:,(%\w+)(?:,(\d))?)?\)`)

// read reads the list of functions and disassembles them.
func (t *tracer) read(list, program string) error {
	text, err := os.ReadFile(list)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		f := new(function)
		if _, err := fmt.Sscanf(line, "%x %x %s", &f.lo, &f.hi, &f.name); err != nil {
			return err
		}
		t.functions = append(t.functions, f)
		t.at[f.lo] = f
		dump, err := exec.Command("objdump", "-d", "--no-show-raw-insn", fmt.Sprintf("--start-address=%d", f.lo), fmt.Sprintf("--stop-address=%d", f.hi), program).Output()
		if err != nil {
			return fmt.Errorf("objdump: %v", err)
		}
		known := 0
		for line := range strings.Lines(string(dump)) {
			address, instruction, ok := strings.Cut(strings.TrimSpace(line), ":\t")
			pc, err := strconv.ParseUint(address, 16, 64)
			if !ok || err != nil {
				continue
			}
			known++
			if strings.HasPrefix(instruction, "lea") {
				continue // no access
			}
			for _, m := range memory.FindAllStringSubmatch(instruction, -1) {
				o := operand{base: register(m[1]), index: register(m[2]), scale: 1}
				if m[3] != "" {
					o.scale, _ = strconv.ParseUint(m[3], 10, 64)
				}
				t.operands[pc] = append(t.operands[pc], o)
			}
		}
		if known == 0 {
			return fmt.Errorf("objdump knows nothing of %s", f.name)
		}
	}
	return nil
}

// register returns how to read a register's value.
func register(name string) func(r *syscall.PtraceRegs) uint64 {
	type regs = *syscall.PtraceRegs
	switch name {
	case "", "%rip":
		return func(regs) uint64 { return 0 }
	case "%rax":
		return func(r regs) uint64 { return r.Rax }
	case "%rbx":
		return func(r regs) uint64 { return r.Rbx }
	case "%rcx":
		return func(r regs) uint64 { return r.Rcx }
	case "%rdx":
		return func(r regs) uint64 { return r.Rdx }
	case "%rsi":
		return func(r regs) uint64 { return r.Rsi }
	case "%rdi":
		return func(r regs) uint64 { return r.Rdi }
	case "%rbp":
		return func(r regs) uint64 { return r.Rbp }
	case "%rsp":
		return func(r regs) uint64 { return r.Rsp }
	case "%r8":
		return func(r regs) uint64 { return r.R8 }
	case "%r9":
		return func(r regs) uint64 { return r.R9 }
	case "%r10":
		return func(r regs) uint64 { return r.R10 }
	case "%r11":
		return func(r regs) uint64 { return r.R11 }
	case "%r12":
		return func(r regs) uint64 { return r.R12 }
	case "%r13":
		return func(r regs) uint64 { return r.R13 }
	case "%r14":
		return func(r regs) uint64 { return r.R14 }
	case "%r15":
		return func(r regs) uint64 { return r.R15 }
	}
	log.Fatalf("an address in %s", name)
	return nil
}

// run runs the program to its end and returns its exit status.
func (t *tracer) run(args []string) (status int, err error) {
	runtime.LockOSThread() // the tracer is a thread
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Ptrace: true}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	pid := cmd.Process.Pid
	var w syscall.WaitStatus
	if _, err := syscall.Wait4(pid, &w, 0, nil); err != nil {
		return 0, err
	}
	if err := syscall.PtraceSetOptions(pid, syscall.PTRACE_O_TRACECLONE); err != nil {
		return 0, err
	}
	for pc := range t.at {
		if err := t.insert(pid, pc); err != nil {
			return 0, err
		}
	}
	if t.mark != 0 {
		if err := t.insert(pid, t.mark); err != nil {
			return 0, err
		}
	}
	thread, signal := pid, 0
	for {
		// A thread may have gone with its process.
		if err := syscall.PtraceCont(thread, signal); err != nil && err != syscall.ESRCH {
			return 0, err
		}
		signal = 0
		if thread, err = syscall.Wait4(-1, &w, syscall.WALL, nil); err != nil {
			return 0, err
		}
		switch {
		case w.Exited() || w.Signaled():
			if thread == pid {
				return w.ExitStatus(), nil
			}
		case w.Stopped() && w.StopSignal() == syscall.SIGTRAP && w.TrapCause() <= 0:
			if err := t.breakpoint(thread); err != nil {
				return 0, err
			}
		case w.Stopped() && w.StopSignal() != syscall.SIGTRAP && w.StopSignal() != syscall.SIGSTOP:
			signal = int(w.StopSignal())
		}
	}
}

func (t *tracer) insert(thread int, pc uint64) error {
	var old [1]byte
	if _, err := syscall.PtracePeekText(thread, uintptr(pc), old[:]); err != nil {
		return err
	}
	t.saved[pc] = old[0]
	_, err := syscall.PtracePokeText(thread, uintptr(pc), []byte{0xcc})
	return err
}

// breakpoint steps a thread through the function that it has come to.
func (t *tracer) breakpoint(thread int) error {
	var r syscall.PtraceRegs
	if err := syscall.PtraceGetRegs(thread, &r); err != nil {
		return err
	}
	first := r.Rip - 1
	old, ok := t.saved[first]
	if !ok {
		return fmt.Errorf("a trap at %#x", first)
	}
	r.Rip = first
	if err := syscall.PtraceSetRegs(thread, &r); err != nil {
		return err
	}
	if _, err := syscall.PtracePokeText(thread, uintptr(first), []byte{old}); err != nil {
		return err
	}
	f := t.at[first]
	if f == nil {
		f = &function{lo: first, hi: first + 1} // the mark: one instruction
		t.endTurn()
		t.marks++
	} else if f.calls++; f.calls == 1 {
		f.instructions, f.accesses, f.hash = 0, 0, 0
	}
	for f.lo <= r.Rip && r.Rip < f.hi {
		f.instructions++
		f.mix(r.Rip)
		for _, o := range t.operands[r.Rip] {
			f.accesses++
			f.mix(o.base(&r) + o.index(&r)*o.scale)
		}
		if err := syscall.PtraceSingleStep(thread); err != nil {
			return err
		}
		var w syscall.WaitStatus
		if _, err := syscall.Wait4(thread, &w, syscall.WALL, nil); err != nil {
			return err
		}
		if !w.Stopped() {
			return fmt.Errorf("%s: the program ended", f.name)
		}
		if s := w.StopSignal(); s != syscall.SIGTRAP && s != syscall.SIGURG {
			return fmt.Errorf("%s: %v", f.name, s)
		}
		if err := syscall.PtraceGetRegs(thread, &r); err != nil {
			return err
		}
	}
	return t.insert(thread, first)
}

// endTurn writes the lines of a turn and starts the next.
func (t *tracer) endTurn() {
	for _, f := range t.functions {
		if f.calls > 0 && t.marks > 0 {
			fmt.Fprintf(t.out, "%s instructions=%d accesses=%d hash=%016x\n", f.name, f.instructions, f.accesses, f.hash)
		}
		f.calls = 0
	}
}
