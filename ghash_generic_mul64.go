//go:build amd64 || arm64 || ppc64 || ppc64le

package aes

// genericTable is the hash key of this GOARCH's method.
type genericTable = mul64Table

const genericMethod = ghashMul64
