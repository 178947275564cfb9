// Https is a server and a client, and imports nothing but the standard library. The
// tests of aesoverlay build it with and without the overlay:
//
//	https serve CERT KEY      serves on the loopback interface until standard input ends
//	https get URL CERT SUITE  fetches the URL, with that cipher suite of TLS 1.2, or in TLS 1.3
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "https:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 3 && args[0] == "serve":
		return serve(args[1], args[2])
	case len(args) == 4 && args[0] == "get":
		return get(args[1], args[2], args[3])
	}
	return fmt.Errorf("unknown arguments %q", args)
}
