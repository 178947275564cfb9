package cpuid

import "testing"

func TestPPC64(t *testing.T) {
	for godebug, want := range map[string]Set{
		"":                          StdAES | StdGCM,
		"gctrace=1":                 StdAES | StdGCM,
		"ppc64aes=off":              0,
		"gctrace=1,ppc64gcm=off":    0,
		"ppc64aes=off,ppc64aes=on":  StdAES | StdGCM,
		"ppc64aes=on,ppc64aes=off":  0,
		"ppc64aes=offer,xppc64=off": StdAES | StdGCM,
	} {
		if got := ppc64(godebug); got != want {
			t.Errorf("%q: %v, want %v", godebug, got, want)
		}
	}
}
