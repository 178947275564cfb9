package tls

import (
	"testing"

	"vpaes.example/aes/interop/internal/swap"
	"vpaes.example/aes/interop/internal/turns"
)

// BenchmarkBulk measures a transfer through one connection on which only the AES
// differs. Run it with a fixed number of turns: -benchtime 15x. Without AES
// instructions, utls takes ChaCha20 for TLS 1.3, whatever it is told.
func BenchmarkBulk(b *testing.B) {
	ours := stack.Build(b, "./peer")
	std := swap.BuildStd(b, "./peer")
	const size = "67108864"
	b.Run("TLS1.3-AES_128_GCM", func(b *testing.B) { turns.Compare(b, ours, std, nil, "-size", size) })
	turns.CompareAll(b, ours, std, []turns.Case{
		{Name: "TLS1.2-AES_128_GCM", Args: []string{"-version", "TLS 1.2", "-size", size,
			"-suite", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"}},
		{Name: "TLS1.2-AES_128_CBC_SHA", Args: []string{"-version", "TLS 1.2", "-size", size,
			"-suite", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA"}},
	})
}
