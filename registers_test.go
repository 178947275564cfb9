//go:build (amd64 || arm64) && gc && !purego

package aes

import (
	"bytes"
	"runtime/debug"
	"testing"
	"unsafe"

	"vpaes.example/aes/internal/cpuid"
	"vpaes.example/aes/internal/registers"
)

// What follows is where it is for all calls, so that no address differs.
var left struct {
	secret   [32]byte // a key or a hash key
	enc, dec [15][16]byte
	file     registers.File
}

// leaves returns which parts, of size bytes, of what look sees after a call depend on
// left.secret. Several secrets are drawn, since a mask of one bit is the same for half
// of them. A goroutine may be stopped behind the call, so what is there by accident
// is told apart by trying again: what the call leaves differs each time.
func leaves(call func(), look func() []byte, size int) (differ []int) {
	call() // what it allocates or looks up the first time
	for range 5 {
		var seen [8][]byte
		for i := range seen {
			copy(left.secret[:], random(len(left.secret), uint64(40+i)))
			overwriteStack()
			registers.Clear()
			call()
			seen[i] = bytes.Clone(look())
		}
		differ = nil
		for at := 0; at < len(seen[0]); at += size {
			part := func(b []byte) []byte { return b[at:min(at+size, len(b))] }
			for _, s := range seen {
				if !bytes.Equal(part(s), part(seen[0])) {
					differ = append(differ, at/size)
					break
				}
			}
		}
		if differ == nil {
			return nil
		}
	}
	return differ
}

// lookAtRegisters returns the registers, in halves of vector registers.
func lookAtRegisters() []byte {
	registers.Read(&left.file)
	return unsafe.Slice((*byte)(unsafe.Pointer(&left.file)), unsafe.Sizeof(left.file))
}

// A hashSetUp is a function that makes the table of a hash key.
type hashSetUp struct {
	name  string
	needs cpuid.Set
	call  func(h *[16]byte)
}

func newHashSetUp[T any](name string, needs cpuid.Set, f func(table *T, h *[16]byte)) hashSetUp {
	table := new(T)
	return hashSetUp{name, needs, func(h *[16]byte) { f(table, h) }}
}

// Nothing of a key is left in registers when it has been expanded, nor of a hash
// key when its table has been made.
func TestRegistersHoldNoKey(t *testing.T) {
	found := leaves(func() { registers.Secret((*[16]byte)(left.secret[:])) }, lookAtRegisters, 8)
	if len(found) < 2 { // and a general register, if the race detector does not come between
		t.Fatalf("a function that leaves a secret in a vector and a general register: found halves %d", found)
	}
	check := func(t *testing.T, call func()) {
		t.Helper()
		if found := leaves(call, lookAtRegisters, 8); found != nil {
			t.Errorf("these halves of %d vector registers, and then general ones, depend on the key: %d", len(left.file.Vector), found)
		}
	}
	eachAsmKey(t, func(t *testing.T, k asmKey) {
		check(t, func() { k.expandKey(k.rounds, &left.secret[0], &left.enc, &left.dec) })
	})
	for _, s := range hashSetUps {
		t.Run(s.name, func(t *testing.T) {
			skipWithout(t, s.needs)
			check(t, func() { s.call((*[16]byte)(left.secret[:])) })
		})
	}
}

// The frames of assembly hold nothing that depends on the key when it returns.
func TestFramesHoldNoSecret(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // it moves stacks
	look := func() []byte {
		takeLeftovers()
		return leftovers[len(leftovers)-1000:]
	}
	if found := leaves(func() { leaveOnStack(&left.secret) }, look, 8); found == nil {
		t.Fatal("a function that leaves a secret on the stack is not found")
	}
	eachAsmKey(t, func(t *testing.T, k asmKey) {
		text, iv := make([]byte, 5*k.batch), new([16]byte)
		check := func(what string, n int, call func(dst, src *byte)) {
			t.Helper()
			found := leaves(func() {
				k.expandKey(k.rounds, &left.secret[0], &left.enc, &left.dec)
				call(&text[0], &text[0])
			}, look, 8)
			if found != nil {
				t.Errorf("%s, %d bytes: these words of the stack depend on the key: %d", what, n, found)
			}
		}
		for _, n := range []int{1, 16, 33, 48, 15 * 16, 16 * 16, 29*16 + 5, k.batch, 3*k.batch - 48, 3*k.batch + 17, 5 * k.batch} {
			for _, lo := range []uint64{0, 250, 1<<64 - 3} {
				check("ctr", n, func(dst, src *byte) { k.ctr(k.rounds, &left.enc, dst, src, n, 0, lo) })
			}
			if n%16 != 0 {
				continue
			}
			check("encrypt", n, func(dst, src *byte) { k.encryptBlocks(k.rounds, &left.enc, dst, src, n) })
			check("decrypt", n, func(dst, src *byte) { k.decryptBlocks(k.rounds, &left.dec, dst, src, n) })
			check("cbc encrypt", n, func(dst, src *byte) { k.cbcEncrypt(k.rounds, &left.enc, dst, src, n, iv) })
			check("cbc decrypt", n, func(dst, src *byte) { k.cbcDecrypt(k.rounds, &left.dec, dst, src, n, iv) })
		}
	})
}

// leaveOnStack has the fault that TestFramesHoldNoSecret must find.
//
//go:noinline
func leaveOnStack(secret *[32]byte) byte {
	var b [64]byte
	copy(b[:], secret[:])
	return b[secret[0]%64]
}
