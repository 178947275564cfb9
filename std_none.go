//go:build !(s390x || ppc64 || ppc64le) || !gc || purego

package aes

// This build does not have kernel std: the functions below serve the code that
// it shares with those that do, and no key ever comes to them.

type stdKey struct{ slicedKey }

func (b *Block) std() *stdKey { panic("aes: kernel std is not built into this program") }

func newStdKey(key []byte) *Block { panic("aes: kernel std is not built into this program") }

func newStdGCM(h *[BlockSize]byte) *GCM { panic("aes: hash std is not built into this program") }

func (g *GCM) useStd() {}

func (g *GCM) usesStd() bool { return false }

func (g *GCM) sealStd(out, nonce, plaintext, additionalData []byte) {}

func (g *GCM) openStd(out, nonce, ciphertext, additionalData []byte) bool { return false }
