// A shared library that seals with package aes for programs in C.
package main

import "C"

import (
	"unsafe"

	"vpaes.example/aes"
)

// seal seals n bytes at text with AES-128-GCM to out.
//
//export seal
func seal(out, key, nonce, text *C.uchar, n C.int) {
	bytes := func(p *C.uchar, n C.int) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(p)), n) }
	b, err := aes.New(bytes(key, 16))
	if err != nil {
		panic(err)
	}
	g, err := b.GCM(12, 16)
	if err != nil {
		panic(err)
	}
	g.Seal(bytes(out, n+16)[:0], bytes(nonce, 12), bytes(text, n), nil)
}

func main() {}
