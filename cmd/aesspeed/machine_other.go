//go:build !darwin

package main

// systemCPUName is what the system calls its CPU, where it has a call for that.
func systemCPUName() string { return "" }
