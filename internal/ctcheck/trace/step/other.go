//go:build !(linux && amd64)

package main

import "log"

func main() { log.Fatal("step: this is for amd64 on Linux") }
