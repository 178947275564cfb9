package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// jsonName is the file for go build -overlay in an overlay's directory.
const jsonName = "overlay.json"

// store writes the overlay below dir and returns the path of its JSON file. Either all
// of it is there afterwards, and the standard library was seen to build with it, or nothing is.
func (o *overlay) store(g *golang, dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	final := filepath.Join(dir, o.key())
	path := filepath.Join(final, jsonName)
	if o.isStored(final) {
		return path, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	temp, err := os.MkdirTemp(dir, ".new-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	if err := o.write(temp, temp); err != nil {
		return "", err
	}
	if err := g.build(filepath.Join(temp, jsonName)); err != nil {
		return "", err
	}
	if err := o.write(temp, final); err != nil {
		return "", err
	}
	if err := os.Chmod(temp, 0o755); err != nil {
		return "", err
	}
	return path, o.move(temp, final)
}

// move makes the directory temp the directory final, unless another process has
// been faster.
func (o *overlay) move(temp, final string) error {
	err := os.Rename(temp, final)
	if err == nil || o.isStored(final) {
		return nil
	}
	// What is there has been damaged.
	if err := os.RemoveAll(final); err != nil {
		return err
	}
	return os.Rename(temp, final)
}

// write writes the files to dir, and a JSON file as for the directory named.
func (o *overlay) write(dir, named string) error {
	err := o.all(func(importPath, name string, text []byte) error {
		if text == nil {
			return nil
		}
		path := stored(dir, importPath, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		return os.WriteFile(path, text, 0o644)
	})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, jsonName), o.json(named), 0o644)
}

// isStored reports whether dir holds the overlay, byte for byte.
func (o *overlay) isStored(dir string) bool {
	different := errors.New("different")
	same := func(path string, text []byte) error {
		if have, err := os.ReadFile(path); err != nil || !bytes.Equal(have, text) {
			return different
		}
		return nil
	}
	if same(filepath.Join(dir, jsonName), o.json(dir)) != nil {
		return false
	}
	return nil == o.all(func(importPath, name string, text []byte) error {
		if text == nil {
			return nil
		}
		return same(stored(dir, importPath, name), text)
	})
}

// build builds the packages that the overlay changes, as a check of it.
func (g *golang) build(json string) error {
	if _, err := g.run("build", "-overlay", json, "crypto/aes", "crypto/cipher", "crypto/tls"); err != nil {
		return fmt.Errorf("the standard library of %s does not build with this package: %w", g.version, err)
	}
	return nil
}
