//go:build gc && !purego

package kernel

// build names the assembly that this build holds.
const build = "arm64"
