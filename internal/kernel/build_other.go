//go:build !gc || purego || !(amd64 || arm64 || s390x || ppc64 || ppc64le)

package kernel

// build is empty: this build holds pure Go only.
const build = ""
