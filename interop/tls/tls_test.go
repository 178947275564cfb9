package tls

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"vpaes.example/aes"
	"vpaes.example/aes/interop/internal/process"
	"vpaes.example/aes/interop/internal/stream"
	"vpaes.example/aes/interop/internal/swap"
	"vpaes.example/aes/interop/internal/tools"
	"vpaes.example/aes/interop/internal/turns"
)

var stack = swap.Stack{Modules: []string{"github.com/refraction-networking/utls"}}

// sizes are how much goes each way over each of the connections. All but the first
// one resume its session.
var sizes = []int64{1 << 20, 64 << 20}

// suites are the AES suites of utls, with OpenSSL's flags for them. In TLS 1.3 the
// choice is OpenSSL's.
var suites = []struct {
	version, name string
	flags         []string
}{
	{"TLS 1.3", "TLS_AES_128_GCM_SHA256", []string{"-tls1_3", "-ciphersuites", "TLS_AES_128_GCM_SHA256"}},
	{"TLS 1.3", "TLS_AES_256_GCM_SHA384", []string{"-tls1_3", "-ciphersuites", "TLS_AES_256_GCM_SHA384"}},
	{"TLS 1.2", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", []string{"-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-GCM-SHA256"}},
	{"TLS 1.2", "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", []string{"-tls1_2", "-cipher", "ECDHE-ECDSA-AES256-GCM-SHA384"}},
	{"TLS 1.2", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA", []string{"-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-SHA"}},
	{"TLS 1.2", "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA", []string{"-tls1_2", "-cipher", "ECDHE-ECDSA-AES256-SHA"}},
	{"TLS 1.2", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256", []string{"-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-SHA256"}},
}

func TestPeers(t *testing.T) {
	ours := stack.Build(t, "./peer")
	t.Run("OpenSSL", func(t *testing.T) { testOpenSSL(t, ours) })
	t.Run("standard library", func(t *testing.T) { testStd(t, ours) })
	t.Run("no AES instructions", func(t *testing.T) { testMasked(t, ours) })
}

func testOpenSSL(t *testing.T, program string) {
	openssl := tools.Command(t, "openssl", "openssl")
	for _, s := range suites {
		flags := flagsFor(s.version)
		if s.version == "TLS 1.2" {
			flags = append(flags, "-suite", s.name)
		}
		t.Run(s.name+"/s_server", func(t *testing.T) {
			address := tools.FreeAddress(t)
			server := process.Start(t, openssl, append([]string{"s_server", "-quiet", "-accept", address,
				"-naccept", fmt.Sprint(len(sizes))}, append(tools.Certificate(t), s.flags...)...)...)
			client := process.Start(t, program, append(flags, "-connect", address)...)
			for i, size := range sizes {
				expect(t, client, s.version, s.name, i > 0)
				exchange(t, client, server, size)
			}
			client.Wait(t)
			server.Wait(t)
		})
		t.Run(s.name+"/s_client", func(t *testing.T) {
			server := process.Start(t, program, flags...)
			address := "127.0.0.1:" + server.Expect(t, "port")
			session := filepath.Join(t.TempDir(), "session")
			for i, size := range sizes {
				way := "-sess_out"
				if i > 0 {
					way = "-sess_in"
				}
				client := process.Start(t, openssl, append([]string{"s_client", "-quiet", "-connect", address, way, session}, s.flags...)...)
				expect(t, server, s.version, s.name, i > 0)
				exchange(t, client, server, size)
				client.Wait(t)
			}
			server.Wait(t)
		})
	}
}

// testStd has crypto/tls, in another process, talk to our stack.
func testStd(t *testing.T, ours string) {
	std := swap.BuildStd(t, "./peer", "-tags=std")
	for _, s := range suites[1:] {
		flags := flagsFor(s.version)
		name := "TLS_AES_128_GCM_SHA256" // what both choose
		if s.version == "TLS 1.2" {
			name = s.name
			flags = append(flags, "-suite", s.name)
		}
		for _, roles := range []struct{ name, server, client string }{{"client", ours, std}, {"server", std, ours}} {
			t.Run(name+"/"+roles.name, func(t *testing.T) {
				server := process.Start(t, roles.server, flags...)
				client := process.Start(t, roles.client, append(flags, "-connect", "127.0.0.1:"+server.Expect(t, "port"))...)
				for i, size := range sizes {
					expect(t, server, s.version, name, i > 0)
					expect(t, client, s.version, name, i > 0)
					exchange(t, client, server, size)
				}
				client.Wait(t)
				server.Wait(t)
			})
		}
	}
}

// testMasked has a stack that does without AES instructions talk to one that uses
// what there is.
func testMasked(t *testing.T, ours string) {
	for _, s := range suites {
		if s.version != "TLS 1.2" {
			continue // where utls would rather have ChaCha20
		}
		t.Run(s.name, func(t *testing.T) {
			flags := append(flagsFor(s.version), "-suite", s.name)
			cmd := exec.Command(ours, flags...)
			cmd.Env = append(os.Environ(), turns.Masked...)
			server := process.StartCommand(t, cmd)
			if kernel := server.Expect(t, "kernel"); aes.HardwareAccelerated() && kernel == aes.Implementation() {
				t.Fatalf("the kernel is %s all the same", kernel)
			}
			client := process.Start(t, ours, append(flags, "-connect", "127.0.0.1:"+server.Expect(t, "port"))...)
			for i, size := range sizes {
				expect(t, server, s.version, s.name, i > 0)
				exchange(t, client, server, size)
			}
			client.Wait(t)
			server.Wait(t)
		})
	}
}

// flagsFor are the flags of a peer for all connections.
func flagsFor(version string) (flags []string) {
	for _, size := range sizes {
		flags = append(flags, "-size", fmt.Sprint(size))
	}
	return append(flags, "-version", version)
}

// expect waits for the next connection, which must be the one described.
func expect(t *testing.T, p *process.Program, version, suite string, resumed bool) {
	t.Helper()
	want := fmt.Sprintf("%s %s resumed=%v", strings.ReplaceAll(version, " ", ""), suite, resumed)
	if got := p.Expect(t, "connected"); got != want {
		t.Fatalf("connected: %s, want %s", got, want)
	}
}

// exchange sends a message each way, both at the same time.
func exchange(t *testing.T, a, b *process.Program, size int64) {
	t.Helper()
	if err := stream.Between(a.In, a.Out, b.In, b.Out, size); err != nil {
		t.Fatal(err)
	}
}
