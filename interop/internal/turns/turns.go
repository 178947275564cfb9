// Package turns measures two builds of a program, one with this module's AES and
// one with the standard library's, in turns, so that both have the same share of
// what else the machine does.
package turns

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"testing"

	"vpaes.example/aes/interop/internal/process"
)

// Masked is an environment in which Go finds no AES instructions.
var Masked = []string{"GODEBUG=cpu.aes=off,cpu.pclmulqdq=off,cpu.pmull=off"}

// A Case is one thing to measure.
type Case struct {
	Name string
	Args []string // what the programs are called with, before "-bench"
}

// CompareAll compares the programs in every case, with what instructions there are
// and without those for AES.
func CompareAll(b *testing.B, ours, std string, cases []Case) {
	for _, c := range cases {
		b.Run(c.Name, func(b *testing.B) { Compare(b, ours, std, nil, c.Args...) })
		b.Run(c.Name+"/masked", func(b *testing.B) { Compare(b, ours, std, Masked, c.Args...) })
	}
}

// Compare starts both programs, and in each turn of the benchmark has each of them
// measure once. It reports the medians in MB/s, also of CPU time, and the
// median of the ratios of the latter.
func Compare(b *testing.B, ours, std string, env []string, args ...string) {
	b.Helper()
	var sides [2]side
	for i, path := range []string{ours, std} {
		cmd := exec.Command(path, append(args, "-bench")...)
		cmd.Env = append(os.Environ(), env...)
		sides[i].program = process.StartCommand(b, cmd)
		sides[i].measure(b)
		sides[i].wall, sides[i].cpu = nil, nil // that was to warm up
	}
	var ratios []float64
	for b.Loop() {
		for i := range sides {
			sides[i].measure(b)
		}
		n := len(ratios)
		ratios = append(ratios, sides[0].cpu[n]/sides[1].cpu[n])
	}
	b.ReportMetric(0, "ns/op") // says nothing here
	for i, name := range []string{"ours", "std"} {
		b.ReportMetric(median(sides[i].wall), name+"-MB/s")
		b.ReportMetric(median(sides[i].cpu), name+"-MB/cpu-s")
	}
	b.ReportMetric(median(ratios), "ratio")
}

// A side is one of the programs, and its rates so far.
type side struct {
	program   *process.Program
	wall, cpu []float64
}

func (s *side) measure(b *testing.B) {
	b.Helper()
	fmt.Fprintln(s.program.In)
	var wall, cpu float64
	if _, err := fmt.Sscan(s.program.Expect(b, "rate"), &wall, &cpu); err != nil {
		b.Fatal(err)
	}
	s.wall, s.cpu = append(s.wall, wall), append(s.cpu, cpu)
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}
