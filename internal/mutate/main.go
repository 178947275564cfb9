// Command mutate measures the tests of package aes. It changes single
// instructions and constants of the assembly, one at a time, and runs the tests
// on each such mutant; those that pass them show what the tests do not see.
//
//	go run ./internal/mutate [-arch amd64] [-seed 1] [-from 0] [-n 100]
//
// Mutants are numbered; number, seed and source say which one it is. One whose
// object code is the original's is none, and another is drawn in its stead, as for
// one that this machine cannot run. One that passes all tests has survived, unless
// the file of equivalent mutants says, with the reason, that no test can tell it
// from the original. The exit status is 1 if any has survived, or if more than one in
// twenty is listed.
//
// No file of the module is touched: the go command is given an overlay.
package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"sync"
	"time"

	"vpaes.example/aes/internal/cpuid"
)

var (
	arch  = flag.String("arch", "amd64", "architecture of the assembly")
	seed  = flag.Uint64("seed", 1, "seed of the draws")
	from  = flag.Uint64("from", 0, "number of the first mutant")
	count = flag.Uint64("n", 100, "how many mutants to draw")
	jobs  = flag.Int("j", 2, "how many to test at once")
	files = flag.String("files", "", "mutate only the files that match this pattern")
	quick = flag.Bool("quick", false, "for a survivor of the short tests, leave out the long ones")
	trust = flag.Bool("trust", false, "do not first run the tests on the original")
	print = flag.Bool("print", false, "only print the mutants")
)

// equivalents lists mutants that no test can tell from the original, one a line
// with the reason after two slashes.
//
//go:embed equivalent.txt
var equivalents string

// known returns the reasons of the equivalent mutants by their names.
func known() map[string]string {
	reasons := map[string]string{}
	for line := range strings.Lines(equivalents) {
		name, reason, ok := strings.Cut(strings.TrimSpace(line), " // ")
		if ok && !strings.HasPrefix(line, "#") {
			reasons[name] = reason
		}
	}
	return reasons
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("mutate: ")
	flag.Parse()
	root, err := moduleRoot()
	if err != nil {
		log.Fatal(err)
	}
	l, err := newLaboratory(root, *arch)
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(l.dir)
	survivors := false
	if !*print && !*trust {
		err = l.original()
	}
	if err == nil {
		survivors, err = l.all()
	}
	if err != nil {
		os.RemoveAll(l.dir)
		log.Fatal(err)
	}
	if survivors {
		os.RemoveAll(l.dir)
		os.Exit(1)
	}
}

func moduleRoot() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	return strings.TrimSpace(string(out)), err
}

// A laboratory is where mutants of one architecture are tested.
type laboratory struct {
	root, arch, dir string
	goroot          string
	sources         []*source
	objects         map[*source][]byte // of the originals
}

func newLaboratory(root, arch string) (l *laboratory, err error) {
	l = &laboratory{root: root, arch: arch, objects: map[*source][]byte{}}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	l.goroot = strings.TrimSpace(string(goroot))
	if l.dir, err = os.MkdirTemp("", "mutate"); err != nil {
		return nil, err
	}
	names, err := filepath.Glob(filepath.Join(root, *files+"*_"+arch+".s"))
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("no assembly for %s in %s: %v", arch, root, err)
	}
	sort.Strings(names)
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		s := parse(name, text)
		if l.objects[s], err = l.assemble(s, text, filepath.Join(l.dir, "original")); err != nil {
			return nil, err
		}
		l.sources = append(l.sources, s)
	}
	return l, nil
}

// runs reports whether this machine has the instructions of the function that a
// mutant is in; elsewhere its tests are skipped.
func (l *laboratory) runs(m mutant) bool {
	if l.arch != "amd64" {
		return true // in an emulator
	}
	name := place{where: m.where}.function()
	wide := strings.HasSuffix(name, "VAES") || strings.HasSuffix(name, "VPCLMUL") || strings.HasPrefix(name, "vaes") || strings.HasPrefix(name, "gcmVAES")
	return !wide || cpuid.Detect().Has(cpuid.AVX2|cpuid.VAES|cpuid.VPCLMULQDQ)
}

// assemble returns the object file of a source, which knows nothing of its folder.
func (l *laboratory) assemble(s *source, text []byte, dir string) ([]byte, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	file, object := filepath.Join(dir, filepath.Base(s.file)), filepath.Join(dir, "object")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		return nil, err
	}
	cmd := exec.Command("go", "tool", "asm", "-p", "vpaes.example/aes", "-trimpath", dir,
		"-I", filepath.Join(l.goroot, "pkg", "include"), "-o", object, file)
	cmd.Env = l.environment("")
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%v\n%s", err, out)
	}
	return os.ReadFile(object)
}

func (l *laboratory) environment(overlay string) []string {
	env := append(os.Environ(), "GOARCH="+l.arch, "CGO_ENABLED=0")
	if overlay != "" {
		env = append(env, "GOFLAGS=-overlay="+overlay)
	}
	return env
}

// A fate is what became of a mutant.
type fate struct {
	number uint64
	mutant mutant
	killer string // the test that failed
	reason string // why no test can fail, from the list
	took   time.Duration
	err    error
}

// original makes sure that the tests pass as long as nothing is changed.
func (l *laboratory) original() error {
	dir := filepath.Join(l.dir, "original")
	if err := os.WriteFile(filepath.Join(dir, "overlay"), []byte("{}"), 0o666); err != nil {
		return err
	}
	killer, err := l.kill(dir)
	if killer != "" {
		err = fmt.Errorf("without any change, %s fails", killer)
	}
	return err
}

// all draws the mutants and tests them.
func (l *laboratory) all() (survivors bool, err error) {
	reasons := known()
	numbers, fates := make(chan uint64), make(chan fate)
	var wg sync.WaitGroup
	for range *jobs {
		wg.Go(func() {
			for i := range numbers {
				f := l.one(i, reasons)
				f.number = i
				fates <- f
			}
		})
	}
	go func() {
		for i := *from; i < *from+*count; i++ {
			numbers <- i
		}
		close(numbers)
		wg.Wait()
		close(fates)
	}()
	killed, listed, survived := 0, 0, 0
	for f := range fates {
		what := "killed by " + f.killer
		switch {
		case f.err != nil:
			err = f.err
			what = f.err.Error()
		case *print:
			what = ""
		case f.reason != "":
			listed++
			what = "equivalent: " + f.reason
		case f.killer == "":
			survived++
			what = "SURVIVED"
		default:
			killed++
		}
		fmt.Printf("%3d %v: %s (%.0f s)\n", f.number, f.mutant, what, f.took.Seconds())
	}
	fmt.Printf("%s, seed %d, mutants %d to %d: %d killed, %d equivalent, %d survived\n",
		l.arch, *seed, *from, *from+*count-1, killed, listed, survived)
	return survived > 0 || 20*listed > int(*count), err
}

// one draws mutant number i and tests it.
func (l *laboratory) one(i uint64, reasons map[string]string) (f fate) {
	dir := filepath.Join(l.dir, fmt.Sprint(i))
	defer os.RemoveAll(dir)
	for try := uint64(0); ; try++ {
		if try == 100 {
			f.err = errors.New("drew 100 times and got no mutant")
			return f
		}
		f.mutant = draw(l.sources, l.arch, *seed, i+try<<32)
		object, err := l.assemble(f.mutant.source, f.mutant.text(), dir)
		if err == nil && !bytes.Equal(object, l.objects[f.mutant.source]) && l.runs(f.mutant) {
			break
		}
	}
	if f.reason = reasons[f.mutant.String()]; f.reason != "" || *print {
		return f
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{
		f.mutant.source.file: filepath.Join(dir, filepath.Base(f.mutant.source.file)),
	}})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "overlay"), overlay, 0o666)
	}
	if err != nil {
		f.err = err
		return f
	}
	start := time.Now()
	f.killer, f.err = l.kill(dir)
	f.took = time.Since(start)
	return f
}

// kill runs the tests, the quickest first, and returns the one that failed.
func (l *laboratory) kill(dir string) (killer string, err error) {
	overlay, program := filepath.Join(dir, "overlay"), filepath.Join(dir, "aes.test")
	build := exec.Command("go", "test", "-c", "-vet=off", "-o", program, ".")
	build.Dir, build.Env = l.root, l.environment(overlay)
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%v\n%s", err, out)
	}
	scan := exec.Command("go", "test", "-count=1", "-run", "TestObjects/"+l.arch, "./internal/objscan")
	scan.Env = append(l.environment(overlay), "GOARCH="+runtime.GOARCH, "CI=1")
	type step struct {
		name  string
		limit time.Duration
		cmd   *exec.Cmd
	}
	steps := []step{
		{"", time.Minute, l.test(program, "-test.short", "-test.run=FIPS197|SP80038A|GCMSpecification|AsmBlocks|AsmCBC|EveryPair")},
		{"", 5 * time.Minute, l.test(program, "-test.short", "-test.run=Asm|ARM|NEON|Fused|GHASH|Holds?No")},
		{"", 5 * time.Minute, l.test(program, "-test.short")},
		{"the object scan", 5 * time.Minute, scan},
	}
	if !*quick {
		steps = append(steps, step{"", 20 * time.Minute, l.test(program)})
	}
	for _, s := range steps {
		s.cmd.Dir = l.root
		if l.arch != runtime.GOARCH {
			s.limit *= 4
		}
		out, failed, err := run(s.cmd, s.limit)
		if err != nil {
			return "", err
		}
		if failed {
			if s.name == "" {
				s.name = firstFailure(out)
			}
			return s.name, nil
		}
	}
	return "", nil
}

// test is the command that runs the program's tests, in an emulator if need be.
// What those tests build themselves is for this machine.
func (l *laboratory) test(program string, args ...string) *exec.Cmd {
	args = append([]string{program, "-test.failfast", "-seed=" + fmt.Sprint(*seed)}, args...)
	if l.arch != runtime.GOARCH {
		args = append([]string{map[string]string{"arm64": "qemu-aarch64"}[l.arch]}, args...)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(l.environment(filepath.Join(filepath.Dir(program), "overlay")),
		"GOARCH="+runtime.GOARCH, "GOTRACEBACK=single")
	return cmd
}

// run reports whether a command fails or does not come to an end.
func run(cmd *exec.Cmd, limit time.Duration) (out string, failed bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &text
	if err := cmd.Start(); err != nil {
		return "", false, err
	}
	stop := context.AfterFunc(ctx, func() { cmd.Process.Kill() })
	defer stop()
	err = cmd.Wait()
	if ctx.Err() != nil {
		return "--- FAIL: a test that does not end ", true, nil
	}
	exit := new(exec.ExitError)
	if err != nil && !errors.As(err, &exit) {
		return "", false, err
	}
	return text.String(), err != nil, nil
}

// firstFailure finds the name of the test that failed in its output.
func firstFailure(out string) string {
	for _, mark := range []string{"--- FAIL: ", "panic: ", "fatal error: ", "SIG"} {
		if _, after, ok := strings.Cut(out, mark); ok {
			line, _, _ := strings.Cut(after, "\n")
			if mark == "--- FAIL: " {
				line, _, _ = strings.Cut(line, " (")
				return line
			}
			return strings.TrimSpace(mark + line)
		}
	}
	return "an end without a word"
}
