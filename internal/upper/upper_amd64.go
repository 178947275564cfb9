//go:build gc && !purego

// Package upper tells tests whether assembly left the upper halves of vector
// registers in use. That slows down or delays the legacy SSE instructions
// after it, of which Go's compiler emits many, and nothing else shows it.
package upper

// Tracked reports whether this machine says which register state is in use:
// XGETBV with ECX = 1, which CPUID's leaf 13, subleaf 1 announces. It also asks
// for AVX, without which there are no upper halves, and that VZEROUPPER ends
// their use: QEMU always shows them in use.
//
//go:noescape
func Tracked() bool

// InUse reports whether an upper half of a YMM register is in use on this
// thread. The caller locks its goroutine to the thread.
//
//go:noescape
func InUse() bool

// Dirty uses an upper half and returns without VZEROUPPER: the fault that
// [InUse] must find.
//
//go:noescape
func Dirty()

// Clean is VZEROUPPER.
//
//go:noescape
func Clean()
