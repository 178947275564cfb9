//go:build linux || darwin

package guard

import (
	"runtime/debug"
	"testing"
	"unsafe"
)

func faults(f func()) (fault bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { fault = recover() != nil }()
	f()
	return
}

func TestGuard(t *testing.T) {
	for _, size := range []int{1, 4096, 10000} {
		p := New(size)
		start, end := p.AtStart(size), p.AtEnd(size)
		if faults(func() { start[0], start[size-1], end[0], end[size-1] = 1, 1, 1, 1 }) {
			t.Errorf("%d bytes: fault inside", size)
		}
		if !faults(func() { *(*byte)(unsafe.Add(unsafe.Pointer(&start[0]), -1)) = 1 }) {
			t.Errorf("%d bytes: no fault before the start", size)
		}
		if !faults(func() { *(*byte)(unsafe.Add(unsafe.Pointer(&end[size-1]), 1)) = 1 }) {
			t.Errorf("%d bytes: no fault after the end", size)
		}
		p.Free()
	}
}
