package kernel

import (
	"testing"

	"vpaes.example/aes/internal/cpuid"
)

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		build string
		has   cpuid.Set
		want  string
	}{
		{"", 0, "generic+generic"},
		{"amd64", 0, "generic+generic"}, // qemu64 has not even SSSE3
		{"std", cpuid.StdAES | cpuid.StdGCM, "std+std"},
		{"std", 0, "generic+generic"},
		{"", cpuid.StdAES | cpuid.StdGCM, "generic+generic"}, // purego
	} {
		if got := Pair(choose(c.build, c.has)); got != c.want {
			t.Errorf("build %q with %v: %s, want %s", c.build, c.has, got, c.want)
		}
	}
}

// Every set of features gets a pair, and nothing that it lacks.
func TestChooseEverySet(t *testing.T) {
	for _, build := range []string{"", "amd64", "arm64", "std"} {
		for has := cpuid.Set(0); has < 1<<12; has++ {
			c, h := choose(build, has)
			if !c.Info().runs(build, has) || !h.Info().runs(build, has) {
				t.Fatalf("build %q with %v: %s", build, has, Pair(c, h))
			}
		}
	}
}

func TestForce(t *testing.T) {
	c0, h0 := Current()
	undo, err := Force(Generic, GenericHash)
	if err != nil {
		t.Fatal(err)
	}
	if c, h := Current(); c != Generic || h != GenericHash {
		t.Errorf("forced generic, got %s", Pair(c, h))
	}
	undo()
	if c, h := Current(); c != c0 || h != h0 {
		t.Errorf("after undo: %s", Pair(c, h))
	}
	if _, err := Force(0xff, GenericHash); err == nil {
		t.Error("forced a cipher that is not on the list")
	}
	if build != "std" {
		if _, err := Force(Std, StdHash); err == nil {
			t.Error("forced a cipher that this build does not have")
		}
	}
}

func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range ciphers {
		if seen[k.Name] {
			t.Errorf("two ciphers named %q", k.Name)
		}
		seen[k.Name] = true
	}
	clear(seen)
	for _, k := range hashes {
		if seen[k.Name] {
			t.Errorf("two hashes named %q", k.Name)
		}
		seen[k.Name] = true
	}
}
