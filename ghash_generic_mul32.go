//go:build 386 || arm.6

package aes

// genericTable is the hash key of this GOARCH's method.
type genericTable = mul32Table

const genericMethod = ghashMul32
