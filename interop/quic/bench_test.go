package quic

import (
	"testing"

	"vpaes.example/aes/interop/internal/swap"
	"vpaes.example/aes/interop/internal/turns"
)

// BenchmarkBulk measures a transfer over one stream on which only the AES differs.
// Run it with a fixed number of turns: -benchtime 15x.
func BenchmarkBulk(b *testing.B) {
	ours := stack.Build(b, "./peer")
	std := swap.BuildStd(b, "./peer")
	turns.Compare(b, ours, std, nil, "-size", "33554432")
}
