// Command armce writes the kernels of package aes on the AES and PMULL
// instructions of arm64, armce_arm64.s and gcm_arm64.s, into the directory
// given by -out.
package main

import (
	"flag"
	"log"
	"path/filepath"

	"vpaes.example/aes/asm/arm64"
)

const generator = "asm/armce"

// files is everything that this command writes.
func files() map[string]*arm64.File {
	return map[string]*arm64.File{
		"armce_arm64.s": cipherFile(),
		"gcm_arm64.s":   gcmFile(),
	}
}

func main() {
	out := flag.String("out", "..", "directory of package aes")
	flag.Parse()
	for name, file := range files() {
		if err := file.Write(filepath.Join(*out, name)); err != nil {
			log.Fatal(err)
		}
	}
}
