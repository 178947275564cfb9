package kernel

import (
	"testing"

	"vpaes.example/aes/internal/cpuid"
)

func TestChoose(t *testing.T) {
	const (
		westmere = cpuid.SSSE3 | cpuid.AESNI | cpuid.PCLMULQDQ
		haswell  = westmere | cpuid.AVX | cpuid.AVX2
		zen3     = haswell | cpuid.VAES | cpuid.VPCLMULQDQ
	)
	for _, c := range []struct {
		build string
		has   cpuid.Set
		want  string
	}{
		{"", 0, "generic+generic"},
		{"amd64", 0, "generic+generic"}, // qemu64 has not even SSSE3
		{"amd64", cpuid.SSSE3, "vpaes-ssse3+ghash-ssse3"},
		{"amd64", westmere, "aesni+pclmul"},
		{"amd64", westmere | cpuid.AVX, "aesni-avx+pclmul-avx"},
		{"amd64", haswell, "aesni-avx+pclmul-avx"},
		{"amd64", haswell | cpuid.VAES, "vaes+pclmul-avx"}, // qemu max
		{"amd64", haswell | cpuid.VPCLMULQDQ, "aesni-avx+vpclmul"},
		{"amd64", zen3, "vaes+vpclmul"},
		{"amd64", zen3 &^ cpuid.AESNI, "vpaes-avx2+vpclmul"}, // cpu.aes=off turns VAES off, too
		{"amd64", zen3 &^ cpuid.PCLMULQDQ, "vaes+ghash-avx2"},
		{"amd64", zen3 &^ (cpuid.AESNI | cpuid.PCLMULQDQ), "vpaes-avx2+ghash-avx2"},
		{"amd64", zen3 &^ cpuid.AVX2, "aesni-avx+pclmul-avx"},
		{"amd64", zen3 &^ cpuid.AVX, "aesni+pclmul"}, // cpu.avx=off leaves AVX2 on
		{"amd64", cpuid.SSSE3 | cpuid.AVX, "vpaes-avx+ghash-ssse3"},
		{"amd64", cpuid.SSSE3 | cpuid.AVX | cpuid.AVX2, "vpaes-avx2+ghash-avx2"},
		{"amd64", cpuid.SSSE3 | cpuid.AESNI, "aesni+ghash-ssse3"},
		{"amd64", cpuid.SSSE3 | cpuid.PCLMULQDQ, "vpaes-ssse3+pclmul"},
		{"arm64", 0, "vpaes-neon+ghash-neon"}, // NEON is always there
		{"arm64", cpuid.ARMAES, "armce+ghash-neon"},
		{"arm64", cpuid.PMULL, "vpaes-neon+pmull"},
		{"arm64", cpuid.ARMAES | cpuid.PMULL, "armce+pmull"},
		{"arm64", cpuid.ARMAES | cpuid.PMULL | cpuid.SHA3, "armce+pmull-eor3"},
		{"arm64", cpuid.ARMAES | cpuid.SHA3, "armce+ghash-neon"},
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
