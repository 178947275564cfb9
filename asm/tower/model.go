package tower

// The model is the cipher with the operations that a vector unit has: shuffles
// of 16-byte tables, exclusive or, and the split into nibbles.

// Key is a key expanded for the model: rounds+1 round keys in the order of
// their use, in the basis and order of the state that they meet.
type Key struct {
	Rounds           int
	Encrypt, Decrypt [15]Table
}

func shuffle(t, indices Table) Table {
	return table(func(p byte) byte {
		if indices[p]&0x80 != 0 {
			return 0
		}
		return t[indices[p]&15]
	})
}

func xor(first Table, more ...Table) Table {
	for _, m := range more {
		for p := range first {
			first[p] ^= m[p]
		}
	}
	return first
}

func split(x Table) (low, high Table) {
	return table(func(p byte) byte { return x[p] & 15 }), table(func(p byte) byte { return x[p] >> 4 })
}

func (m Map) apply(x Table) Table {
	low, high := split(x)
	return xor(shuffle(m.Low, low), shuffle(m.High, high))
}

// invert is the five look-ups that lead to io and jo.
func invert(x Table) (io, jo Table) {
	k, i := split(x)
	j := xor(i, k)
	ak := shuffle(Quotient, k)
	io = xor(shuffle(Reciprocal, xor(shuffle(Reciprocal, i), ak)), j)
	jo = xor(shuffle(Reciprocal, xor(shuffle(Reciprocal, j), ak)), i)
	return io, jo
}

func (f Form) apply(io, jo Table) Table {
	return xor(shuffle(f.IO, io), shuffle(f.JO, jo))
}

// Encrypted is the block encrypted.
func (key *Key) Encrypted(block Table) Table {
	s := xor(Encryption.In.apply(shuffle(block, Shifted(key.Rounds))), key.Encrypt[0])
	for round := 1; round < key.Rounds; round++ {
		ahead := key.Rounds - round
		io, jo := invert(s)
		once, twice := Encryption.Out[1].apply(io, jo), Encryption.Out[2].apply(io, jo)
		// MixColumns: 2·s₀ + 3·s₁ + s₂ + s₃ = t₀ + t₁ + s₃ with t = 2·s₀ + s₁.
		t := xor(twice, shuffle(once, Neighbour(ahead, 1)))
		s = xor(t, shuffle(t, Neighbour(ahead, 1)), shuffle(once, Neighbour(ahead, 3)), key.Encrypt[round])
	}
	io, jo := invert(s)
	return xor(Encryption.Last.apply(io, jo), key.Encrypt[key.Rounds])
}

// Decrypted is the block decrypted, by the equivalent inverse cipher of
// FIPS 197, 5.3.5.
func (key *Key) Decrypted(block Table) Table {
	s := xor(Decryption.In.apply(shuffle(block, Shifted(-key.Rounds))), key.Decrypt[0])
	for round := 1; round < key.Rounds; round++ {
		ahead := round - key.Rounds // of InvShiftRows
		io, jo := invert(s)
		times := func(c int) Table { return Decryption.Out[c].apply(io, jo) }
		// InvMixColumns: 14·s₀ + 11·s₁ + 13·s₂ + 9·s₃.
		s = xor(key.Decrypt[round], times(0xE), shuffle(times(0xB), Neighbour(ahead, 1)),
			shuffle(times(0xD), Neighbour(ahead, 2)), shuffle(times(0x9), Neighbour(ahead, 3)))
	}
	io, jo := invert(s)
	return xor(Decryption.Last.apply(io, jo), key.Decrypt[key.Rounds])
}

// Expand expands a key of 16, 24 or 32 bytes.
func Expand(key []byte) *Key {
	e := &Key{Rounds: len(key)/4 + 6}
	for round, k := range expandWords(key, e.Rounds) {
		e.setEncrypt(round, k)
		e.setDecrypt(e.Rounds-round, k)
	}
	return e
}

// expandWords is FIPS 197's key expansion in EncryptionBasis.
func expandWords(key []byte, rounds int) []Table {
	roundKeys := make([]Table, rounds+1)
	words := [][4]byte{}
	for n := range len(key) / 4 {
		var w [4]byte
		for b := range w {
			w[b] = EncryptionBasis.Apply(key[4*n+b])
		}
		words = append(words, w)
	}
	substitute := func(w [4]byte, constant Table) [4]byte {
		var block Table
		copy(block[:], w[:])
		out := xor(Encryption.Out[1].apply(invert(block)), constant)
		return [4]byte(out[:4])
	}
	nk := len(words)
	for n := nk; n < 4*(rounds+1); n++ {
		t := words[n-1]
		if n%nk == 0 {
			t = substitute([4]byte{t[1], t[2], t[3], t[0]}, Schedule.Rcon[n/nk-1])
		} else if nk == 8 && n%8 == 4 {
			t = substitute(t, Schedule.EncryptionConstant)
		}
		for b := range t {
			t[b] ^= words[n-nk][b]
		}
		words = append(words, t)
	}
	for n, w := range words {
		copy(roundKeys[n/4][n%4*4:], w[:])
	}
	return roundKeys
}

// setEncrypt stores round key k, which comes in EncryptionBasis, for use in
// the given round of encryption.
func (e *Key) setEncrypt(round int, k Table) {
	switch round {
	case 0:
	case e.Rounds:
		k = xor(Schedule.Output.apply(k), Schedule.OutputConstant)
	default:
		k = xor(k, Schedule.EncryptionConstant)
	}
	e.Encrypt[round] = shuffle(k, Shifted(e.Rounds-round))
}

// setDecrypt does so for decryption.
func (e *Key) setDecrypt(round int, k Table) {
	switch round {
	case e.Rounds:
		k = Schedule.Output.apply(k)
	case 0:
		k = xor(Schedule.Decryption[1].apply(k), Schedule.DecryptionConstant)
	default:
		times := func(c int) Table { return Schedule.Decryption[c].apply(k) }
		k = xor(Schedule.DecryptionConstant, times(0xE), shuffle(times(0xB), Neighbour(0, 1)),
			shuffle(times(0xD), Neighbour(0, 2)), shuffle(times(0x9), Neighbour(0, 3)))
	}
	e.Decrypt[round] = shuffle(k, Shifted(round-e.Rounds))
}
