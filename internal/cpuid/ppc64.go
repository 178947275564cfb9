package cpuid

import (
	"slices"
	"strings"
)

// ppc64 returns the features of a POWER machine under the given GODEBUG, whose
// ppc64aes=off and ppc64gcm=off make crypto/aes and its GCM use tables. The
// last of several settings counts. Kernel std is all or nothing, so one of the
// two turns both off.
func ppc64(godebug string) Set {
	settings := strings.Split(godebug, ",")
	slices.Reverse(settings)
	for _, name := range []string{"ppc64aes=", "ppc64gcm="} {
		i := slices.IndexFunc(settings, func(s string) bool { return strings.HasPrefix(s, name) })
		if i >= 0 && settings[i] == name+"off" {
			return 0
		}
	}
	return StdAES | StdGCM
}
