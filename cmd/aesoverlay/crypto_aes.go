package main

import (
	_ "embed"
	"fmt"
	"go/ast"
	"path"
	"path/filepath"
	"reflect"
	"strings"

	"vpaes.example/aes"
)

// library is the import path of package aes, whatever it is published as.
var library = reflect.TypeFor[aes.Block]().PkgPath()

// What crypto/aes gets besides: the function NewCipher, and methods of Block
// that crypto/cipher looks for.
var (
	//go:embed added/aes.txt
	addedNewCipher []byte
	//go:embed added/modes.txt
	addedModes []byte
)

// cryptoAES returns the files of crypto/aes: those of package aes and of its
// internal packages, and those of the standard library's crypto/aes as a part of
// it. Files of the latter that have no successor are nil.
func cryptoAES(own, std string) (map[string][]byte, error) {
	base, err := readSource(own)
	if err != nil {
		return nil, err
	}
	was, err := readSource(std)
	if err != nil {
		return nil, err
	}
	if err := compareAPI(base, was); err != nil {
		return nil, err
	}
	if err := replaceConstructors(base); err != nil {
		return nil, err
	}
	f, err := newFold(base, func(importPath string) (dir, prefix string) {
		if importPath == "crypto/aes" {
			return std, "std"
		}
		if rel, ok := strings.CutPrefix(importPath, library+"/"); ok {
			return filepath.Join(own, filepath.FromSlash(rel)), path.Base(rel)
		}
		return "", ""
	})
	if err != nil {
		return nil, err
	}
	if f.parts["crypto/aes"] == nil {
		return nil, fmt.Errorf("%s does not import crypto/aes", library)
	}
	out, err := f.files()
	if err != nil {
		return nil, err
	}
	for _, file := range was.goes {
		if out[file.name] == nil {
			out[file.name] = nil
		}
	}
	return out, nil
}

// replaceConstructors puts the functions and methods of the added files in the
// place of the library's.
func replaceConstructors(base *source) error {
	base.rename(map[string]string{"NewCipher": "own_NewCipher"})
	for _, method := range []string{"NewCTR", "NewGCM"} {
		if !base.removeMethod(method) {
			return fmt.Errorf("%s has no method %s", library, method)
		}
	}
	if err := base.add("overlay.go", addedNewCipher); err != nil {
		return err
	}
	return base.add("overlay_modes.go", addedModes)
}

// removeMethod takes the one method of that name out and reports whether there was one.
func (p *source) removeMethod(name string) bool {
	for _, f := range p.goes {
		for _, d := range f.tree.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv != nil && d.Name.Name == name {
				f.removeDecl(d, d.Doc)
				return true
			}
		}
	}
	return false
}

// compareAPI makes sure that what takes crypto/aes's place has all that it exports,
// and that crypto/aes is what it used to be: a few lines of Go.
func compareAPI(own, std *source) error {
	have := own.declared()
	for _, n := range std.exported() {
		if _, ok := have[n]; !ok {
			return fmt.Errorf("crypto/aes exports %s, which %s does not have", n, library)
		}
	}
	for _, n := range []string{"NewCipher", "KeySizeError"} {
		if _, ok := std.declared()[n]; !ok {
			return fmt.Errorf("crypto/aes has no %s", n)
		}
	}
	if len(std.asm) > 0 {
		return fmt.Errorf("crypto/aes has assembly")
	}
	return nil
}
