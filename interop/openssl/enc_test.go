package openssl

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"testing"

	"vpaes.example/aes/interop/internal/kernels"
	"vpaes.example/aes/interop/internal/schemes"
	"vpaes.example/aes/interop/internal/tools"
)

// What "openssl enc" encrypts is decrypted here, and the reverse.
func TestEnc(t *testing.T) {
	openssl := tools.Command(t, "openssl", "openssl")
	for _, mode := range []struct {
		name   string
		scheme schemes.Scheme
	}{
		{"ctr", schemes.CTR},
		{"cbc", schemes.PaddedCBC},
	} {
		for _, bits := range allBits {
			name := fmt.Sprintf("-aes-%d-%s", bits, mode.name)
			t.Run(name[1:], func(t *testing.T) {
				random := rand.New(rand.NewPCG(seed, 3))
				in := schemes.Input{Key: bytesOf(random, bits/8), Nonce: bytesOf(random, 16), Text: bytesOf(random, 1<<20+5)}
				enc := func(text []byte, flags ...string) []byte {
					cmd := exec.Command(openssl, append([]string{"enc", name, "-K", hex.EncodeToString(in.Key),
						"-iv", hex.EncodeToString(in.Nonce)}, flags...)...)
					cmd.Stdin = bytes.NewReader(text)
					out, err := cmd.Output()
					if err != nil {
						t.Fatal(err)
					}
					return out
				}
				e := exchange{cipher: name, in: in, sealed: in}
				e.sealed.Text = enc(in.Text)
				if got := enc(e.sealed.Text, "-d"); !bytes.Equal(got, in.Text) {
					t.Fatal("openssl enc does not decrypt what it encrypted")
				}
				kernels.ForEach(t, func(t *testing.T) { e.check(t, mode.scheme) })
			})
		}
	}
}
