// A program that loads the plugin named in its argument and compares what it
// seals with what the standard library seals.
package main

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"fmt"
	"log"
	"os"
	"plugin"
)

func main() {
	p, err := plugin.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	symbol, err := p.Lookup("Seal")
	if err != nil {
		log.Fatal(err)
	}
	seal := symbol.(func(key, nonce, plaintext, additionalData []byte) []byte)
	data := make([]byte, 1000)
	for i := range data {
		data[i] = byte(31 * i)
	}
	for _, size := range []int{16, 24, 32} {
		b, err := aes.NewCipher(data[:size])
		if err != nil {
			log.Fatal(err)
		}
		g, err := cipher.NewGCM(b)
		if err != nil {
			log.Fatal(err)
		}
		for n := range data {
			if !bytes.Equal(seal(data[:size], data[:12], data[:n], data[:n/7]), g.Seal(nil, data[:12], data[:n], data[:n/7])) {
				log.Fatalf("%d bytes under a key of %d bytes differ", n, size)
			}
		}
	}
	fmt.Println("as the standard library")
}
