//go:build !amd64 || !gc || purego

// Command memcheck checks constant time under valgrind; see main.go. It is for amd64.
package main

func main() { panic("memcheck: this is for amd64 with assembly") }
