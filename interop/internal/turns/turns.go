// Package turns measures two builds of a program, one with this module's AES and
// one with the standard library's, in turns, so that both have the same share of
// what else the machine does.
package turns

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"testing"

	"vpaes.example/aes/interop/internal/process"
)

// Masked is an environment in which Go finds no AES instructions.
var Masked = []string{"GODEBUG=cpu.aes=off,cpu.pclmulqdq=off,cpu.pmull=off"}

// Compare starts both programs, and in each turn of the benchmark has each of them
// measure once. It reports medians in MB/s and the median of the ratios.
func Compare(b *testing.B, ours, std string, env []string, args ...string) {
	b.Helper()
	programs := [2]*process.Program{}
	for i, path := range []string{ours, std} {
		cmd := exec.Command(path, append(args, "-bench")...)
		cmd.Env = append(os.Environ(), env...)
		programs[i] = process.StartCommand(b, cmd)
		measure(b, programs[i]) // a turn to warm up
	}
	var rates [2][]float64
	var ratios []float64
	for b.Loop() {
		for i, p := range programs {
			rates[i] = append(rates[i], measure(b, p))
		}
		n := len(ratios)
		ratios = append(ratios, rates[0][n]/rates[1][n])
	}
	b.ReportMetric(0, "ns/op") // says nothing here
	b.ReportMetric(median(rates[0]), "ours-MB/s")
	b.ReportMetric(median(rates[1]), "std-MB/s")
	b.ReportMetric(median(ratios), "ratio")
}

func measure(b *testing.B, p *process.Program) float64 {
	b.Helper()
	fmt.Fprintln(p.In)
	rate, err := strconv.ParseFloat(p.Expect(b, "rate"), 64)
	if err != nil {
		b.Fatal(err)
	}
	return rate
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}
