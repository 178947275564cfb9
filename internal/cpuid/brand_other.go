//go:build !amd64 || !gc || purego

package cpuid

// Brand returns "": this build does not ask the CPU for its name.
func Brand() string { return "" }
