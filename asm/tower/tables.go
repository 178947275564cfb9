package tower

// Infinity is 1/0: an index that every shuffle looks up as 0.
const Infinity = 0x80

// Table has one byte for each nibble. As indices of a shuffle it permutes the
// bytes of a block.
type Table = [16]byte

// Reciprocal is 1/n and Quotient is a/n, both [Infinity] at 0.
var (
	Reciprocal = table(func(n byte) byte { return orInfinity(n, invert4(n)) })
	Quotient   = table(func(n byte) byte { return orInfinity(n, mul4(A, invert4(n))) })
)

func table(f func(n byte) byte) (t Table) {
	for n := range t {
		t[n] = f(byte(n))
	}
	return t
}

func orInfinity(n, value byte) byte {
	if n == 0 {
		return Infinity
	}
	return value
}

// Repeat is the constant with c in every byte.
func Repeat(c byte) Table { return table(func(byte) byte { return c }) }

// Map is a linear map as two tables: Low of the low nibble, High of the high one.
type Map struct{ Low, High Table }

// MapOf makes the tables of a linear map.
func MapOf(l Linear) Map {
	return Map{
		Low:  table(func(n byte) byte { return l.Apply(n) }),
		High: table(func(n byte) byte { return l.Apply(n << 4) }),
	}
}

// Inverted is 1/x in the tower, from u = (k + a·i)/N and v = (k + a·j)/N.
// It has k + a·i = N·u as its first coordinate; u + v = a·k/N gives k/N, and
// u + k/N = a·i/N then gives its second, i/N.
func Inverted(u, v byte) byte {
	k := mul4(u^v, invert4(A))
	return pack(u, mul4(u^k, invert4(A)))
}

// Form is a linear map of 1/x as two tables: IO of io = 1/u, JO of jo = 1/v.
// No byte has io = 0 or jo = 0 (the norm is 0 only for x = 0, where both are
// infinite), so the first entries are never looked up.
type Form struct{ IO, JO Table }

// FormOf makes the tables of a linear map that follows the inversion.
func FormOf(l Linear) Form {
	return Form{
		IO: table(func(n byte) byte { return l.Apply(Inverted(invert4(n), 0)) }),
		JO: table(func(n byte) byte { return l.Apply(Inverted(0, invert4(n))) }),
	}
}

// The state is in basis EncryptionBasis or DecryptionBasis between rounds: the
// linear maps that take AES's bytes there. What is left of the S-box from
// there on is the inversion and, to encrypt, the linear part after it.
var (
	EncryptionBasis = ToTower
	DecryptionBasis = ToTower.After(SboxLinear.Inverse())
)

// Encryption has the maps and output forms that encrypt.
var Encryption = struct {
	In   Map          // AES's bytes to the basis of the state
	Out  map[int]Form // 1, 2, 3 times the S-box's linear part, in the basis of the state
	Last Form         // the S-box's linear part in AES's bytes
}{
	In:   MapOf(EncryptionBasis),
	Out:  multiples(EncryptionBasis, SboxLinear.After(FromTower), 1, 2, 3),
	Last: FormOf(SboxLinear.After(FromTower)),
}

// Decryption has the maps and output forms that decrypt.
var Decryption = struct {
	In   Map          // AES's bytes to the basis of the state
	Out  map[int]Form // 14, 11, 13, 9 times the inverse, in the basis of the state
	Last Form         // the inverse in AES's bytes
}{
	In:   MapOf(DecryptionBasis),
	Out:  multiples(DecryptionBasis, FromTower, 0xE, 0xB, 0xD, 0x9),
	Last: FormOf(FromTower),
}

func multiples(basis, sbox Linear, cs ...byte) map[int]Form {
	forms := map[int]Form{}
	for _, c := range cs {
		forms[int(c)] = FormOf(basis.After(Times(c)).After(sbox))
	}
	return forms
}

// Schedule has what the key expansion needs. It runs in EncryptionBasis, where
// a word is substituted by Encryption.Out[1] and a constant, and each round
// key is brought to its final form as it comes out.
var Schedule = struct {
	// EncryptionConstant and DecryptionConstant are 0x63 in either basis: what
	// the S-box adds, moved into the round keys. OutputConstant is 0x63 itself.
	EncryptionConstant, DecryptionConstant, OutputConstant Table

	// Output takes EncryptionBasis to AES's bytes: the last round keys.
	Output Map

	// Decryption takes EncryptionBasis to DecryptionBasis, times 1 for the
	// first round key to decrypt and 14, 11, 13, 9, the coefficients of
	// InvMixColumns, for the middle ones.
	Decryption map[int]Map

	// Rcon is the round constants of the word that starts round key n, in its
	// first byte and in EncryptionBasis, with the S-box's constant in all four
	// bytes: repeated for all four words.
	Rcon [10]Table
}{
	EncryptionConstant: Repeat(EncryptionBasis.Apply(SboxConstant)),
	DecryptionConstant: Repeat(DecryptionBasis.Apply(SboxConstant)),
	OutputConstant:     Repeat(SboxConstant),
	Output:             MapOf(FromTower),
	Decryption: map[int]Map{
		1:   MapOf(DecryptionBasis.After(FromTower)),
		0xE: MapOf(DecryptionBasis.After(Times(0xE)).After(FromTower)),
		0xB: MapOf(DecryptionBasis.After(Times(0xB)).After(FromTower)),
		0xD: MapOf(DecryptionBasis.After(Times(0xD)).After(FromTower)),
		0x9: MapOf(DecryptionBasis.After(Times(0x9)).After(FromTower)),
	},
	Rcon: rcon(),
}

func rcon() (constants [10]Table) {
	power := byte(1)
	for n := range constants {
		constants[n] = table(func(at byte) byte {
			if at%4 == 0 {
				return EncryptionBasis.Apply(SboxConstant ^ power)
			}
			return EncryptionBasis.Apply(SboxConstant)
		})
		power = mulAES(power, 2)
	}
	return constants
}
