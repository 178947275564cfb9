package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var throughput = flag.Int("throughput", 0, "measure how fast curl fetches from a server with and without the overlay, this many times in turns")

// transferred is how much one measurement fetches, in bytes.
const transferred = 256 << 20

// TestThroughput prints medians of what curl reports, in MB/s.
func TestThroughput(t *testing.T) {
	if *throughput == 0 {
		t.Skip("measures nothing without -throughput")
	}
	needGo(t)
	cert, key := pemPair(t)
	fmt.Printf("%-30s %-62s %9s %9s %6s\n", "suite", "GODEBUG", "std MB/s", "overlay", "ratio")
	for _, godebug := range []string{"", "cpu.aes=off,cpu.pclmulqdq=off", "cpu.aes=off,cpu.pclmulqdq=off,cpu.avx=off"} {
		servers := []string{
			serveProgram(t, buildPlain, godebug, cert, key),
			serveProgram(t, buildOverlaid, godebug, cert, key),
		}
		for _, s := range []suite{suites13[0], suites13[1], suites12[0], suites12[2]} {
			speeds := [2][]float64{}
			for range *throughput {
				for i, address := range servers {
					speeds[i] = append(speeds[i], fetchSpeed(t, s, cert, address))
				}
			}
			std, own := median(speeds[0]), median(speeds[1])
			fmt.Printf("%-30s %-62s %9.0f %9.0f %6.2f\n", s.openssl, godebug, std, own, own/std)
		}
	}
}

// fetchSpeed fetches and returns the speed in MB/s (10⁶ bytes per second).
func fetchSpeed(t *testing.T, s suite, cert, address string) float64 {
	t.Helper()
	out := curl(t, s, cert, fmt.Sprintf("https://%s/%d", address, transferred), "-o", os.DevNull, "-w", "%{speed_download}")
	v, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	if err != nil {
		t.Fatal(err)
	}
	return v / 1e6
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return x[len(x)/2]
}
