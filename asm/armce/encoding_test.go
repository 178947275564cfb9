package main

import (
	"testing"

	"vpaes.example/aes/asm/arm64/encoding"
)

func TestEncodings(t *testing.T) { encoding.Check(t, files()) }
