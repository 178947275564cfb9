package quic

import (
	"fmt"
	"testing"

	"vpaes.example/aes/interop/internal/process"
	"vpaes.example/aes/interop/internal/stream"
	"vpaes.example/aes/interop/internal/swap"
)

// crypto/tls does the handshake, for which it makes AES of its own.
var stack = swap.Stack{Modules: []string{"github.com/quic-go/quic-go"}, Handshake: true}

const size = 64 << 20

func TestPeers(t *testing.T) {
	ours := stack.Build(t, "./peer")
	std := swap.BuildStd(t, "./peer")
	for _, roles := range []struct{ name, server, client string }{
		{"our client, std server", std, ours},
		{"std client, our server", ours, std},
		{"ours", ours, ours},
	} {
		t.Run(roles.name, func(t *testing.T) {
			server := process.Start(t, roles.server, "-size", fmt.Sprint(size))
			client := process.Start(t, roles.client, "-size", fmt.Sprint(size), "-connect", "127.0.0.1:"+server.Expect(t, "port"))
			for _, p := range []*process.Program{server, client} {
				if suite := p.Expect(t, "connected"); suite != "TLS_AES_128_GCM_SHA256" {
					t.Fatalf("the suite is %s", suite)
				}
			}
			if err := stream.Between(client.In, client.Out, server.In, server.Out, size); err != nil {
				t.Fatal(err)
			}
			client.Wait(t)
			server.Wait(t)
		})
	}
}
