//go:build !(amd64 || arm64 || ppc64 || ppc64le || 386 || arm.6)

package aes

// genericTable is the hash key of this GOARCH's method.
type genericTable = maskTable

const genericMethod = ghashMasks
