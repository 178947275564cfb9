// A plugin that seals with package aes.
package main

import "vpaes.example/aes"

// Seal seals with AES-GCM.
func Seal(key, nonce, plaintext, additionalData []byte) []byte {
	b, err := aes.New(key)
	if err != nil {
		panic(err)
	}
	g, err := b.GCM(len(nonce), 16)
	if err != nil {
		panic(err)
	}
	return g.Seal(nil, nonce, plaintext, additionalData)
}

func main() {}
