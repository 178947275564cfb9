// Report says what the objects of crypto/aes, crypto/cipher and crypto/tls are. It
// imports nothing but the standard library; the tests of aesoverlay build it
// with and without the overlay.
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := report(); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}
