package main

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
)

// A goFile is a Go file with its syntax tree, and what is to change in it. The
// tree says where; the changes are made in the text, which keeps comments and
// directives in their places.
type goFile struct {
	name  string // without directory
	src   []byte
	fset  *token.FileSet
	tree  *ast.File
	edits []edit
}

// An edit puts text in the place of the bytes from start to end.
type edit struct {
	start, end int
	text       string
}

func parse(name string, src []byte) (*goFile, error) {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	return &goFile{name: name, src: src, fset: fset, tree: tree}, nil
}

// replace puts text in the place of what lies between two positions.
func (f *goFile) replace(pos, end token.Pos, text string) {
	f.edits = append(f.edits, edit{f.fset.Position(pos).Offset, f.fset.Position(end).Offset, text})
}

// print returns the file with its edits made, formatted.
func (f *goFile) print() ([]byte, error) {
	slices.SortFunc(f.edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
	var out bytes.Buffer
	last := 0
	for _, e := range f.edits {
		out.Write(f.src[last:e.start])
		out.WriteString(e.text)
		last = e.end
	}
	out.Write(f.src[last:])
	return format.Source(out.Bytes())
}

// imports returns the import specifications of the file by import path.
func (f *goFile) imports() map[string]*ast.ImportSpec {
	m := map[string]*ast.ImportSpec{}
	for _, s := range f.tree.Imports {
		path, err := strconv.Unquote(s.Path.Value)
		if err == nil { // else the parser would have complained
			m[path] = s
		}
	}
	return m
}

// removeImports takes the given specifications out, and with the last of a
// declaration the declaration.
func (f *goFile) removeImports(specs ...*ast.ImportSpec) {
	for _, d := range f.tree.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok || d.Tok != token.IMPORT {
			continue
		}
		var gone []ast.Spec
		for _, s := range d.Specs {
			if slices.Contains(specs, s.(*ast.ImportSpec)) {
				gone = append(gone, s)
			}
		}
		if len(gone) == len(d.Specs) {
			f.replace(d.Pos(), d.End(), "")
			continue
		}
		for _, s := range gone {
			f.replace(s.Pos(), s.End(), "")
		}
	}
}

// removeDecl takes a declaration out, with its doc comment.
func (f *goFile) removeDecl(d ast.Decl, doc *ast.CommentGroup) {
	start := d.Pos()
	if doc != nil {
		start = doc.Pos()
	}
	f.replace(start, d.End(), "")
	f.tree.Decls = slices.DeleteFunc(f.tree.Decls, func(x ast.Decl) bool { return x == d })
}

// localName is the name under which a file knows an import.
func localName(s *ast.ImportSpec, packageName string) string {
	if s.Name != nil {
		return s.Name.Name
	}
	return packageName
}
