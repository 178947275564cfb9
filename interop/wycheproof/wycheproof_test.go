package wycheproof

import (
	"bytes"
	"slices"
	"testing"

	"vpaes.example/aes/interop/internal/kernels"
)

// Every valid case is sealed and opened to what it says, every other one is
// refused.
func TestVectors(t *testing.T) {
	for _, m := range all {
		f, err := load(m.file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(m.file, func(t *testing.T) {
			kernels.ForEach(t, func(t *testing.T) { run(t, m, f) })
		})
	}
}

func run(t *testing.T, m mode, f file) {
	count := map[string]int{}
	for _, g := range f.TestGroups {
		for _, v := range g.Tests {
			count[v.Result]++
			got, err := m.open(g, v)
			switch v.Result {
			case "valid":
				if err != nil || !bytes.Equal(got, v.Msg) {
					t.Errorf("case %d (%s): open: %x, %v", v.TcID, v.Comment, got, err)
				}
				sealed, err := m.seal(g, v)
				if err != nil || !bytes.Equal(sealed, slices.Concat(v.CT, v.Tag)) {
					t.Errorf("case %d (%s): seal: %x, %v", v.TcID, v.Comment, sealed, err)
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
