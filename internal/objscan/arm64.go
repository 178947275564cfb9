package objscan

import "regexp"

var (
	goRegistersARM = regexp.MustCompile(`\b[xw](?:18|2[6-9])\b`)
	belowStackARM  = regexp.MustCompile(`\[sp, #-`)
)

// ARM64 applies the rules for arm64.
func ARM64(f Function) (found []Finding) {
	for _, i := range f.Code {
		switch {
		case goRegistersARM.MatchString(i.Operands):
			found = append(found, Finding{f.Name, "uses R18 or one of R26 to R29", i})
		case belowStackARM.MatchString(i.Operands):
			found = append(found, Finding{f.Name, "reaches below the stack pointer", i})
		case i.Mnemonic == "bl" || i.Mnemonic == "blr":
			found = append(found, Finding{f.Name, "is not a leaf function", i})
		}
	}
	return found
}
