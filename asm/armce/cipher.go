package main

import (
	"fmt"
	"slices"

	"vpaes.example/aes/asm/arm64"
)

const cipherProse = `
AES on the instructions of ARMv8.

AESE is AddRoundKey, ShiftRows and SubBytes, AESMC is MixColumns, and AESD and
AESIMC are their inverses; decryption is the equivalent inverse cipher (FIPS 197
§5.3.5), whose round keys went through InvMixColumns. A round key is the sixteen
bytes of the standard, in the order in which the rounds use them.

Eight blocks are in flight. That hides the latency of the instructions on all
cores, and leaves room for the round keys: the first one, the last ten, and
between them the two or four that only the longer keys have. So one piece of code
serves 10, 12 and 14 rounds, with a branch around the rounds that are too many.

A batch of counter blocks that starts at a multiple of eight differs from its
first block in three bits. As AESE adds its operands before all else, one
operand is the constant 0 to 7 and the other the first block with the round key
added, and the counter blocks cost nothing but the loads of the constants.

Time: branches and addresses depend on lengths, the number of rounds and the
counter. Nothing is looked up in a table that is not of fixed place.
`

func cipherFile() *arm64.File {
	file := arm64.NewFile(generator, cipherProse)
	numbers := file.Table("armceNumbers")
	for i := range batch {
		numbers.Add(fmt.Sprintf("The number %d as a counter block.", i), bigCounter(i))
	}
	expandKey(file)
	blocks(file, "encryptBlocksARMCE", encryption)
	blocks(file, "decryptBlocksARMCE", decryption)
	ctr(file, numbers)
	cbcEncrypt(file)
	cbcDecrypt(file)
	return file
}

// batch is how many blocks are in flight.
const batch = 8

// General registers. All functions of the cipher take rounds, the schedule, dst,
// src and n first.
const (
	rounds   = arm64.R(0)
	schedule = arm64.R(1)
	dst      = arm64.R(2)
	src      = arm64.R(3)
	n        = arm64.R(4)
	iv       = arm64.R(5)
	scratch  = arm64.R(15)
)

// A keys says where round keys are.
type keys struct {
	first arm64.V    // round key 0
	more  [4]arm64.V // those that only AES-192 and AES-256 have
	fixed arm64.V    // the first of the last ten, which are consecutive
	// resident: more is loaded with the others, else when it is used.
	resident bool
}

func (k keys) last() arm64.V { return k.fixed + 9 }

// A direction is encryption or decryption.
type direction struct {
	schedule string // name of the argument
	// round is all of a round but MixColumns, mix is MixColumns.
	round func(f *arm64.Func, state, key arm64.V, comment string)
	mix   func(f *arm64.Func, d, a arm64.V, comment string)
}

var (
	encryption = direction{"enc", (*arm64.Func).Aese, (*arm64.Func).Aesmc}
	decryption = direction{"dec", (*arm64.Func).Aesd, (*arm64.Func).Aesimc}
)

// A cipher is a function that encrypts or decrypts.
type cipher struct {
	*arm64.Func
	keys
	direction
	labels *int
}

var cipherKeys = keys{first: 31, more: [4]arm64.V{26, 27, 28, 29}, fixed: 16, resident: true}

// newCipher starts a function and loads its arguments.
func newCipher(file *arm64.File, name, more string, args int, d direction) cipher {
	f := file.Func(fmt.Sprintf("func %s(rounds int, %s *[15][16]byte, dst, src *byte, n int%s)", name, d.schedule, more), args)
	f.Needs("AES")
	for i, name := range []string{"rounds", d.schedule, "dst", "src", "n"} {
		f.Arg(rounds+arm64.R(i), name, 8*i)
	}
	return cipher{f, cipherKeys, d, new(int)}
}

// label makes a label that is used once.
func (c cipher) label(name string) string {
	*c.labels++
	return fmt.Sprintf("%s_%d", name, *c.labels)
}

// loadKeys loads the round keys that stay in registers.
func (c cipher) loadKeys() {
	c.LdrQ(c.first, schedule, 0, "round key 0")
	if c.resident {
		c.loadMore()
	}
	c.AddShl(scratch, schedule, rounds, 4, "the last round key")
	c.SubI(scratch, scratch, 16*9, "the last ten")
	c.Ld1Next(c.fixed, 4, scratch, "")
	c.Ld1Next(c.fixed+4, 4, scratch, "")
	c.Ld1(c.fixed+8, 2, scratch, "")
}

func (c cipher) loadMore() {
	for i := 0; i < 4; i += 2 {
		c.LdpQ(c.more[i], c.more[i+1], schedule, 16*(i+1), "of 192 and 256-bit keys")
	}
}

// full is a round with MixColumns.
func (c cipher) full(state, key arm64.V, comment string) {
	c.round(c.Func, state, key, comment)
	c.mix(c.Func, state, state, "")
}

// middle does all rounds after the first on the states, but for the last
// AddRoundKey. Other work is spread among them. finish follows the last round of
// each state, a few instructions later, so that cores with one unit for AES give
// that to the states which are not so far.
func (c cipher) middle(states []arm64.V, work steps, finish func(i int)) {
	skip := c.label("rounds10")
	c.BranchBitClear(rounds, 2, skip)
	if !c.resident {
		c.loadMore()
	}
	for i, key := range c.more {
		if i == 2 {
			c.BranchBitClear(rounds, 1, skip)
		}
		for _, s := range states {
			c.full(s, key, fmt.Sprintf("round %d", 1+i))
		}
	}
	c.Label(skip)
	var all steps
	for i := range 9 {
		for _, s := range states {
			all = append(all, func() {
				comment := fmt.Sprintf("round %d from the end", 9-i)
				if i == 8 {
					c.round(c.Func, s, c.fixed+8, comment)
				} else {
					c.full(s, c.fixed+arm64.V(i), comment)
				}
			})
		}
	}
	if finish == nil {
		weave(all, work)
		return
	}
	const later = 3
	lastRound := len(all) - len(states)
	weave(all[:lastRound], work)
	for i := range len(states) + later {
		if i < len(states) {
			all[lastRound+i]()
		}
		if i >= later {
			finish(i - later)
		}
	}
}

// crypt does all rounds, as middle has it.
func (c cipher) crypt(states []arm64.V, work steps, finish func(i int)) {
	for _, s := range states {
		c.full(s, c.first, "round 0")
	}
	c.middle(states, work, finish)
}

// steps is work in small pieces.
type steps []func()

func (s *steps) add(f ...func()) { *s = append(*s, f...) }

func (s steps) run() {
	for _, step := range s {
		step()
	}
}

// weave runs both, evenly mixed.
func weave(a, b steps) {
	done := 0
	for i, step := range a {
		step()
		for ; done < (i+1)*len(b)/len(a); done++ {
			b[done]()
		}
	}
	b[done:].run()
}

// registers is n consecutive registers.
func registers(first arm64.V, n int) []arm64.V {
	var r []arm64.V
	for i := range n {
		r = append(r, first+arm64.V(i))
	}
	return r
}

// inPairs calls pair for two registers at a time and single for one that is left over.
func inPairs(r []arm64.V, pair func(a, b arm64.V), single func(a arm64.V)) {
	for p := range slices.Chunk(r, 2) {
		if len(p) == 2 {
			pair(p[0], p[1])
		} else {
			single(p[0])
		}
	}
}

// load loads consecutive blocks and moves the pointer; store stores them.
func (c cipher) load(r []arm64.V, p arm64.R, comment string) {
	inPairs(r, func(a, b arm64.V) { c.LdpQNext(a, b, p, comment) }, func(a arm64.V) { c.LdrQNext(a, p, 16, comment) })
}

func (c cipher) store(r []arm64.V, p arm64.R) {
	inPairs(r, func(a, b arm64.V) { c.StpQNext(a, b, p, "") }, func(a arm64.V) { c.StrQNext(a, p, "") })
}
