package dtls

import (
	"testing"

	"vpaes.example/aes/interop/internal/swap"
	"vpaes.example/aes/interop/internal/turns"
)

// BenchmarkBulk measures datagrams of 1200 bytes in a process on which only the AES
// differs. Run it with a fixed number of turns: -benchtime 15x.
func BenchmarkBulk(b *testing.B) {
	ours := stack.Build(b, "./peer")
	std := swap.BuildStd(b, "./peer")
	turns.CompareAll(b, ours, std, []turns.Case{
		{Name: "DTLS-AES_128_GCM", Args: []string{"-size", "8388608", "-suite", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"}},
		{Name: "SRTP-AES128_CM_HMAC_SHA1_80", Args: []string{"-size", "16777216", "-srtp", "AES128_CM_HMAC_SHA1_80"}},
		{Name: "SRTP-AEAD_AES_128_GCM", Args: []string{"-size", "16777216", "-srtp", "AEAD_AES_128_GCM"}},
	})
}
