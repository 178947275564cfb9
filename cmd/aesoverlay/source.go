package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A source is the code of one package for all platforms: Go and assembly, no tests.
type source struct {
	dir  string
	name string // of the package
	goes []*goFile
	asm  map[string][]byte
}

// ignored finds the constraint of programs that lie in a package's directory.
var ignored = regexp.MustCompile(`(?m)^//go:build ignore$`)

// readSource reads the package in dir.
func readSource(dir string) (*source, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	p := &source{dir: dir, asm: map[string][]byte{}}
	for _, e := range entries {
		name := e.Name()
		ext := filepath.Ext(name)
		if e.IsDir() || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") ||
			strings.HasSuffix(name, "_test.go") || ext != ".go" && ext != ".s" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		if ext == ".s" {
			p.asm[name] = text
			continue
		}
		if ignored.Match(text) {
			continue
		}
		if err := p.add(name, text); err != nil {
			return nil, err
		}
	}
	if len(p.goes) == 0 {
		return nil, fmt.Errorf("%s holds no Go files", dir)
	}
	return p, nil
}

// add adds a Go file.
func (p *source) add(name string, text []byte) error {
	f, err := parse(name, text)
	if err != nil {
		return err
	}
	if p.name == "" {
		p.name = f.tree.Name.Name
	}
	if f.tree.Name.Name != p.name {
		return fmt.Errorf("%s: packages %s and %s in one directory", filepath.Join(p.dir, name), p.name, f.tree.Name.Name)
	}
	p.goes = append(p.goes, f)
	return nil
}

// file returns the Go file of that name, or nil.
func (p *source) file(name string) *goFile {
	for _, f := range p.goes {
		if f.name == name {
			return f
		}
	}
	return nil
}

// declared returns what the package declares at its top level, methods excepted.
// Of a type, it holds the specification.
func (p *source) declared() map[string]*ast.TypeSpec {
	m := map[string]*ast.TypeSpec{}
	for _, f := range p.goes {
		for _, d := range f.tree.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					m[d.Name.Name] = nil
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						m[s.Name.Name] = s
					case *ast.ValueSpec:
						for _, n := range s.Names {
							m[n.Name] = nil
						}
					}
				}
			}
		}
	}
	delete(m, "init") // there may be many
	delete(m, "_")
	return m
}

// exported returns the exported names among those.
func (p *source) exported() (names []string) {
	for n := range p.declared() {
		if token.IsExported(n) {
			names = append(names, n)
		}
	}
	return names
}
