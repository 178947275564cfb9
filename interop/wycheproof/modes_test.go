package wycheproof

import (
	"slices"

	"vpaes.example/aes"
	"vpaes.example/aes/interop/internal/schemes"
)

// A suite is a file of vectors, the scheme that they are for, and how a vector
// gives that scheme's input when a message is opened.
type suite struct {
	file   string
	scheme schemes.Scheme
	sealed func(*schemes.Input, vector)
}

var suites = []suite{
	{"aes_gcm", schemes.GCM, ciphertextAndTag},
	{"aes_gmac", schemes.GMAC, tagOfMessage},
	{"aes_cbc_pkcs5", schemes.PaddedCBC, ciphertextAndTag},
	{"aes_ccm", schemes.CCM, ciphertextAndTag},
	{"aes_xts", schemes.XTS, ciphertextAndTag},
	{"aes_siv_cmac", schemes.SIV, vectorFirst},
	{"aead_aes_siv_cmac", schemes.SIV, ciphertextAndTag},
	{"aes_cmac", schemes.CMAC, tagOfMessage},
}

// input is what is sealed in a vector.
func input(g group, v vector) schemes.Input {
	return schemes.Input{Key: v.Key, Nonce: v.IV, AAD: v.AAD, Text: v.Msg, TagSize: g.TagSize / 8}
}

func ciphertextAndTag(in *schemes.Input, v vector) { in.Text = slices.Concat(v.CT, v.Tag) }

func tagOfMessage(in *schemes.Input, v vector) { in.Text, in.AAD = v.Tag, v.Msg }

// vectorFirst turns what RFC 5297 puts out, the vector and then the ciphertext.
func vectorFirst(in *schemes.Input, v vector) {
	n := min(aes.BlockSize, len(v.CT))
	in.Text = slices.Concat(v.CT[n:], v.CT[:n])
}
