// Package leaky breaks the promise of constant time, once in each way. The checks
// of that promise have to find it out: a check that cannot fail shows nothing.
package leaky

// All has the functions by what they do.
var All = map[string]func(secret *byte){
	"BranchGo": BranchGo,
	"LookUpGo": LookUpGo,
}

var (
	table [256]byte
	sink  uint64
)

// BranchGo branches on a secret.
//
//go:noinline
func BranchGo(secret *byte) {
	if *secret > 100 {
		table[1]++
	} else {
		sink += 3
	}
}

// LookUpGo reads from an address that depends on a secret.
//
//go:noinline
func LookUpGo(secret *byte) { sink += uint64(table[*secret]) }
