package alias

import "testing"

func TestOverlap(t *testing.T) {
	buf := make([]byte, 16)
	for _, c := range []struct {
		x0, x1, y0, y1 int
		any, inexact   bool
	}{
		{0, 4, 4, 8, false, false}, // neighbours
		{4, 8, 0, 4, false, false},
		{0, 4, 0, 4, true, false}, // the same
		{0, 4, 0, 8, true, false}, // the same start
		{0, 5, 4, 8, true, true},  // by one byte
		{4, 8, 0, 5, true, true},
		{0, 8, 2, 4, true, true}, // one inside the other
		{2, 4, 0, 8, true, true},
		{4, 4, 0, 8, false, false}, // empty ones share nothing
		{0, 8, 4, 4, false, false},
		{4, 4, 4, 4, false, false},
	} {
		x, y := buf[c.x0:c.x1], buf[c.y0:c.y1]
		if Any(x, y) != c.any || Inexact(x, y) != c.inexact {
			t.Errorf("[%d:%d] and [%d:%d]: any %t, inexact %t", c.x0, c.x1, c.y0, c.y1, Any(x, y), Inexact(x, y))
		}
	}
	if Any(nil, buf) || Any(buf, nil) || Inexact(nil, nil) {
		t.Error("nil overlaps something")
	}
}

func TestInexactBlock(t *testing.T) {
	buf := make([]byte, 80)
	for i := 0; i <= 64; i++ {
		x, y := (*[16]byte)(buf[32:]), (*[16]byte)(buf[i:])
		if want := i != 32 && i > 16 && i < 48; InexactBlock(x, y) != want || InexactBlock(y, x) != want {
			t.Errorf("blocks at 32 and %d: want %t", i, want)
		}
	}
}

func TestInexactBytes(t *testing.T) {
	buf := make([]byte, 80)
	for n := range 17 {
		for i := 0; i <= 64; i++ {
			if got, want := InexactBytes(&buf[32], &buf[i], n), Inexact(buf[32:32+n], buf[i:i+n]); got != want {
				t.Errorf("%d bytes at 32 and %d: %t", n, i, got)
			}
		}
	}
}
