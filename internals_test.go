package aes

import (
	"encoding/binary"
	"math/big"
	"testing"
)

// add128 against numbers of any size.
func TestAdd128(t *testing.T) {
	s := newSource(t)
	modulus := new(big.Int).Lsh(big.NewInt(1), 128)
	number := func(hi, lo uint64) *big.Int {
		return new(big.Int).SetBytes(binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, hi), lo))
	}
	edges := []uint64{0, 1, 1<<32 - 1, 1 << 32, 1<<63 - 1, 1 << 63, 1<<64 - 2, 1<<64 - 1, s.Uint64()}
	for _, hi := range edges {
		for _, lo := range edges {
			for _, n := range edges {
				want := new(big.Int).Add(number(hi, lo), number(0, n))
				want.Mod(want, modulus)
				if got := number(add128(hi, lo, n)); got.Cmp(want) != 0 {
					t.Fatalf("%x:%x + %x = %x, want %x", hi, lo, n, got, want)
				}
			}
		}
	}
}

func TestExtend(t *testing.T) {
	array := [10]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	for _, c := range []struct{ len, cap, n int }{{0, 0, 0}, {0, 0, 3}, {3, 3, 0}, {3, 3, 1}, {3, 10, 7}, {3, 10, 8}, {10, 10, 5}} {
		dst := array[:c.len:c.cap]
		all, appended := extend(dst, c.n)
		if len(all) != c.len+c.n || len(appended) != c.n {
			t.Fatalf("%+v: %d bytes, %d appended", c, len(all), len(appended))
		}
		equal(t, "the start", all[:c.len], dst)
		if len(all) > 0 {
			if inPlace := &all[0] == &array[0]; inPlace != (c.len+c.n <= c.cap) {
				t.Errorf("%+v: in place: %t", c, inPlace)
			}
		}
	}
	if all, _ := extend(nil, 0); all != nil {
		t.Error("nothing after nil is not nil")
	}
}

func TestXORBlock(t *testing.T) {
	s := newSource(t)
	a, b := [BlockSize]byte(s.data(BlockSize)), [BlockSize]byte(s.data(BlockSize))
	var want, got [BlockSize]byte
	for i := range want {
		want[i] = a[i] ^ b[i]
	}
	xorBlock(&got, &a, &b)
	equal(t, "apart", got[:], want[:])
	got = a
	xorBlock(&got, &got, &b)
	equal(t, "over the first", got[:], want[:])
	got = b
	xorBlock(&got, &a, &got)
	equal(t, "over the second", got[:], want[:])
	xorBlock(&got, &got, &got)
	equal(t, "all the same", got[:], make([]byte, BlockSize))
}

// The circuits of the S-box, on all 256 values, against FIPS 197's definition.
func TestSubBytes(t *testing.T) {
	for first := 0; first < 256; first += batchSize {
		var in, out [batchSize]byte
		for i := range in {
			in[i] = byte(first + i)
		}
		var p planes
		p.pack(&in)
		p.subBytes()
		q := p
		q.unpack(&out)
		for i := range out {
			// The constant is in the round keys.
			if want := textbookSubBytes[first+i] ^ 0x63; out[i] != want {
				t.Errorf("S-box of %#x without its constant: %#x, want %#x", first+i, out[i], want)
			}
		}
		p.invSubBytes()
		p.unpack(&out)
		equal(t, "the inverse S-box", out[:], in[:])
	}
}

// pack and unpack undo each other, and unpackXOR is unpack and an XOR.
func TestPack(t *testing.T) {
	s := newSource(t)
	for range 100 {
		in, other := [batchSize]byte(s.data(batchSize)), [batchSize]byte(s.data(batchSize))
		var p planes
		p.pack(&in)
		again := p
		var out, xored [batchSize]byte
		p.unpack(&out)
		equal(t, "unpack", out[:], in[:])
		again.unpackXOR(&xored, &other)
		for i := range xored {
			xored[i] ^= other[i]
		}
		equal(t, "unpackXOR", xored[:], in[:])
	}
}
