package aes

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A knownAnswer is an entry of a file in testdata.
type knownAnswer struct {
	Source         string
	Mode           string
	Key            hexBytes
	Schedule       hexBytes
	IV             hexBytes
	Nonce          hexBytes
	Plaintext      hexBytes
	AdditionalData hexBytes
	Ciphertext     hexBytes
	Tag            hexBytes
}

// hexBytes are bytes in hexadecimal, with spaces where the standard has them.
type hexBytes []byte

func (b *hexBytes) UnmarshalText(text []byte) (err error) {
	*b, err = hex.DecodeString(strings.ReplaceAll(string(text), " ", ""))
	return err
}

// knownAnswers reads a file of testdata, which must have so many entries.
func knownAnswers(t *testing.T, file string, entries int) (out []knownAnswer) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	if len(out) != entries {
		t.Fatalf("%s has %d entries, want %d", file, len(out), entries)
	}
	return out
}

func TestFIPS197(t *testing.T) {
	answers := knownAnswers(t, "fips197.json", 4)
	forEachKernel(t, func(t *testing.T) {
		for _, a := range answers {
			checkECB(t, a)
		}
	})
}

// The key expansion examples: the cipher of the textbook, given the words that
// the standard prints, agrees with the key that New has expanded.
func TestFIPS197KeyExpansion(t *testing.T) {
	answers := knownAnswers(t, "fips197_schedule.json", 3)
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for _, a := range answers {
			b := mustNew(a.Key)
			for range 100 {
				in := [BlockSize]byte(s.data(BlockSize))
				want := textbookCipher(a.Schedule, in)
				var got [BlockSize]byte
				b.Encrypt(got[:], in[:])
				equal(t, a.Source+", encrypt", got[:], want[:])
				b.Decrypt(got[:], want[:])
				equal(t, a.Source+", decrypt", got[:], in[:])
			}
		}
	})
}

func TestSP80038A(t *testing.T) {
	answers := knownAnswers(t, "sp800-38a.json", 9)
	forEachKernel(t, func(t *testing.T) {
		for _, a := range answers {
			b := mustNew(a.Key)
			got := make([]byte, len(a.Plaintext))
			switch a.Mode {
			case "ECB":
				checkECB(t, a)
			case "CBC":
				b.NewCBCEncrypter(a.IV).CryptBlocks(got, a.Plaintext)
				equal(t, a.Source+", encrypt", got, a.Ciphertext)
				b.NewCBCDecrypter(a.IV).CryptBlocks(got, a.Ciphertext)
				equal(t, a.Source+", decrypt", got, a.Plaintext)
			case "CTR":
				b.CTR(a.IV).XORKeyStream(got, a.Plaintext)
				equal(t, a.Source+", encrypt", got, a.Ciphertext)
				b.CTR(a.IV).XORKeyStream(got, a.Ciphertext)
				equal(t, a.Source+", decrypt", got, a.Plaintext)
			default:
				t.Fatalf("%s: mode %q", a.Source, a.Mode)
			}
		}
	})
}

// checkECB checks whole blocks, one by one and at once, both ways.
func checkECB(t *testing.T, a knownAnswer) {
	t.Helper()
	b := mustNew(a.Key)
	got := make([]byte, len(a.Plaintext))
	b.EncryptBlocks(got, a.Plaintext)
	equal(t, a.Source+", encrypt", got, a.Ciphertext)
	b.DecryptBlocks(got, a.Ciphertext)
	equal(t, a.Source+", decrypt", got, a.Plaintext)
	for i := 0; i < len(got); i += BlockSize {
		b.Encrypt(got[i:], a.Plaintext[i:])
		equal(t, a.Source+", encrypt a block", got[i:i+BlockSize], a.Ciphertext[i:i+BlockSize])
		b.Decrypt(got[i:], a.Ciphertext[i:])
		equal(t, a.Source+", decrypt a block", got[i:i+BlockSize], a.Plaintext[i:i+BlockSize])
	}
}

func TestGCMSpecification(t *testing.T) {
	answers := knownAnswers(t, "gcm.json", 18)
	forEachKernel(t, func(t *testing.T) {
		for _, a := range answers {
			for tagSize := gcmMinimumTagSize; tagSize <= gcmTagSize; tagSize++ {
				g := must(mustNew(a.Key).GCM(len(a.Nonce), tagSize))
				tag := a.Tag[:tagSize]
				sealed := append(append([]byte{}, a.Ciphertext...), tag...)
				equal(t, a.Source+", Seal", g.Seal(nil, a.Nonce, a.Plaintext, a.AdditionalData), sealed)
				got, err := g.Open(nil, a.Nonce, sealed, a.AdditionalData)
				if err != nil {
					t.Fatalf("%s, Open: %v", a.Source, err)
				}
				equal(t, a.Source+", Open", got, a.Plaintext)
				gotTag := make([]byte, tagSize)
				equal(t, a.Source+", SealDetached", g.SealDetached(nil, gotTag, a.Nonce, a.Plaintext, a.AdditionalData), a.Ciphertext)
				equal(t, a.Source+", tag", gotTag, tag)
				got, err = g.OpenDetached(nil, a.Nonce, a.Ciphertext, tag, a.AdditionalData)
				if err != nil {
					t.Fatalf("%s, OpenDetached: %v", a.Source, err)
				}
				equal(t, a.Source+", OpenDetached", got, a.Plaintext)
			}
		}
	})
}
