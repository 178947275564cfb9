package main

import (
	"fmt"

	"vpaes.example/aes/asm/arm64"
)

// expandKey is KeyExpansion (FIPS 197 §5.2), in general registers. SubWord is
// an AESE with the key zero of a word that stands in all four columns, which
// ShiftRows does not change.
//
// A group of words is a sum over the group before and one word that waits for
// SubWord. The sums are made first, so that the next SubWord waits for one
// addition only.
func expandKey(file *arm64.File) {
	f := file.Func("func expandKeyARMCE(rounds int, key *byte, enc, dec *[15][16]byte)", 32)
	f.Needs("AES")
	const (
		rounds = arm64.R(0)
		key    = arm64.R(1)
		enc    = arm64.R(2)
		dec    = arm64.R(3)
		word   = arm64.R(4) // of eight
		out    = arm64.R(14)
		sub    = arm64.R(12)
		con    = arm64.R(13)
		zero   = arm64.V(0)
		column = arm64.V(1)
	)
	for i, name := range []string{"rounds", "key", "enc", "dec"} {
		f.Arg(rounds+arm64.R(i), name, 8*i)
	}
	f.MovR(out, enc, "")
	f.Movi(zero, 0, "")
	f.BranchBitClear(rounds, 2, "key128")
	f.BranchBitClear(rounds, 1, "key192")
	for _, nk := range []int{8, 6, 4} {
		w := func(i int) arm64.R { return word + arm64.R(i) }
		f.Label(fmt.Sprintf("key%d", 32*nk))
		for i := 0; i < nk; i += 2 {
			f.LdpW(w(i), w(i+1), key, 4*i, "key")
		}
		for i := 0; i < nk; i += 2 {
			f.StpW(w(i), w(i+1), out, "")
		}
		total := 4 * (nk + 7)
		constant := 1
		// extend makes the words from first on, count of them, the first of which
		// has its SubWord from the word before it.
		extend := func(first, count int, rotate bool) {
			f.Dup32(column, w((first+nk-1)%nk), "the word before, in all columns")
			f.Aese(column, zero, "SubWord")
			for i := first + 1; i < first+count; i++ {
				f.EorW(w(i), w(i), w(i-1), "sums of the words before")
			}
			f.ToR32(sub, column, 0, "")
			if rotate {
				f.MovRI(con, constant, "round constant")
				f.EorWRor(sub, con, sub, 8, "RotWord")
				constant = double(constant)
			}
			for i := first + count - 1; i >= first; i-- {
				f.EorW(w(i), w(i), sub, fmt.Sprintf("word %d of the group", i))
			}
		}
		for at := nk; at < total; {
			extend(0, min(nk, 4+nk%4), true)
			if nk == 8 && at+4 < total {
				extend(4, 4, false)
			}
			for i := 0; i < nk && at < total; i += 2 {
				f.StpW(w(i), w(i+1), out, "")
				at += 2
			}
		}
		if nk > 4 {
			f.Jump("inverse")
		}
	}

	f.Comment("The equivalent inverse cipher: backwards, through InvMixColumns.")
	f.Label("inverse")
	f.AddShl(enc, enc, rounds, 4, "the last round key")
	f.LdrQNext(zero, enc, -16, "")
	f.StrQNext(zero, dec, "")
	// inverse does the next n keys.
	inverse := func(n int) {
		for i := range arm64.V(n) {
			f.LdrQNext(1+i, enc, -16, "")
			f.Aesimc(1+i, 1+i, "InvMixColumns")
			f.StrQNext(1+i, dec, "")
		}
	}
	inverse(9)
	f.BranchBitClear(rounds, 2, "first")
	inverse(2)
	f.BranchBitClear(rounds, 1, "first")
	inverse(2)
	f.Label("first")
	f.LdrQ(zero, enc, 0, "")
	f.StrQ(zero, dec, 0, "")
	for v := zero; v <= zero+9; v++ {
		f.Wipe(v)
	}
	for r := word; r <= sub; r++ {
		f.WipeR(r)
	}
	f.Ret()
}

// double is multiplication by x in the field of AES (FIPS 197 §4.2.1).
func double(a int) int {
	a <<= 1
	if a&0x100 != 0 {
		a ^= 0x11b
	}
	return a
}
