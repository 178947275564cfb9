//go:build (s390x || ppc64 || ppc64le) && gc && !purego

package kernel

// build says that this build holds the wrapper of the standard library's AES.
const build = "std"
