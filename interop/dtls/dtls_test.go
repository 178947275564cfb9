package dtls

import (
	"fmt"
	"testing"

	"vpaes.example/aes/interop/internal/process"
	"vpaes.example/aes/interop/internal/stream"
	"vpaes.example/aes/interop/internal/swap"
	"vpaes.example/aes/interop/internal/tools"
)

var stack = swap.Stack{Modules: []string{"github.com/pion/dtls/v3", "github.com/pion/srtp/v3"}}

// chunk is a datagram; as many go each way.
const (
	chunk  = 1000
	chunks = 1000
)

// suites are pion's AES suites with keys of ECDSA, with OpenSSL's names.
var suites = map[string]string{
	"TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256": "ECDHE-ECDSA-AES128-GCM-SHA256",
	"TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384": "ECDHE-ECDSA-AES256-GCM-SHA384",
	"TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA":    "ECDHE-ECDSA-AES256-SHA",
	"TLS_ECDHE_ECDSA_WITH_AES_128_CCM":        "ECDHE-ECDSA-AES128-CCM",
	"TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8":      "ECDHE-ECDSA-AES128-CCM8",
}

var profiles = []string{
	"AES128_CM_HMAC_SHA1_80", "AES128_CM_HMAC_SHA1_32", "AES256_CM_SHA1_80", "AES256_CM_SHA1_32",
	"AEAD_AES_128_GCM", "AEAD_AES_256_GCM",
}

func TestPeers(t *testing.T) {
	ours := stack.Build(t, "./peer")
	t.Run("OpenSSL", func(t *testing.T) { testOpenSSL(t, ours) })
	t.Run("SRTP", func(t *testing.T) { testSRTP(t, ours) })
}

func testOpenSSL(t *testing.T, program string) {
	openssl := tools.Command(t, "openssl", "openssl")
	for suite, cipher := range suites {
		flags := []string{"-size", fmt.Sprint(chunk * chunks), "-suite", suite}
		// OpenSSL gives CCM with short tags to those who ask for it only.
		theirs := []string{"-quiet", "-dtls1_2", "-cipher", cipher + ":@SECLEVEL=0"}
		t.Run(suite+"/s_server", func(t *testing.T) {
			address := tools.FreeAddress(t)
			args := append([]string{"s_server", "-accept", address, "-naccept", "1"}, theirs...)
			server := process.Start(t, openssl, append(args, tools.Certificate(t)...)...)
			client := process.Start(t, program, append(flags, "-connect", address)...)
			expect(t, client, suite)
			inTurns(t, client, server)
			client.Wait(t)
			server.Wait(t)
		})
		t.Run(suite+"/s_client", func(t *testing.T) {
			server := process.Start(t, program, flags...)
			address := "127.0.0.1:" + server.Expect(t, "port")
			client := process.Start(t, openssl, append([]string{"s_client", "-connect", address}, theirs...)...)
			expect(t, server, suite)
			inTurns(t, client, server)
			server.Wait(t)
			client.Wait(t)
		})
	}
}

// testSRTP has the stack on the standard library's AES, in another process, talk
// to ours.
func testSRTP(t *testing.T, ours string) {
	std := swap.BuildStd(t, "./peer")
	for _, profile := range profiles {
		for _, roles := range []struct{ name, server, client string }{{"client", std, ours}, {"server", ours, std}} {
			t.Run(profile+"/"+roles.name, func(t *testing.T) {
				const suite = "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"
				flags := []string{"-size", fmt.Sprint(chunk * chunks), "-suite", suite, "-srtp", profile}
				server := process.Start(t, roles.server, flags...)
				media := "127.0.0.1:" + server.Expect(t, "media")
				address := "127.0.0.1:" + server.Expect(t, "port")
				client := process.Start(t, roles.client, append(flags, "-connect", address, "-media", media)...)
				expect(t, client, suite)
				expect(t, server, suite)
				inTurns(t, client, server)
				client.Wait(t)
				server.Wait(t)
			})
		}
	}
}

// expect waits for the connection.
func expect(t *testing.T, p *process.Program, suite string) {
	t.Helper()
	if got := p.Expect(t, "connected"); got != suite {
		t.Fatalf("the suite is %s, want %s", got, suite)
	}
}

func inTurns(t *testing.T, client, server *process.Program) {
	t.Helper()
	if err := stream.InTurns(client.In, client.Out, server.In, server.Out, chunk, chunks); err != nil {
		t.Fatal(err)
	}
}
