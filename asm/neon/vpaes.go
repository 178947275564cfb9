package main

import (
	"fmt"

	"vpaes.example/aes/asm/arm64"
	"vpaes.example/aes/asm/tower"
)

const vpaesProse = `
AES by vector permutations, for NEON.

Package tower (asm/tower) explains the field and derives every constant: AES's
bytes become pairs of elements of GF(2⁴), the inversion of the S-box becomes
five look-ups of nibbles, and TBL does sixteen look-ups at a time in a table
that is a register. No table lies in memory where an index could show in the
cache, nothing branches on data, so the time says nothing about key or text.

MixColumns is 2·s₀ + 3·s₁ + s₂ + s₃ for every byte s₀ and those below it in
its column. With w = 3·s₀ + s₂, which is one look-up of the tripled S-box and
one permutation, it is s₀ + w₀ + w₁: two permutations a round in place of three.
InvMixColumns is (14·s₀ + 11·s₁) + (13·s₀ + 9·s₁) two rows down: three.
ShiftRows is applied to the input for all rounds at once; the permutations that
find the column neighbours therefore differ from round to round, with period
four, and are read from a table, two registers a round. Round keys are
added where a round ends, in the state's basis and order.

Three blocks are in flight, six registers each (V0-V17). V18 is the round key,
V19 and V20 the round's permutations, V21-V31 the tables, so that nothing is
read twice; the odd block goes through the same rounds alone. Instructions are
ordered for the in-order Cortex-A53. Counter mode does the first round of up to
32 blocks at once, for their counters differ in one byte (asm/neon/ctr.go), and
clears the memory that it uses for that. A schedule holds rounds+1 round keys in the
order of their use.
`

// interleave is how many blocks the bulk loops have in flight.
const interleave = 3

// vpaesFile describes vpaes_arm64.s.
func vpaesFile() *arm64.File {
	file := arm64.NewFile(generator, vpaesProse)
	p := &program{
		File:       file,
		encryption: encryptionTable(file),
		decryption: decryptionTable(file),
		neighbours: neighbourTable(file),
		shifts:     shiftTable(file),
		keys:       keyTable(file),
		window:     windowTable(file),
	}
	p.expandKey()
	p.blocks("encryptBlocksNEON", encryption)
	p.blocks("decryptBlocksNEON", decryption)
	p.ctr()
	p.cbcEncrypt()
	p.cbcDecrypt()
	return file
}

// program is the file and its constants.
type program struct {
	*arm64.File
	encryption, decryption, neighbours, shifts, keys, window *arm64.Table
}

// The constants of both directions, in the order of the registers that keep
// them: V22-V31.
func encryptionTable(file *arm64.File) *arm64.Table {
	t := file.Table("encryptNEON")
	addInversion(t)
	for _, c := range []int{1, 3} {
		addForm(t, fmt.Sprintf("%d times the S-box, in the basis of the state", c), tower.Encryption.Out[c])
	}
	addMap(t, "the basis of the state", tower.Encryption.In)
	return addForm(t, "the S-box in AES's bytes", tower.Encryption.Last)
}

func decryptionTable(file *arm64.File) *arm64.Table {
	t := file.Table("decryptNEON")
	addInversion(t)
	for _, c := range []int{0x9, 0xD, 0xB, 0xE} {
		addForm(t, fmt.Sprintf("%d times the inverse, in the basis of the state", c), tower.Decryption.Out[c])
	}
	addMap(t, "the basis of the state", tower.Decryption.In)
	return addForm(t, "the inverse in AES's bytes", tower.Decryption.Last)
}

func addInversion(t *arm64.Table) *arm64.Table {
	return t.Add("1/n", tower.Reciprocal).Add("a/n", tower.Quotient)
}

func addForm(t *arm64.Table, note string, f tower.Form) *arm64.Table {
	return t.Add(note+": of io", f.IO).Add(note+": of jo", f.JO)
}

func addMap(t *arm64.Table, note string, m tower.Map) *arm64.Table {
	return t.Add(note+": of the low nibble", m.Low).Add(note+": of the high nibble", m.High)
}

// neighbourTable has an entry of 32 bytes for each number 0 to 15 of times that
// ShiftRows was applied too often: the permutations by one row and by two rows.
// Encryption walks down from rounds-1, decryption up from 17-rounds.
func neighbourTable(file *arm64.File) *arm64.Table {
	t := file.Table("neighboursNEON")
	for ahead := range 16 {
		for rows := 1; rows <= 2; rows++ {
			t.Add(fmt.Sprintf("%d row down, ShiftRows %d times ahead", rows, ahead), tower.Neighbour(ahead, rows))
		}
	}
	return t
}

// shiftTable has ShiftRows 0, 1, 2 and 3 times.
func shiftTable(file *arm64.File) *arm64.Table {
	t := file.Table("shiftRowsNEON")
	for n := range 4 {
		t.Add(fmt.Sprintf("ShiftRows %d times", n), tower.Shifted(n))
	}
	return t
}
