package main

import "go/ast"

// rename gives the package's top-level names new ones where names has them. A
// local name that hides such a name is renamed with it, everywhere alike, which
// changes nothing; so no scopes are needed. Fields, methods and labels stay.
func (p *source) rename(names map[string]string) {
	types := p.declared()
	for _, f := range p.goes {
		stays := fixedNames(f.tree, types)
		ast.Inspect(f.tree, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && !stays[id] {
				if to, ok := names[id.Name]; ok {
					f.replace(id.Pos(), id.End(), to)
				}
			}
			return true
		})
	}
}

// fixedNames collects the identifiers that do not stand for something declared
// at the top level or in a function.
func fixedNames(tree *ast.File, types map[string]*ast.TypeSpec) map[*ast.Ident]bool {
	fixed := map[*ast.Ident]bool{tree.Name: true}
	fields := func(l *ast.FieldList) {
		for _, f := range l.List {
			for _, n := range f.Names {
				fixed[n] = true
			}
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			fixed[n.Name] = true
		case *ast.SelectorExpr:
			fixed[n.Sel] = true
		case *ast.StructType:
			fields(n.Fields)
		case *ast.InterfaceType:
			fields(n.Methods)
		case *ast.FuncDecl:
			if n.Recv != nil || n.Name.Name == "init" {
				fixed[n.Name] = true
			}
		case *ast.LabeledStmt:
			fixed[n.Label] = true
		case *ast.BranchStmt:
			fixed[n.Label] = true
		case *ast.CompositeLit:
			if n.Type != nil {
				fixKeys(n, n.Type, types, fixed)
			}
		}
		return true
	})
	return fixed
}

// fixKeys adds the field names among the keys of a composite literal of type t,
// and of the literals in it that leave their type out.
func fixKeys(lit *ast.CompositeLit, t ast.Expr, types map[string]*ast.TypeSpec, fixed map[*ast.Ident]bool) {
	t = underlying(t, types)
	for _, e := range lit.Elts {
		kv, keyed := e.(*ast.KeyValueExpr)
		if keyed {
			e = kv.Value
			if id, ok := kv.Key.(*ast.Ident); ok && isStruct(t) {
				fixed[id] = true
			}
		}
		switch t := t.(type) {
		case *ast.ArrayType:
			fixElided(e, t.Elt, types, fixed)
		case *ast.MapType:
			fixElided(e, t.Value, types, fixed)
			if keyed {
				fixElided(kv.Key, t.Key, types, fixed)
			}
		}
	}
}

// fixElided is fixKeys for an element that may be a literal without a type.
func fixElided(e, t ast.Expr, types map[string]*ast.TypeSpec, fixed map[*ast.Ident]bool) {
	lit, ok := e.(*ast.CompositeLit)
	if !ok || lit.Type != nil {
		return
	}
	if p, ok := underlying(t, types).(*ast.StarExpr); ok {
		t = p.X
	}
	fixKeys(lit, t, types, fixed)
}

// underlying follows the names of types that the package declares.
func underlying(t ast.Expr, types map[string]*ast.TypeSpec) ast.Expr {
	for {
		id, ok := t.(*ast.Ident)
		if !ok || types[id.Name] == nil {
			return t
		}
		t = types[id.Name].Type
	}
}

// isStruct reports whether keys of a literal of type t are fields. Types of
// other packages count as structs.
func isStruct(t ast.Expr) bool {
	switch t.(type) {
	case *ast.ArrayType, *ast.MapType:
		return false
	}
	return true
}

// embedded returns the types that are embedded in structs: the field is named
// after such a type.
func embedded(tree *ast.File) (types []ast.Expr) {
	ast.Inspect(tree, func(n ast.Node) bool {
		s, ok := n.(*ast.StructType)
		if !ok {
			return true
		}
		for _, f := range s.Fields.List {
			if len(f.Names) > 0 {
				continue
			}
			t := f.Type
			if p, ok := t.(*ast.StarExpr); ok {
				t = p.X
			}
			types = append(types, t)
		}
		return true
	})
	return types
}
