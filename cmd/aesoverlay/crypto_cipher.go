package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
)

// cryptoCipher returns the file of crypto/cipher that changes. NewCTR, NewGCM and most
// others ask a foreign Block for modes of its own; NewGCMWithRandomNonce does so here.
func cryptoCipher(std string) (map[string][]byte, error) {
	p, err := readSource(std)
	if err != nil {
		return nil, err
	}
	const where = "gcm.go"
	f := p.file(where)
	if f == nil {
		return nil, fmt.Errorf("crypto/cipher has no %s", where)
	}
	if err := askForRandomNonce(f); err != nil {
		return nil, fmt.Errorf("crypto/cipher/%s: %w", where, err)
	}
	text, err := f.print()
	return map[string][]byte{where: text}, err
}

// askForRandomNonce makes NewGCMWithRandomNonce call the Block's method of that
// name before it refuses a Block that is not the standard library's.
func askForRandomNonce(f *goFile) error {
	const name = "NewGCMWithRandomNonce"
	var fun *ast.FuncDecl
	for _, d := range f.tree.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil && d.Name.Name == name {
			fun = d
		}
	}
	if fun == nil {
		return errors.New("no " + name)
	}
	p := fun.Type.Params.List
	if len(p) != 1 || len(p[0].Names) != 1 || !isName(p[0].Type, "Block") {
		return errors.New(name + " does not take one Block")
	}
	refusal := refusalOf(fun, p[0].Names[0].Name)
	if refusal == nil {
		return errors.New(name + " does not refuse a Block by its type in the known way")
	}
	f.replace(refusal.Lbrace+1, refusal.Lbrace+1, fmt.Sprintf(`
		if b, ok := %s.(interface { %s() (AEAD, error) }); ok {
			return b.%s()
		}`, p[0].Names[0].Name, name, name))
	return nil
}

// refusalOf returns the body of "if !ok" in a function that starts with
// c, ok := block.(*aes.Block); if !ok { return … }, or nil.
func refusalOf(fun *ast.FuncDecl, block string) *ast.BlockStmt {
	if len(fun.Body.List) < 2 {
		return nil
	}
	assign, ok := fun.Body.List[0].(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 2 || !isName(assign.Lhs[1], "ok") || len(assign.Rhs) != 1 {
		return nil
	}
	if t, ok := assign.Rhs[0].(*ast.TypeAssertExpr); !ok || !isName(t.X, block) {
		return nil
	}
	cond, ok := fun.Body.List[1].(*ast.IfStmt)
	if !ok || cond.Init != nil || len(cond.Body.List) != 1 {
		return nil
	}
	if not, ok := cond.Cond.(*ast.UnaryExpr); !ok || not.Op != token.NOT || !isName(not.X, "ok") {
		return nil
	}
	if _, ok := cond.Body.List[0].(*ast.ReturnStmt); !ok {
		return nil
	}
	return cond.Body
}
