package aes

import "testing"

// ghashTable is what each of the three methods has; a GOARCH uses one of them,
// and the tests run all.
type ghashTable interface {
	init(h *[BlockSize]byte)
	ghash(acc *[BlockSize]byte, data []byte)
}

// forEachMethod runs f with every method of the GHASH written in Go.
func forEachMethod(t *testing.T, f func(t *testing.T, table ghashTable)) {
	t.Run("mul64", func(t *testing.T) { f(t, new(mul64Table)) })
	t.Run("mul32", func(t *testing.T) { f(t, new(mul32Table)) })
	t.Run("masks", func(t *testing.T) { f(t, new(maskTable)) })
}

// Products of two blocks of one bit each, so every single place of the carries
// and of the reduction.
func TestGHASHMethodsBits(t *testing.T) {
	forEachMethod(t, func(t *testing.T, table ghashTable) {
		for i := range 128 {
			h := oneBit(i)
			table.init(&h)
			for j := range 128 {
				var acc [BlockSize]byte
				x := oneBit(j)
				table.ghash(&acc, x[:])
				want := textbookMul(x, h)
				equal(t, "the product of two bits", acc[:], want[:])
			}
		}
	})
}

func oneBit(i int) (b [BlockSize]byte) {
	b[i/8] = 0x80 >> (i % 8)
	return b
}

// Blocks of runs of ones carry as far as anything does.
func TestGHASHMethodsRuns(t *testing.T) {
	runs := runsOfOnes()
	forEachMethod(t, func(t *testing.T, table ghashTable) {
		for _, h := range runs {
			table.init(&h)
			for _, x := range runs {
				var acc [BlockSize]byte
				table.ghash(&acc, x[:])
				want := textbookMul(x, h)
				equal(t, "the product of runs of ones", acc[:], want[:])
			}
		}
	})
}

// runsOfOnes are blocks whose first or last bits are ones, and those between a
// multiple of 16 and the next.
func runsOfOnes() (out [][BlockSize]byte) {
	ones := func(from, to int) (b [BlockSize]byte) {
		for i := from; i < to; i++ {
			b[i/8] |= 0x80 >> (i % 8)
		}
		return b
	}
	for i := 0; i <= 128; i += 4 {
		out = append(out, ones(0, i), ones(i, 128), ones(i-i%16, min(128, i-i%16+16)))
	}
	return out
}

func TestGHASHMethods(t *testing.T) {
	forEachMethod(t, func(t *testing.T, table ghashTable) {
		s := newSource(t)
		for blocks := range 40 {
			for range draws() {
				h, acc := [BlockSize]byte(s.data(BlockSize)), [BlockSize]byte(s.data(BlockSize))
				data := s.data(blocks * BlockSize)
				want := textbookGHASH(h, acc, data)
				table.init(&h)
				table.ghash(&acc, data)
				equal(t, "GHASH", acc[:], want[:])
			}
		}
	})
}

// timesX and overX, which make the tables, undo each other.
func TestTimesX(t *testing.T) {
	s := newSource(t)
	x := oneBit(1)
	for range 1000 {
		b := [BlockSize]byte(s.data(BlockSize))
		e := loadElement(&b)
		want := textbookMul(b, x)
		var got [BlockSize]byte
		e.timesX().store(&got)
		equal(t, "times x", got[:], want[:])
		if e.timesX().overX() != e || e.overX().timesX() != e {
			t.Fatalf("%x: times x over x is another", b)
		}
	}
}

// The method of this build is one of the three that the tests run.
func TestGHASHMethodOfBuild(t *testing.T) {
	var table any = new(genericTable)
	found := false
	switch table.(type) {
	case *mul64Table:
		found = genericMethod == ghashMul64
	case *mul32Table:
		found = genericMethod == ghashMul32
	case *maskTable:
		found = genericMethod == ghashMasks
	}
	if !found {
		t.Errorf("method %d has the table %T", genericMethod, table)
	}
}
