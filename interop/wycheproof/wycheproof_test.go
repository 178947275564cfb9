package wycheproof

import (
	"bytes"
	"testing"

	"vpaes.example/aes/interop/internal/kernels"
)

// Every valid case is sealed and opened to what it says, every other one is
// refused.
func TestVectors(t *testing.T) {
	for _, s := range suites {
		f, err := load(s.file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(s.file, func(t *testing.T) {
			kernels.ForEach(t, func(t *testing.T) { run(t, s, f) })
		})
	}
}

func run(t *testing.T, s suite, f file) {
	count := map[string]int{}
	for _, g := range f.TestGroups {
		for _, v := range g.Tests {
			count[v.Result]++
			in := input(g, v)
			sealed := in
			s.sealed(&sealed, v)
			got, err := s.scheme.Open(sealed)
			switch v.Result {
			case "valid":
				if err != nil || !bytes.Equal(got, v.Msg) {
					t.Errorf("case %d (%s): open: %x, %v", v.TcID, v.Comment, got, err)
				}
				out, err := s.scheme.Seal(in)
				if err != nil || !bytes.Equal(out, sealed.Text) {
					t.Errorf("case %d (%s): seal: %x, %v", v.TcID, v.Comment, out, err)
				}
			case "invalid":
				if err == nil {
					t.Errorf("case %d (%s): accepted", v.TcID, v.Comment)
				}
			default:
				t.Errorf("case %d: result %q is not one that this test knows", v.TcID, v.Result)
			}
		}
	}
	if count["valid"] == 0 {
		t.Error("the file has no valid case")
	}
	t.Logf("%d valid, %d invalid", count["valid"], count["invalid"])
}
