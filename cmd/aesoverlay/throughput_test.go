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

// A transfer is one measurement.
type transfer struct {
	speed float64 // that curl reports, in MB/s (10⁶ bytes per second)
	work  float64 // of the server's own code, in milliseconds of CPU time per MB
}

// TestThroughput prints medians of transfers, the ratios so that more is better.
// On a machine that does other things besides, the work says more than the speed.
func TestThroughput(t *testing.T) {
	if *throughput == 0 {
		t.Skip("measures nothing without -throughput")
	}
	needGo(t)
	cert, key := pemPair(t)
	builds := []build{plainHTTPS, overlaidHTTPS}
	fmt.Printf("%-30s %-46s %8s %8s %6s %9s %9s %6s\n", "suite", "GODEBUG", "std MB/s", "overlay", "ratio", "std ms/MB", "overlay", "ratio")
	for _, godebug := range []string{"", "cpu.aes=off,cpu.pclmulqdq=off", "cpu.aes=off,cpu.pclmulqdq=off,cpu.avx=off"} {
		for _, s := range []suite{suites13[0], suites13[1], suites12[0], suites12[2]} {
			var of [2][]transfer
			for range *throughput {
				for i, build := range builds {
					of[i] = append(of[i], measure(t, build, godebug, s, cert, key))
				}
			}
			std, own := medians(of[0]), medians(of[1])
			fmt.Printf("%-30s %-46s %8.0f %8.0f %6.2f %9.2f %9.2f %6.2f\n", s.openssl, godebug,
				std.speed, own.speed, own.speed/std.speed, std.work, own.work, std.work/own.work)
		}
	}
}

// measure makes one transfer from a server of its own.
func measure(t *testing.T, build build, godebug string, s suite, cert, key string) transfer {
	t.Helper()
	server := serveProgram(t, build, godebug, cert, key)
	url := fmt.Sprintf("https://%s/%d", server.address, transferred)
	out := curl(t, s, cert, url, "-o", os.DevNull, "-w", "%{speed_download}")
	server.stop()
	speed, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	if err != nil {
		t.Fatal(err)
	}
	cpu := server.cmd.ProcessState.UserTime()
	return transfer{speed / 1e6, cpu.Seconds() * 1e3 / (transferred / 1e6)}
}

func medians(x []transfer) transfer {
	var speeds, works []float64
	for _, t := range x {
		speeds, works = append(speeds, t.speed), append(works, t.work)
	}
	return transfer{median(speeds), median(works)}
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}
