//go:build amd64 && gc && !purego

package main

import "unsafe"

// Requests to valgrind and to its tool memcheck, as valgrind.h and memcheck.h number them.
const (
	runningOnValgrind = 0x1001
	countErrors       = 0x1201
	makeMemUndefined  = 'M'<<24 | 'C'<<16 | 1
	makeMemDefined    = 'M'<<24 | 'C'<<16 | 2
)

//go:noescape
func request(args *[6]uint64) uint64

// onValgrind reports whether valgrind runs this program.
func onValgrind() bool { return request(&[6]uint64{runningOnValgrind}) != 0 }

// errorsSoFar is how many errors valgrind has counted.
func errorsSoFar() uint64 { return request(&[6]uint64{countErrors}) }

// secret makes memcheck report every branch and address that depends on b.
func secret(b []byte) { mark(makeMemUndefined, b) }

// public undoes secret: from here on everybody may know b.
func public(b []byte) { mark(makeMemDefined, b) }

func mark(what uint64, b []byte) {
	if len(b) > 0 {
		request(&[6]uint64{what, uint64(uintptr(unsafe.Pointer(&b[0]))), uint64(len(b))})
	}
}
