package arm64

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestOrder arranges random instructions and checks that whatever depends on
// something still comes after it, and that nothing was lost.
func TestOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		f := &Func{}
		f.holding = true
		v := func() V { return V(random.IntN(6)) }
		for i := range 25 {
			comment := fmt.Sprint(i)
			switch random.IntN(6) {
			case 0:
				f.Tbl(v(), v(), v(), comment)
			case 1:
				f.LdrQ(v(), 1, 16*random.IntN(4), comment)
			case 2:
				f.Ld1Next(v(), 1, 1, comment)
			case 3:
				f.St1(v(), 1, 2, comment)
			case 4:
				f.AddI(R(1+random.IntN(2)), 1, 16, comment)
			default:
				f.Eor(v(), v(), v(), comment)
			}
		}
		insts := f.held
		place := map[string]int{}
		for at, i := range arrange(insts, random.IntN(2) == 0) {
			place[i.comment] = at
		}
		if len(place) != len(insts) {
			t.Fatalf("%d instructions became %d", len(insts), len(place))
		}
		for b, y := range insts {
			for _, x := range insts[:b] {
				if a53.wait(x, y) >= 0 && place[x.comment] > place[y.comment] {
					t.Fatalf("%q passed %q", y.text, x.text)
				}
			}
		}
	}
}

// TestStalls has two chains of instructions, one after the other: they have to
// be interleaved.
func TestStalls(t *testing.T) {
	f := &Func{}
	f.Block(false, func() {
		for chain := range V(2) {
			for range 5 {
				f.Eor(chain, chain, 8, "")
			}
		}
	})
	if got, most := a53.cycles(f.body, false), 5*a53.latency[logic]+1; got > most {
		t.Errorf("%d cycles, want at most %d", got, most)
	}
}

func TestWait(t *testing.T) {
	f := &Func{}
	f.Ld1Next(0, 1, 1, "")
	f.LdrQ(1, 1, 0, "needs the pointer")
	f.Eor(2, 0, 0, "needs the data")
	f.Eor(0, 3, 3, "overwrites what was read")
	f.St1(4, 1, 2, "passes no load")
	f.Eor(5, 6, 7, "has nothing to do with it")
	for n, want := range []int{1: 1, 2: a53.latency[loading], 3: 0, 4: 0, 5: -1} {
		if n > 0 && a53.wait(f.body[0], f.body[n]) != want {
			t.Errorf("%q: wait %d, want %d", f.body[n].text, a53.wait(f.body[0], f.body[n]), want)
		}
	}
}
