package tower

// GF(2⁴) is polynomials over GF(2) modulo x⁴ + x + 1, bit n for xⁿ.
// GF(2⁸) is AES's field, modulo x⁸ + x⁴ + x³ + x + 1.

func mulMod(a, b, modulus, degree int) (product int) {
	for ; b != 0; b >>= 1 {
		if b&1 != 0 {
			product ^= a
		}
		a <<= 1
		if a>>degree != 0 {
			a ^= modulus
		}
	}
	return product
}

func mul4(a, b byte) byte   { return byte(mulMod(int(a), int(b), 0x13, 4)) }
func mulAES(a, b byte) byte { return byte(mulMod(int(a), int(b), 0x11B, 8)) }

// invert4 is 1/n in GF(2⁴), and 0 for 0.
func invert4(n byte) byte {
	for r := byte(1); r < 16; r++ {
		if mul4(n, r) == 1 {
			return r
		}
	}
	return 0
}

// A is the constant of the tower: the least a for which t² = a·t + a has no
// solution in GF(2⁴).
var A = func() byte {
candidate:
	for a := byte(1); a < 16; a++ {
		for t := range byte(16) {
			if mul4(t, t) == mul4(a, t)^a {
				continue candidate
			}
		}
		return a
	}
	panic("tower: no irreducible polynomial")
}()

// pack makes the byte of k + i·t.
func pack(k, i byte) byte { return i<<4 | k }

// mulTower is the product (k + i·t)(l + m·t) = kl + (km + il)·t + im·t².
func mulTower(x, y byte) byte {
	k, i, l, m := x&15, x>>4, y&15, y>>4
	im := mul4(mul4(i, m), A) // of both 1 and t, since t² = a + a·t
	return pack(mul4(k, l)^im, mul4(k, m)^mul4(i, l)^im)
}

// Linear is a linear map of bytes over GF(2): the images of the eight bits.
type Linear [8]byte

// linear makes a map out of a function that is known to be linear.
func linear(f func(byte) byte) (l Linear) {
	for bit := range l {
		l[bit] = f(1 << bit)
	}
	return l
}

// Apply is l(x).
func (l Linear) Apply(x byte) (y byte) {
	for bit := range l {
		if x>>bit&1 != 0 {
			y ^= l[bit]
		}
	}
	return y
}

// After is the map l(m(x)).
func (l Linear) After(m Linear) Linear {
	return linear(func(x byte) byte { return l.Apply(m.Apply(x)) })
}

// Inverse is the map that undoes l.
func (l Linear) Inverse() Linear {
	var undo [256]byte
	for x := range undo {
		undo[l.Apply(byte(x))] = byte(x)
	}
	return linear(func(y byte) byte { return undo[y] })
}

// Times is multiplication by c in AES's field.
func Times(c byte) Linear {
	return linear(func(x byte) byte { return mulAES(c, x) })
}

// ToTower takes AES's field to the tower: the isomorphism that sends AES's x
// to the least root of AES's polynomial in the tower. FromTower undoes it.
var (
	ToTower   = isomorphism()
	FromTower = ToTower.Inverse()
)

func isomorphism() (l Linear) {
	for root := 2; ; root++ {
		power := byte(1)
		for bit := range l {
			l[bit] = power
			power = mulTower(power, byte(root))
		}
		// power is root⁸; a root of the polynomial has root⁸ = root⁴ + root³ + root + 1.
		if power == l[4]^l[3]^l[1]^l[0] {
			return l
		}
	}
}

// SboxLinear is the linear part of AES's S-box, which follows the inversion,
// and SboxConstant is what is added last.
var SboxLinear = linear(func(x byte) (y byte) {
	for turn := range 5 { // FIPS 197, 5.1.1: bit n is the sum of bits n, n+4, n+5, n+6, n+7
		y ^= x<<turn | x>>(8-turn)
	}
	return y
})

const SboxConstant = 0x63
