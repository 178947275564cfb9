//go:build (amd64 || arm64) && gc && !purego

package aes

import "unsafe"

// expandedKey is the key of every kernel in assembly: two schedules of round
// keys, each in the kernel's own representation.
type expandedKey struct {
	Block
	_        [32 - unsafe.Sizeof(Block{})]byte // no round key lies across two cache lines
	enc, dec [maxRounds + 1][BlockSize]byte
}

// expanded returns the key that starts with this header.
func (b *Block) expanded() *expandedKey { return (*expandedKey)(unsafe.Pointer(b)) }

func newExpandedKey(key []byte, part int) *expandedKey {
	k := new(expandedKey)
	k.rounds, k.part = uint8(len(key)/4+6), part
	return k
}
