package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
)

// An overlay is what go build is to read instead of files of the standard library.
type overlay struct {
	version string
	std     map[string]string            // directories of packages
	files   map[string]map[string][]byte // by import path and name; nil for one to leave out
}

// newOverlay makes the overlay for g of the package in the directory own.
func newOverlay(g *golang, own string) (*overlay, error) {
	o := &overlay{g.version, g.std, map[string]map[string][]byte{}}
	var err error
	for importPath, change := range map[string]func(std string) (map[string][]byte, error){
		"crypto/aes":    func(std string) (map[string][]byte, error) { return cryptoAES(own, std) },
		"crypto/cipher": cryptoCipher,
		"crypto/tls":    cryptoTLS,
	} {
		if o.files[importPath], err = change(g.std[importPath]); err != nil {
			return nil, fmt.Errorf("the standard library of %s is not as this command knows it: %w", g.version, err)
		}
	}
	return o, nil
}

// all calls f for every file, in the same order every time.
func (o *overlay) all(f func(importPath, name string, text []byte) error) error {
	for _, p := range slices.Sorted(maps.Keys(o.files)) {
		for _, n := range slices.Sorted(maps.Keys(o.files[p])) {
			if err := f(p, n, o.files[p][n]); err != nil {
				return err
			}
		}
	}
	return nil
}

// key names the overlay after its Go version and all that it consists of.
func (o *overlay) key() string {
	h := sha256.New()
	o.all(func(importPath, name string, text []byte) error {
		fmt.Fprintf(h, "%q %q %t %d\n", filepath.Join(o.std[importPath], name), importPath, text == nil, len(text))
		h.Write(text)
		return nil
	})
	return o.version + "-" + hex.EncodeToString(h.Sum(nil))[:16]
}

// stored is where a file of the overlay lies below dir.
func stored(dir, importPath, name string) string {
	return filepath.Join(dir, filepath.FromSlash(importPath), name)
}

// json is the file for go build -overlay, if the files are stored in dir.
func (o *overlay) json(dir string) []byte {
	replace := map[string]string{}
	o.all(func(importPath, name string, text []byte) error {
		to := ""
		if text != nil {
			to = stored(dir, importPath, name)
		}
		replace[filepath.Join(o.std[importPath], name)] = to
		return nil
	})
	out, err := json.MarshalIndent(map[string]any{"Replace": replace}, "", "\t")
	if err != nil {
		panic(err) // strings always have a form in JSON
	}
	return append(out, '\n')
}
