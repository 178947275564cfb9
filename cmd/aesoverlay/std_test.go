package main

import (
	"strings"
	"testing"
)

// unfit are tests of the standard library that look into what the overlay replaces.
var unfit = []string{
	"TestExtraMethods",                      // that crypto/aes's Block has no methods for crypto/cipher to find
	"TestCTR_AES_multiblock_XORKeyStreamAt", // a method of crypto/internal/fips140/aes.CTR
}

// TestStandardLibrary runs the tests of the packages that the overlay changes, and of
// those that look at AES in FIPS 140-3 mode. Short leaves out what needs other hosts.
func TestStandardLibrary(t *testing.T) {
	g := needLong(t)
	out := goTool(t, g, "test", "-short", "-overlay", overlayJSON(t), "-skip", "^("+strings.Join(unfit, "|")+")$",
		"crypto/aes", "crypto/cipher", "crypto/tls", "crypto/hpke", "crypto/internal/fips140only")
	t.Log(out)
	if n := strings.Count(out, "\nok ") + strings.Count(out[:3], "ok "); n != 5 {
		t.Errorf("%d packages passed, want 5", n)
	}
}
