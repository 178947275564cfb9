package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// testOverlay is an overlay that leaves crypto/aes as it is.
func testOverlay(g *golang, text []byte) *overlay {
	return &overlay{g.version, g.std, map[string]map[string][]byte{
		"crypto/aes": {"aes.go": text, "gone.go": nil},
	}}
}

func readAES(t *testing.T, g *golang) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(g.std["crypto/aes"], "aes.go"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestStore(t *testing.T) {
	g := needGo(t)
	text, dir := readAES(t, g), filepath.Join(t.TempDir(), "new")
	o := testOverlay(g, text)
	path, err := o.store(g, dir)
	if err != nil {
		t.Fatal(err)
	}
	var parsed struct{ Replace map[string]string }
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(file, &parsed); err != nil {
		t.Fatal(err)
	}
	copied := parsed.Replace[filepath.Join(g.std["crypto/aes"], "aes.go")]
	if have, err := os.ReadFile(copied); err != nil || string(have) != string(text) {
		t.Errorf("aes.go in the overlay: %v", err)
	}
	if to, ok := parsed.Replace[filepath.Join(g.std["crypto/aes"], "gone.go")]; !ok || to != "" {
		t.Error("gone.go is not left out")
	}

	// What is damaged is written anew.
	if err := os.WriteFile(copied, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if again, err := o.store(g, dir); err != nil || again != path || !o.isStored(filepath.Dir(path)) {
		t.Errorf("after damage: %s, %v", again, err)
	}
	// Another text gets another place.
	if other, err := testOverlay(g, append(text, "\n// Other.\n"...)).store(g, dir); err != nil || other == path {
		t.Errorf("another overlay: %s, %v", other, err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("%s, %v; want two overlays", entries, err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), g.version+"-") {
			t.Errorf("an overlay is called %s", e.Name())
		}
	}
}

func TestStoreAtOnce(t *testing.T) {
	g := needGo(t)
	o, dir := testOverlay(g, readAES(t, g)), t.TempDir()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			path, err := o.store(g, dir)
			if err != nil || !o.isStored(filepath.Dir(path)) {
				t.Errorf("%s, %v", path, err)
			}
		})
	}
	wg.Wait()
}

func TestStoreWhatDoesNotBuild(t *testing.T) {
	g := needGo(t)
	dir := t.TempDir()
	if path, err := testOverlay(g, []byte("package aes\n\nvar x int = \"\"\n")).store(g, dir); err == nil {
		t.Errorf("%s was written", path)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%s was written", left)
	}
}
