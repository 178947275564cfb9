package tower

import (
	"bytes"
	"crypto/aes"
	"math/rand/v2"
	"testing"
)

// sbox computes FIPS 197's S-box as 5.1.1 defines it.
func sbox(x byte) byte {
	inverse := byte(0)
	for y := range 256 {
		if mulAES(x, byte(y)) == 1 {
			inverse = byte(y)
		}
	}
	s := byte(0)
	for bit := range 8 {
		sum := byte(SboxConstant) >> bit
		for _, n := range []int{0, 4, 5, 6, 7} {
			sum ^= inverse >> ((bit + n) % 8)
		}
		s |= sum & 1 << bit
	}
	return s
}

func TestSboxOfStandard(t *testing.T) {
	for x, want := range map[byte]byte{0x00: 0x63, 0x01: 0x7C, 0x53: 0xED, 0xFF: 0x16} { // FIPS 197, table 4
		if got := sbox(x); got != want {
			t.Errorf("sbox(%#x) = %#x, want %#x", x, got, want)
		}
	}
}

func TestIsomorphism(t *testing.T) {
	for x := range 256 {
		for y := range 256 {
			p := ToTower.Apply(mulAES(byte(x), byte(y)))
			if q := mulTower(ToTower.Apply(byte(x)), ToTower.Apply(byte(y))); p != q {
				t.Fatalf("%#x·%#x: %#x and %#x", x, y, p, q)
			}
		}
		if FromTower.Apply(ToTower.Apply(byte(x))) != byte(x) {
			t.Fatal("not inverse")
		}
	}
}

func TestInversion(t *testing.T) {
	identity := FormOf(Times(1))
	for x := 1; x < 256; x++ {
		inverse := identity.apply(invert(Repeat(byte(x))))[0]
		if p := mulTower(byte(x), inverse); p != 1 {
			t.Errorf("%#x times its inverse %#x is %#x", x, inverse, p)
		}
	}
	if zero := identity.apply(invert(Repeat(0)))[0]; zero != 0 {
		t.Errorf("the inverse of 0 is %#x", zero)
	}
}

func TestSbox(t *testing.T) {
	for x := range 256 {
		s := sbox(byte(x))
		forward := xor(Encryption.Last.apply(invert(Encryption.In.apply(Repeat(byte(x))))), Schedule.OutputConstant)
		if forward != Repeat(s) {
			t.Errorf("S-box of %#x is %#x, want %#x", x, forward[0], s)
		}
		in := xor(Decryption.In.apply(Repeat(s)), Schedule.DecryptionConstant)
		if back := Decryption.Last.apply(invert(in)); back != Repeat(byte(x)) {
			t.Errorf("inverse S-box of %#x is %#x, want %#x", s, back[0], x)
		}
	}
}

// TestFirstEntries shows that entry 0 of an output form is never looked up.
func TestFirstEntries(t *testing.T) {
	for x := range 256 {
		if io, jo := invert(Repeat(byte(x))); io[0] == 0 || jo[0] == 0 {
			t.Errorf("%#x has io %d, jo %d", x, io[0], jo[0])
		}
	}
}

// TestExpandWords compares with the example of FIPS 197, A.1: the last round key.
func TestExpandWords(t *testing.T) {
	key := []byte{0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c}
	want := []byte{0xd0, 0x14, 0xf9, 0xa8, 0xc9, 0xee, 0x25, 0x89, 0xe1, 0x3f, 0x0c, 0xc8, 0xb6, 0x63, 0x0c, 0xa6}
	last := Schedule.Output.apply(expandWords(key, 10)[10])
	if !bytes.Equal(last[:], want) {
		t.Errorf("got %x, want %x", last, want)
	}
}

func TestModel(t *testing.T) {
	const seed = 1
	random := rand.NewChaCha8([32]byte{seed})
	for _, size := range []int{16, 24, 32} {
		for range 200 {
			key := make([]byte, size)
			random.Read(key)
			var block, want Table
			random.Read(block[:])
			peer, err := aes.NewCipher(key)
			if err != nil {
				t.Fatal(err)
			}
			k := Expand(key)
			peer.Encrypt(want[:], block[:])
			if got := k.Encrypted(block); got != want {
				t.Fatalf("%d-byte key %x: %x encrypts to %x, want %x", size, key, block, got, want)
			}
			if got := k.Decrypted(want); got != block {
				t.Fatalf("%d-byte key %x: %x decrypts to %x, want %x", size, key, want, got, block)
			}
		}
	}
}
