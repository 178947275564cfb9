package tls

import (
	"testing"

	"vpaes.example/aes/interop/internal/swap"
	"vpaes.example/aes/interop/internal/turns"
)

// BenchmarkBulk measures a transfer through one connection on which only the AES
// differs. Run it with a fixed number of turns: -benchtime 15x.
func BenchmarkBulk(b *testing.B) {
	ours := stack.Build(b, "./peer")
	std := swap.BuildStd(b, "./peer")
	const gcm, cbc = "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA"
	for _, c := range []struct {
		name string
		env  []string
		args []string
	}{
		{"TLS1.3/AES_128_GCM", nil, nil},
		{"TLS1.2/AES_128_GCM", nil, []string{"-version", "TLS 1.2", "-suite", gcm}},
		{"TLS1.2/AES_128_CBC_SHA", nil, []string{"-version", "TLS 1.2", "-suite", cbc}},
		{"TLS1.2/AES_128_GCM/masked", turns.Masked, []string{"-version", "TLS 1.2", "-suite", gcm}},
		{"TLS1.2/AES_128_CBC_SHA/masked", turns.Masked, []string{"-version", "TLS 1.2", "-suite", cbc}},
	} {
		b.Run(c.name, func(b *testing.B) {
			turns.Compare(b, ours, std, c.env, append(c.args, "-size", "67108864")...)
		})
	}
}
