//go:build gc && !purego

package aes

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"testing"
	"unsafe"

	"golang.org/x/sys/cpu"
)

// shuffleHash is a form of the GHASH without carry-less multiply.
type shuffleHash struct {
	name  string
	runs  bool
	init  func(table *[4][16][16]byte, h *[16]byte)
	ghash func(table *[4][16][16]byte, acc *[16]byte, src *byte, n int)
}

var shuffleHashes = []shuffleHash{
	{"SSSE3", cpu.X86.HasSSSE3, ghashInitSSSE3, ghashSSSE3},
	{"VPAVX2", cpu.X86.HasAVX && cpu.X86.HasAVX2, ghashInitVPAVX2, ghashVPAVX2},
}

func eachShuffleHash(t *testing.T, test func(t *testing.T, k shuffleHash)) {
	for _, k := range shuffleHashes {
		t.Run(k.name, func(t *testing.T) {
			if !k.runs {
				t.Skip("not on this machine")
			}
			test(t, k)
		})
	}
}

// mulBits is the product of SP 800-38D, 6.3, bit by bit.
func mulBits(x, y [16]byte) [16]byte {
	vHi, vLo := binary.BigEndian.Uint64(y[:]), binary.BigEndian.Uint64(y[8:])
	var zHi, zLo uint64
	for i := range 128 {
		take := -uint64(x[i/8] >> (7 - i%8) & 1)
		zHi, zLo = zHi^vHi&take, zLo^vLo&take
		carry := -(vLo & 1) & (0xe1 << 56)
		vHi, vLo = vHi>>1^carry, vLo>>1|vHi<<63
	}
	var z [16]byte
	binary.BigEndian.PutUint64(z[:], zHi)
	binary.BigEndian.PutUint64(z[8:], zLo)
	return z
}

// ghashBits is acc after the blocks of src.
func ghashBits(h, acc [16]byte, src []byte) [16]byte {
	for i := 0; i < len(src); i += 16 {
		for j := range acc {
			acc[j] ^= src[i+j]
		}
		acc = mulBits(acc, h)
	}
	return acc
}

func TestShuffleHashGCMVector(t *testing.T) {
	// Test case 2 of the GCM specification: GHASH(H, {}, C).
	h, _ := hex.DecodeString("66e94bd4ef8a2c3b884cfa59ca342b2e")
	x, _ := hex.DecodeString("0388dace60b6a392f328c2b971b2fe7800000000000000000000000000000080")
	want, _ := hex.DecodeString("f38cbb1ad69223dcc3457ae5b6b0f885")
	eachShuffleHash(t, func(t *testing.T, k shuffleHash) {
		var table [4][16][16]byte
		var acc [16]byte
		k.init(&table, (*[16]byte)(h))
		k.ghash(&table, &acc, &x[0], len(x))
		if !bytes.Equal(acc[:], want) {
			t.Errorf("got %x, want %x", acc, want)
		}
	})
}

func TestShuffleHash(t *testing.T) {
	eachShuffleHash(t, func(t *testing.T, k shuffleHash) {
		for seed := range uint64(40) {
			h := [16]byte(vpRandom(16, seed))
			switch { // keys of one bit, and a sparse one
			case seed < 8:
				h = [16]byte{}
				h[2*seed] = 0x80 >> seed
			case seed == 8:
				h = [16]byte{15: 1}
			}
			var table [4][16][16]byte
			k.init(&table, &h)
			for blocks := 1; blocks <= 18; blocks++ {
				offset := blocks % 5
				src := vpRandom(offset+16*blocks, seed)[offset:]
				start := [16]byte(vpRandom(16, seed+100))
				acc := start
				k.ghash(&table, &acc, &src[0], len(src))
				if want := ghashBits(h, start, src); acc != want {
					t.Fatalf("H %x, %d blocks: got %x, want %x", h, blocks, acc, want)
				}
			}
		}
	})
}

// TestShuffleHashTables compares the tables of the two forms and tables at every alignment.
func TestShuffleHashTables(t *testing.T) {
	for i := range 16 {
		h := [16]byte(vpRandom(16, uint64(i)))
		var first *[4][16][16]byte
		eachShuffleHash(t, func(t *testing.T, k shuffleHash) {
			buf := make([]byte, 1024+64)
			table := (*[4][16][16]byte)(unsafe.Pointer(&buf[i*3]))
			k.init(table, &h)
			if !bytes.Equal(buf[:i*3], make([]byte, i*3)) || !bytes.Equal(buf[i*3+1024:], make([]byte, 64-i*3)) {
				t.Fatal("wrote outside the table")
			}
			if first == nil {
				first = table
			} else if *first != *table {
				t.Fatalf("tables of %x differ", h)
			}
		})
	}
}
