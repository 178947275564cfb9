package main

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// golang is a Go installation, as it shows itself to a module.
type golang struct {
	command string // go, or a path
	module  string // the directory in which it is run; "" for the current one
	version string
	std     map[string]string // directories of packages of the standard library
}

// findGo asks the command for its version and for the directories of the
// packages that the overlay changes.
func findGo(command, module string) (*golang, error) {
	g := &golang{command: command, module: module, std: map[string]string{}}
	version, err := g.run("env", "GOVERSION")
	if err != nil {
		return nil, err
	}
	g.version = strings.TrimSpace(version)
	for _, p := range []string{"crypto/aes", "crypto/cipher", "crypto/tls"} {
		if g.std[p], err = g.dir(p); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// checkPlace makes sure that this Go lets overlays replace its standard library. It does
// not where that lies in the module cache, as toolchains that GOTOOLCHAIN fetched do.
func (g *golang) checkPlace() error {
	out, err := g.run("env", "GOMODCACHE", "GOROOT")
	if err != nil {
		return err
	}
	cache, root, _ := strings.Cut(strings.TrimSpace(out), "\n")
	if rel, err := filepath.Rel(cache, root); err != nil || !filepath.IsLocal(rel) {
		return nil
	}
	return fmt.Errorf(`%[1]s lies in the module cache, where the go command accepts no overlay.
Install it elsewhere, or give it another name:
	ln -s %[2]s ~/%[1]s
	export GOROOT=~/%[1]s GOTOOLCHAIN=local PATH=~/%[1]s/bin:$PATH`, g.version, root)
}

// dir returns the directory of a package.
func (g *golang) dir(importPath string) (string, error) {
	// -find, as what the package imports does not matter.
	out, err := g.run("list", "-find", "-f", "{{.Dir}}", importPath)
	return strings.TrimSpace(out), err
}

// run runs the command and returns its output.
func (g *golang) run(args ...string) (string, error) {
	cmd := exec.Command(g.command, args...)
	cmd.Dir = g.module
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "", fmt.Errorf("%s %s: %w\n%s", g.command, strings.Join(args, " "), err, bytes.TrimSpace(exit.Stderr))
	}
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", g.command, strings.Join(args, " "), err)
	}
	return string(out), nil
}
