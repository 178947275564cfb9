//go:build linux || darwin

// Package guard gives tests buffers with an unmapped page on either side, so
// that a read or write outside them faults. With [debug.SetPanicOnFault] the
// fault is a panic.
package guard

import "syscall"

// Pages is memory between two pages that nothing can access.
type Pages struct {
	mapping []byte
	inside  []byte
}

// New maps memory for buffers of up to size bytes.
func New(size int) *Pages {
	page := syscall.Getpagesize()
	room := max(1, (size+page-1)/page) * page
	m, err := syscall.Mmap(-1, 0, room+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		panic("guard: mmap: " + err.Error())
	}
	for _, p := range [][]byte{m[:page], m[page+room:]} {
		if err := syscall.Mprotect(p, syscall.PROT_NONE); err != nil {
			panic("guard: mprotect: " + err.Error())
		}
	}
	return &Pages{m, m[page : page+room : page+room]}
}

// AtStart is n bytes with the unmapped page right before them.
func (p *Pages) AtStart(n int) []byte { return p.inside[:n:n] }

// AtEnd is n bytes with the unmapped page right after them.
func (p *Pages) AtEnd(n int) []byte { return p.inside[len(p.inside)-n:] }

// Free unmaps the memory.
func (p *Pages) Free() {
	if err := syscall.Munmap(p.mapping); err != nil {
		panic("guard: munmap: " + err.Error())
	}
}
