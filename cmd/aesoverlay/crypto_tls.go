package main

import (
	_ "embed"
	"fmt"
	"go/ast"
)

//go:embed added/tls.txt
var addedToTLS []byte

//go:embed internal/nonce/nonce.go
var nonceSource []byte

const (
	moduleAES = "crypto/internal/fips140/aes"
	moduleGCM = "crypto/internal/fips140/aes/gcm"
)

// cryptoTLS returns the files of crypto/tls that change: the one that makes GCMs of the
// internal package now makes them of crypto/aes's Block, with the functions of a new one.
func cryptoTLS(std string) (map[string][]byte, error) {
	p, err := readSource(std)
	if err != nil {
		return nil, err
	}
	if err := checkNew(p, "overlayGCMForTLS12", "overlayGCMForTLS13", "nonce_TLS12", "nonce_TLS13"); err != nil {
		return nil, err
	}
	const where = "cipher_suites.go"
	for _, f := range p.goes {
		if i := f.imports(); f.name != where && (i[moduleAES] != nil || i[moduleGCM] != nil) {
			return nil, fmt.Errorf("crypto/tls/%s imports the internal AES, too", f.name)
		}
	}
	f := p.file(where)
	if f == nil {
		return nil, fmt.Errorf("crypto/tls has no %s", where)
	}
	if err := useOwnGCM(f); err != nil {
		return nil, fmt.Errorf("crypto/tls/%s: %w", where, err)
	}
	changed, err := f.print()
	if err != nil {
		return nil, err
	}
	out, err := newTLSFiles()
	if err != nil {
		return nil, err
	}
	out[where] = changed
	return out, nil
}

// newTLSFiles returns what crypto/tls gets besides: the functions that make
// GCMs, with package nonce as a part.
func newTLSFiles() (map[string][]byte, error) {
	base, nonce := &source{}, &source{}
	if err := base.add("overlay.go", addedToTLS); err != nil {
		return nil, err
	}
	if err := nonce.add("nonce.go", nonceSource); err != nil {
		return nil, err
	}
	f := fold{base, map[string]*part{"nonce": {nonce, "nonce", map[string]bool{}}}}
	return f.files()
}

// useOwnGCM replaces the two calls gcm.NewGCMForTLS12(x.(*fipsaes.Block)) and
// …13 by calls with x.
func useOwnGCM(f *goFile) error {
	i := f.imports()
	if i[moduleAES] == nil || i[moduleGCM] == nil {
		return fmt.Errorf("does not import %s and %s", moduleAES, moduleGCM)
	}
	aesName, gcmName := localName(i[moduleAES], "aes"), localName(i[moduleGCM], "gcm")
	calls, uses := map[string]int{}, 0
	ast.Inspect(f.tree, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && (isName(s.X, aesName) || isName(s.X, gcmName)) {
			uses++
		}
		if name, block := moduleGCMCall(n, aesName, gcmName); block != nil {
			calls[name]++
			uses -= 2 // of which it has one of either
			f.replace(n.Pos(), n.End(), ownGCM[name]+"("+block.Name+")")
		}
		return true
	})
	for name := range ownGCM {
		if calls[name] != 1 {
			return fmt.Errorf("%d calls of the form %s.%s(block.(*%s.Block)), not one", calls[name], gcmName, name, aesName)
		}
	}
	if uses != 0 {
		return fmt.Errorf("other uses of %s or %s than those two", aesName, gcmName)
	}
	f.removeImports(i[moduleAES], i[moduleGCM])
	return nil
}

// ownGCM names the functions of the new file that stand in for the internal ones.
var ownGCM = map[string]string{
	"NewGCMForTLS12": "overlayGCMForTLS12",
	"NewGCMForTLS13": "overlayGCMForTLS13",
}

// moduleGCMCall reports whether n is a call that is to be replaced: of which
// function, and with which block.
func moduleGCMCall(n ast.Node, aesName, gcmName string) (name string, block *ast.Ident) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return "", nil
	}
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !isName(fun.X, gcmName) || ownGCM[fun.Sel.Name] == "" {
		return "", nil
	}
	arg, ok := call.Args[0].(*ast.TypeAssertExpr)
	if !ok {
		return "", nil
	}
	ptr, ok := arg.Type.(*ast.StarExpr)
	if !ok {
		return "", nil
	}
	t, ok := ptr.X.(*ast.SelectorExpr)
	if !ok || !isName(t.X, aesName) || t.Sel.Name != "Block" {
		return "", nil
	}
	block, _ = arg.X.(*ast.Ident)
	return fun.Sel.Name, block
}

func isName(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// checkNew makes sure that p does not declare any of names yet.
func checkNew(p *source, names ...string) error {
	have := p.declared()
	for _, n := range names {
		if _, ok := have[n]; ok {
			return fmt.Errorf("package %s declares %s", p.name, n)
		}
	}
	return nil
}
