//go:build amd64 && gc && !purego

package main

// What memcheck must report: a check that cannot fail proves nothing.

//go:noescape
func branchOnSecret(b *byte) uint64

//go:noescape
func lookUpSecret(b *byte, table *[256]byte) uint64

var (
	table [256]byte
	sink  uint64
)

//go:noinline
func goBranchOnSecret(b []byte) {
	if b[0] > 100 {
		table[1]++
	} else {
		sink += 3
	}
}

//go:noinline
func goLookUpSecret(b []byte) { sink += uint64(table[b[0]]) }

var badExamples = map[string]func(b []byte){
	"branch, assembly":  func(b []byte) { sink += branchOnSecret(&b[0]) },
	"look-up, assembly": func(b []byte) { sink += lookUpSecret(&b[0], &table) },
	"branch, Go":        goBranchOnSecret,
	"look-up, Go":       goLookUpSecret,
}
