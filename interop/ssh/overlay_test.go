package ssh

import (
	"strings"
	"testing"

	"vpaes.example/aes/interop/internal/process"
	"vpaes.example/aes/interop/internal/swap"
	"vpaes.example/aes/interop/internal/tools"
)

// A program in which some AES is still the standard library's does not pass
// unnoticed: it panics.
func TestUnswappedPanics(t *testing.T) {
	server := process.Start(t, swap.Stack{}.Build(t, "./peer"), "server", ciphers[0])
	client := process.Start(t, tools.Command(t, "ssh", "openssh-client"), "-F", "none", "-o", "Ciphers="+ciphers[0],
		"-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
		"-p", server.Expect(t, "port"), "user@127.0.0.1", "cat")
	client.In.Close()
	if client.End(t) == nil || server.End(t) == nil {
		t.Error("there was a session")
	}
	if want := "panic: crypto/aes.NewCipher called"; !strings.Contains(server.Log(), want) {
		t.Errorf("the server does not say %q", want)
	}
}
