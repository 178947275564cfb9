package aes

import (
	"crypto/cipher"
	"crypto/fips140"
	"strings"
	"testing"
)

// foreignBlock hides what the Block in it is.
type foreignBlock struct{ cipher.Block }

// In FIPS 140-only mode, the constructors refuse, as crypto/cipher's do for an
// AES that is not the Go Cryptographic Module's.
func TestFIPSOnly(t *testing.T) {
	const ran = "ran in FIPS 140-only mode"
	if !fips140.Enforced() {
		if out := runAgain(t, t.Name(), "fips140=only"); !strings.Contains(out, ran) {
			t.Errorf("the process did not enter the mode:\n%s", out)
		}
		return
	}
	t.Log(ran)
	key, iv := make([]byte, 16), make([]byte, BlockSize)
	for _, p := range []provider{ours, stdlib} {
		block, err := p.newCipher(key)
		if err != nil {
			t.Fatalf("NewCipher: %v", err)
		}
		block.Encrypt(iv, iv)
	}
	ourBlock := mustNew(key)
	foreign := foreignBlock{stdlibBlock(key)}

	const notAllowed = " outside the Go Cryptographic Module is not allowed in FIPS 140-only mode"
	for _, c := range []struct {
		name, text string
		ours, std  func() error
	}{
		{"NewCTR", "aes: CTR" + notAllowed,
			func() error { NewCTR(ourBlock, iv); return nil },
			func() error { cipher.NewCTR(foreign, iv); return nil }},
		{"NewCBCEncrypter", "aes: CBC" + notAllowed,
			func() error { NewCBCEncrypter(ourBlock, iv); return nil },
			func() error { cipher.NewCBCEncrypter(foreign, iv); return nil }},
		{"NewCBCDecrypter", "aes: CBC" + notAllowed,
			func() error { NewCBCDecrypter(ourBlock, iv); return nil },
			func() error { cipher.NewCBCDecrypter(foreign, iv); return nil }},
		{"NewGCM", "aes: GCM" + notAllowed,
			func() error { return second(NewGCM(ourBlock)) },
			func() error { return second(cipher.NewGCM(foreign)) }},
		{"NewGCMWithNonceSize", "aes: GCM" + notAllowed,
			func() error { return second(NewGCMWithNonceSize(ourBlock, 13)) },
			func() error { return second(cipher.NewGCMWithNonceSize(foreign, 13)) }},
		{"NewGCMWithTagSize", "aes: GCM" + notAllowed,
			func() error { return second(NewGCMWithTagSize(ourBlock, 13)) },
			func() error { return second(cipher.NewGCMWithTagSize(foreign, 13)) }},
		{"NewGCMWithRandomNonce", "aes: GCM" + notAllowed,
			func() error { return second(NewGCMWithRandomNonce(ourBlock)) },
			func() error { return second(cipher.NewGCMWithRandomNonce(foreign)) }},
		{"NewGCMWithSizes", "aes: GCM" + notAllowed,
			func() error { return second(NewGCMWithSizes(ourBlock, 13, 13)) }, nil},
		{"a wrong size", "cipher: incorrect tag size given to GCM",
			func() error { return second(NewGCMWithTagSize(ourBlock, 11)) }, nil},
	} {
		text, panicked := outcome(c.ours)
		if text != c.text {
			t.Errorf("%s: %q, want %q", c.name, text, c.text)
		}
		if c.std != nil {
			if stdText, p := outcome(c.std); stdText == "" || p != panicked {
				t.Errorf("%s: panics: %t; in the standard library: %t, %q", c.name, panicked, p, stdText)
			}
		}
		if c.name == "a wrong size" {
			continue
		}
		fips140.WithoutEnforcement(func() {
			if text, _ := outcome(c.ours); text != "" {
				t.Errorf("%s without enforcement: %q", c.name, text)
			}
		})
	}

	// What was made before enforcement goes on.
	var stream *CTR
	var gcm *GCM
	fips140.WithoutEnforcement(func() {
		stream, gcm = ourBlock.CTR(iv), must(ourBlock.GCM(12, 16))
	})
	stream.XORKeyStream(iv, iv)
	if _, err := gcm.Open(nil, iv[:12], gcm.Seal(nil, iv[:12], iv, nil), nil); err != nil {
		t.Error(err)
	}
}

// Without "only", the mode refuses nothing.
func TestFIPSOn(t *testing.T) {
	if !fips140.Enabled() {
		runAgain(t, t.Name(), "fips140=on")
		return
	}
	b := mustNew(make([]byte, 16))
	iv := make([]byte, BlockSize)
	NewCTR(b, iv)
	NewCBCEncrypter(b, iv)
	NewCBCDecrypter(b, iv)
	must(NewGCM(b))
	must(NewGCMWithRandomNonce(b))
}

// outcome is the text of the panic or of the error, "" for neither.
func outcome(f func() error) (text string, panicked bool) {
	var err error
	if text = panicText(func() { err = f() }); text != "" {
		return text, true
	}
	if err != nil {
		return err.Error(), false
	}
	return "", false
}
