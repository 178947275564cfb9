package objscan

import (
	"regexp"
	"strings"
)

var (
	conditional = map[string]*regexp.Regexp{
		"amd64": regexp.MustCompile(`^(?:j|loop|cmov|set)`),
		"386":   regexp.MustCompile(`^(?:j|loop|cmov|set)`),
		"arm64": regexp.MustCompile(`^(?:b\.|cb|tb|csel|cset|csinc|csneg|csinv)`),
	}
	indexed = map[string]*regexp.Regexp{
		"amd64": regexp.MustCompile(`\(%?\w*,%?|\(,`),
		"386":   regexp.MustCompile(`\(%?\w*,%?|\(,`),
		"arm64": regexp.MustCompile(`\[\w+, [xw]\d`),
	}
	unconditional = regexp.MustCompile(`^jmp`)
	growsStack    = regexp.MustCompile(`runtime\.morestack`)
)

// Circuit applies the rules for functions that are to be one straight line of
// logic, as the compiler has made them: no branch, no choice between registers
// by flags, no address with an index. The one branch allowed is that to the
// growing of the stack, of a function that has it.
func Circuit(arch string, f Function) (found []Finding) {
	allowed := 0
	for _, i := range f.Code {
		if growsStack.MatchString(i.Operands) {
			allowed = 1
		}
	}
	for _, i := range f.Code {
		switch {
		case unconditional.MatchString(i.Mnemonic):
		case conditional[arch].MatchString(i.Mnemonic):
			if allowed--; allowed < 0 {
				found = append(found, Finding{f.Name, "branches or chooses", i})
			}
		case indexed[arch].MatchString(i.Operands) && !strings.HasPrefix(i.Mnemonic, "lea"):
			found = append(found, Finding{f.Name, "has an address with an index", i})
		}
	}
	return found
}
