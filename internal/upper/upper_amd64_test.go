//go:build gc && !purego

package upper

import (
	"runtime"
	"testing"
)

func TestDirtyIsFound(t *testing.T) {
	if !Tracked() {
		t.Skip("this machine does not tell")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer Clean()
	Clean()
	if InUse() {
		t.Error("in use after VZEROUPPER")
	}
	Dirty()
	if !InUse() {
		t.Error("not in use after a function that uses it")
	}
}
