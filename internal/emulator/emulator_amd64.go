//go:build gc && !purego

// Package emulator tells tests about faults of emulated processors that would
// otherwise look like faults of the kernels.
package emulator

// VAESIsRight reports whether VAESENC on a YMM register encrypts the upper lane.
// QEMU 7.2 gives the lower lane's result there. The machine must have AVX2 and
// VAES.
//
//go:noescape
func VAESIsRight() bool
