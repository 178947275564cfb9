package ssh

import (
	"testing"

	"vpaes.example/aes/interop/internal/swap"
	"vpaes.example/aes/interop/internal/turns"
)

// BenchmarkBulk measures a transfer through one channel on which only the AES
// differs. Run it with a fixed number of turns: -benchtime 15x.
func BenchmarkBulk(b *testing.B) {
	ours := stack.Build(b, "./peer")
	std := swap.BuildStd(b, "./peer")
	turns.CompareAll(b, ours, std, []turns.Case{
		{Name: "aes128-ctr", Args: []string{"aes128-ctr", "33554432"}},
		{Name: "aes128-gcm", Args: []string{"aes128-gcm@openssh.com", "33554432"}},
		{Name: "aes128-cbc", Args: []string{"aes128-cbc", "33554432"}},
	})
}
