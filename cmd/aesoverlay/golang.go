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
	root    string            // GOROOT
	cache   string            // GOMODCACHE
	std     map[string]string // directories of packages of the standard library
}

// changed are the packages that the overlay changes.
var changed = []string{"crypto/aes", "crypto/cipher", "crypto/tls"}

// findGo asks the command for its version and for its directories.
func findGo(command, module string) (*golang, error) {
	g := &golang{command: command, module: module}
	env, err := g.lines("env", "GOVERSION", "GOROOT", "GOMODCACHE")
	if err != nil {
		return nil, err
	}
	if len(env) != 3 {
		return nil, fmt.Errorf("%s env prints %q", command, env)
	}
	g.version, g.root, g.cache = env[0], env[1], env[2]
	g.std, err = g.dirs(changed...)
	return g, err
}

// checkPlace makes sure that this Go lets overlays replace its standard library. It does
// not where that lies in the module cache, as toolchains that GOTOOLCHAIN fetched do.
func (g *golang) checkPlace() error {
	if rel, err := filepath.Rel(g.cache, g.root); err != nil || !filepath.IsLocal(rel) {
		return nil
	}
	return fmt.Errorf(`%[1]s lies in the module cache, where the go command accepts no overlay.
Install it elsewhere, or give it another name:
	ln -s %[2]s ~/%[1]s
	export GOROOT=~/%[1]s GOTOOLCHAIN=local PATH=~/%[1]s/bin:$PATH`, g.version, g.root)
}

// dirs returns the directories of packages by import path.
func (g *golang) dirs(importPaths ...string) (map[string]string, error) {
	// -find, as what the packages import does not matter.
	lines, err := g.lines(append([]string{"list", "-find", "-f", "{{.ImportPath}}\t{{.Dir}}"}, importPaths...)...)
	if err != nil {
		return nil, err
	}
	dirs := map[string]string{}
	for _, l := range lines {
		importPath, dir, _ := strings.Cut(l, "\t")
		dirs[importPath] = dir
	}
	for _, p := range importPaths {
		if dirs[p] == "" {
			return nil, fmt.Errorf("%s list does not tell where %s is", g.command, p)
		}
	}
	return dirs, nil
}

// lines runs the command and returns the lines of its output.
func (g *golang) lines(args ...string) ([]string, error) {
	out, err := g.run(args...)
	return strings.Split(strings.TrimRight(out, "\r\n"), "\n"), err
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
