// Command neon writes the NEON kernels of package aes, vpaes_arm64.s and
// ghash_neon_arm64.s, into the directory given by -out.
package main

import (
	"flag"
	"log"
	"path/filepath"
)

func main() {
	out := flag.String("out", "..", "directory of package aes")
	flag.Parse()
	for name, file := range files() {
		if err := file.Write(filepath.Join(*out, name)); err != nil {
			log.Fatal(err)
		}
	}
}
