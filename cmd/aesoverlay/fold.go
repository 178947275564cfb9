package main

import (
	"fmt"
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strings"
)

// The standard library cannot import this module, and assembly in an overlay
// must lie in a directory that exists. So a package moves there together with
// what it imports of its own, as one package: the base keeps its names, those of
// a part get a prefix, "kernel.Force" becomes "kernel_Force".

// A part is an imported package that becomes part of another.
type part struct {
	*source
	prefix string
	keep   map[string]bool // names that stay as they are
}

// A fold is a package and, by import path, its parts.
type fold struct {
	base  *source
	parts map[string]*part
}

// newFold reads, beginning at base, all imports for which find returns a
// directory and a prefix.
func newFold(base *source, find func(importPath string) (dir, prefix string)) (*fold, error) {
	f := &fold{base, map[string]*part{}}
	prefixes := map[string]string{}
	for todo := []*source{base}; len(todo) > 0; todo = todo[1:] {
		for _, file := range todo[0].goes {
			for importPath := range file.imports() {
				dir, prefix := find(importPath)
				if dir == "" || f.parts[importPath] != nil {
					continue
				}
				if other := prefixes[prefix]; other != "" {
					return nil, fmt.Errorf("%s and %s would share the prefix %s", other, importPath, prefix)
				}
				prefixes[prefix] = importPath
				s, err := readSource(dir)
				if err != nil {
					return nil, err
				}
				f.parts[importPath] = &part{s, prefix, map[string]bool{}}
				todo = append(todo, s)
			}
		}
	}
	return f, nil
}

// files joins the package and its parts and returns the files by name.
func (f *fold) files() (map[string][]byte, error) {
	f.keepEmbedded()
	f.keepAliased()
	if err := f.checkKept(); err != nil {
		return nil, err
	}
	if err := f.resolve(f.base); err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	if err := emit(out, f.base, ""); err != nil {
		return nil, err
	}
	for _, p := range f.parts {
		if err := f.join(p); err != nil {
			return nil, err
		}
		// A hyphen, as an underscore would make a constraint of "386.go".
		if err := emit(out, p.source, p.prefix+"-"); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// join gives p the base's package name, and its own names their prefix.
func (f *fold) join(p *part) error {
	names := map[string]string{}
	for n := range p.declared() {
		names[n] = p.newName(n)
	}
	for _, file := range p.goes {
		if strings.Contains(string(file.src), "\n//go:linkname ") {
			return fmt.Errorf("%s: go:linkname in a package that gets new names", file.name)
		}
		file.replace(file.tree.Name.Pos(), file.tree.Name.End(), f.base.name)
	}
	p.source.rename(names)
	for name, text := range p.asm {
		p.asm[name] = renameSymbols(text, names)
	}
	return f.resolve(p.source)
}

// newName is what a top-level name of p is in the joined package.
func (p *part) newName(name string) string {
	if p.keep[name] {
		return name
	}
	return p.prefix + "_" + name
}

var symbol = regexp.MustCompile(`·[A-Za-z_]\w*`)

// renameSymbols renames the symbols of the package in assembly.
func renameSymbols(text []byte, names map[string]string) []byte {
	return symbol.ReplaceAllFunc(text, func(s []byte) []byte {
		if to, ok := names[strings.TrimPrefix(string(s), "·")]; ok {
			return []byte("·" + to)
		}
		return s
	})
}

// resolve puts the new name in the place of every part.Name in s, and removes
// the imports.
func (f *fold) resolve(s *source) error {
	for _, file := range s.goes {
		local := f.localParts(file)
		var gone []*ast.ImportSpec
		for importPath, spec := range file.imports() {
			if f.parts[importPath] != nil {
				gone = append(gone, spec)
			}
		}
		file.removeImports(gone...)
		stays := fixedNames(file.tree, nil)
		var hidden *ast.Ident
		ast.Inspect(file.tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && local[x.Name] != nil {
					file.replace(n.Pos(), n.End(), local[x.Name].newName(n.Sel.Name))
					return false
				}
			case *ast.Ident:
				if local[n.Name] != nil && !stays[n] {
					hidden = n
				}
			}
			return true
		})
		if hidden != nil {
			return fmt.Errorf("%s: %s has the name of an import", file.fset.Position(hidden.Pos()), hidden.Name)
		}
	}
	return nil
}

// localParts returns the parts that a file imports, by the name it has for them.
func (f *fold) localParts(file *goFile) map[string]*part {
	local := map[string]*part{}
	for importPath, spec := range file.imports() {
		if p := f.parts[importPath]; p != nil {
			local[localName(spec, p.name)] = p
		}
	}
	return local
}

// keepEmbedded keeps the names of embedded types, lest fields get new ones.
func (f *fold) keepEmbedded() {
	keep := func(s *source, own *part) {
		for _, file := range s.goes {
			local := f.localParts(file)
			for _, t := range embedded(file.tree) {
				switch t := t.(type) {
				case *ast.Ident:
					if own != nil {
						own.keep[t.Name] = true
					}
				case *ast.SelectorExpr:
					if x, ok := t.X.(*ast.Ident); ok && local[x.Name] != nil {
						local[x.Name].keep[t.Sel.Name] = true
					}
				}
			}
		}
	}
	keep(f.base, nil)
	for _, p := range f.parts {
		keep(p.source, p)
	}
}

// keepAliased keeps the name of a type that the base declares as another name
// for a part's type of the same name, and takes that declaration out.
func (f *fold) keepAliased() {
	for _, file := range f.base.goes {
		local := f.localParts(file)
		for _, d := range slices.Clone(file.tree.Decls) {
			d, ok := d.(*ast.GenDecl)
			if !ok || len(d.Specs) != 1 {
				continue
			}
			s, ok := d.Specs[0].(*ast.TypeSpec)
			if !ok || !s.Assign.IsValid() {
				continue
			}
			t, ok := s.Type.(*ast.SelectorExpr)
			if !ok || t.Sel.Name != s.Name.Name {
				continue
			}
			x, ok := t.X.(*ast.Ident)
			if !ok || local[x.Name] == nil {
				continue
			}
			local[x.Name].keep[s.Name.Name] = true
			file.removeDecl(d, d.Doc)
		}
	}
}

// checkKept makes sure that no name that is kept is declared twice.
func (f *fold) checkKept() error {
	owner := map[string]string{}
	for n := range f.base.declared() {
		owner[n] = f.base.name
	}
	for importPath, p := range f.parts {
		for n := range p.declared() {
			if !p.keep[n] {
				continue
			}
			if o := owner[n]; o != "" {
				return fmt.Errorf("%s is a name of both %s and %s, and cannot get another", n, o, importPath)
			}
			owner[n] = importPath
		}
	}
	return nil
}

// emit adds the files of a package, their names prefixed.
func emit(out map[string][]byte, s *source, prefix string) error {
	for name, text := range s.asm {
		out[prefix+name] = text
	}
	for _, file := range s.goes {
		text, err := file.print()
		if err != nil {
			return fmt.Errorf("%s: %w", file.name, err)
		}
		if out[prefix+file.name] != nil {
			return fmt.Errorf("two files become %s", path.Base(prefix+file.name))
		}
		out[prefix+file.name] = text
	}
	return nil
}
