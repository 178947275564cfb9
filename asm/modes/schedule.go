package modes

import (
	"encoding/binary"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"vpaes.example/aes/asm/rounds"
	"vpaes.example/aes/asm/simd"
)

// ExpandKey writes the key expansion of FIPS 197, section 5.2, for both
// directions.
//
// Write w for a group of four words of the key. The next group is the running
// XOR of w's words, each XOR SubWord of one word that came before, rotated and
// XOR a round constant. SubWord comes from AESENCLAST: a shuffle puts the
// wanted word, rotated or not, into all four columns of a state, ShiftRows
// moves nothing between equal columns, and the round key is the round constant.
// This is a chain of a shuffle, a last round and an XOR for each group, shorter
// than AESKEYGENASSIST's; the running XOR goes on beside it.
//
// The decryption schedule is that of the equivalent inverse cipher (FIPS 197,
// section 5.3.5): InvMixColumns of each round key but the first and the last,
// in reverse order. Round keys never leave the registers on the way.
//
// The number of rounds is public; nothing else decides a branch or an address.
func (f Form) ExpandKey() {
	e := f.narrow()
	build.TEXT("expandKey"+f.Suffix, attr.NOSPLIT, "func(rounds int, key *byte, enc, dec *[15][16]byte)")
	build.Doc("expandKey" + f.Suffix + " makes both schedules of the 16, 24 or 32-byte key for 10, 12 or 14 rounds.")
	build.Pragma("noescape")
	x := &expansion{Encoding: e, t: f.Table, key: build.GP64(), enc: build.GP64(), dec: build.GP64()}
	for i, r := range []*simd.Op{&x.lo, &x.hi, &x.sub, &x.tmp, &x.rcon, &x.rotate} {
		*r = e.Reg(i)
	}
	n := build.GP64()
	build.Load(build.Param("rounds"), n)
	build.Load(build.Param("key"), x.key)
	build.Load(build.Param("enc"), x.enc)
	build.Load(build.Param("dec"), x.dec)
	e.Load(x.lo, at(x.key))
	e.Load(x.rcon, x.t.At(words(1)))
	e.Load(x.rotate, x.t.At(lastWord(4, 1)))
	l192, l256, done := rounds.NewLabel("key192"), rounds.NewLabel("key256"), rounds.NewLabel("done")
	build.CMPQ(n, operand.Imm(12))
	build.JE(operand.LabelRef(l192))
	build.JA(operand.LabelRef(l256))
	x.expand128()
	build.JMP(operand.LabelRef(done))
	build.Label(l192)
	x.expand192()
	build.JMP(operand.LabelRef(done))
	build.Label(l256)
	x.expand256()
	build.Label(done)
	build.Comment("Leave no key in registers.")
	for _, r := range []Op{x.lo, x.hi, x.sub, x.tmp} {
		e.Zero(r)
	}
	build.RET()
}

type expansion struct {
	simd.Encoding
	t             *simd.Table
	key, enc, dec reg.GPVirtual
	lo, hi        Op // the last two groups of words; under 192 bits hi has two
	sub, tmp      Op
	rcon, rotate  Op // the round constant in every column; the shuffle of RotWord
}

// words is a constant of four equal words.
func words(w uint32) (c [16]byte) {
	for i := range 4 {
		binary.LittleEndian.PutUint32(c[4*i:], w)
	}
	return c
}

// lastWord is the shuffle that puts the last of n words, rotated left by so
// many bytes, into all columns.
func lastWord(n, rotated int) (c [16]byte) {
	for i := range c {
		c[i] = byte(4*n - 4 + (i+rotated)%4)
	}
	return c
}

// roundKey stores w as round key i of a schedule of so many rounds, and in its
// place for decryption.
func (x *expansion) roundKey(i, rounds int, w Op) {
	build.Commentf("Round key %d.", i)
	x.Store(at(x.enc).Offset(16*i), w)
	if 0 < i && i < rounds {
		x.Imc(x.tmp, w)
		w = x.tmp
	}
	x.Store(at(x.dec).Offset(16*(rounds-i)), w)
}

// subRot sets every column of sub to SubWord(RotWord(the last word of w)) XOR
// the round constant, by the shuffle given, and doubles the constant in GF(2⁸).
func (x *expansion) subRot(w, shuffle Op, i int) {
	build.Commentf("SubWord(RotWord) XOR round constant %d.", i)
	x.Shuffle(x.sub, w, shuffle)
	x.EncLast(x.sub, x.sub, x.rcon)
	if i == 8 {
		x.Load(x.rcon, x.t.At(words(0x1b)))
	} else {
		x.Add8(x.rcon, x.rcon, x.rcon)
	}
}

// running makes each word of w the XOR of itself and those before it.
func (x *expansion) running(w Op) {
	for _, bytes := range []int{4, 8} {
		x.ShlBytes(x.tmp, w, bytes)
		x.Xor(w, w, x.tmp)
	}
}

func (x *expansion) expand128() {
	x.roundKey(0, 10, x.lo)
	for i := 1; i <= 10; i++ {
		x.subRot(x.lo, x.rotate, i)
		x.running(x.lo)
		x.Xor(x.lo, x.lo, x.sub)
		x.roundKey(i, 10, x.lo)
	}
}

func (x *expansion) expand192() {
	build.Comment("AES-192: six words at a time, lo and the low half of hi.")
	rotate := x.Reg(5)
	x.Load(rotate, x.t.At(lastWord(2, 1)))
	x.Load8(x.hi, at(x.key).Offset(16))
	x.roundKey(0, 12, x.lo)
	next := func(i int) {
		x.subRot(x.hi, rotate, i)
		x.running(x.lo)
		x.Xor(x.lo, x.lo, x.sub)
	}
	// upper makes hi's two words from the last word of lo.
	upper := func() {
		x.ShlBytes(x.tmp, x.hi, 4)
		x.Xor(x.hi, x.hi, x.tmp)
		x.Shuffle32(x.tmp, x.lo, 0xff)
		x.Xor(x.hi, x.hi, x.tmp)
	}
	k := x.Reg(6)
	for i := 1; i <= 8; i += 2 {
		key := 3 * (i - 1) / 2 // the round key that lo has been
		x.Mov(k, x.hi)
		next(i)
		x.UnpackLo64(k, k, x.lo)
		x.roundKey(key+1, 12, k)
		upper()
		build.Comment("The high half of lo and hi.")
		x.Align(k, x.hi, x.lo, 8)
		x.roundKey(key+2, 12, k)
		next(i + 1)
		x.roundKey(key+3, 12, x.lo)
		if i+1 < 8 {
			upper()
		}
	}
	x.Zero(k)
}

func (x *expansion) expand256() {
	build.Comment("AES-256: eight words at a time; the upper four have no rotation and no constant.")
	same, zero := x.Reg(6), x.Reg(7)
	x.Load(same, x.t.At(lastWord(4, 0)))
	x.Zero(zero)
	x.Load(x.hi, at(x.key).Offset(16))
	x.roundKey(0, 14, x.lo)
	x.roundKey(1, 14, x.hi)
	for i := 1; i <= 7; i++ {
		x.subRot(x.hi, x.rotate, i)
		x.running(x.lo)
		x.Xor(x.lo, x.lo, x.sub)
		x.roundKey(2*i, 14, x.lo)
		if i == 7 {
			break
		}
		build.Comment("SubWord.")
		x.Shuffle(x.sub, x.lo, same)
		x.EncLast(x.sub, x.sub, zero)
		x.running(x.hi)
		x.Xor(x.hi, x.hi, x.sub)
		x.roundKey(2*i+1, 14, x.hi)
	}
}
