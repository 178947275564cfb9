package main

import "syscall"

// systemCPUName is what the system calls its CPU.
func systemCPUName() string {
	name, _ := syscall.Sysctl("machdep.cpu.brand_string")
	return name
}
