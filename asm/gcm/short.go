package gcm

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"vpaes.example/aes/asm/rounds"
	"vpaes.example/aes/asm/simd"
)

// short handles what is left, at most a batch, and makes the tag.
//
// J0 is encrypted in the lane after the last block of data, which costs nothing
// if there is one. If there are more blocks than half a batch, the first half
// goes first; the processor overlaps the two, as neither waits for the other.
// Then there is straight code for each number of blocks. The product begins with
// the block of lengths and with what precedes the data; all products are summed
// and reduced once.
func (k kernel) short() {
	w := k.w
	blocks := half * w.Blocks()
	base, next := w.Reg(baseReg), w.Reg(baseNextReg)
	build.CMPQ(k.n, operand.U32(16*blocks))
	build.JBE(operand.LabelRef("last_blocks"))
	k.firstHalf()

	build.Label("last_blocks")
	build.Comment("The last block: r bytes of it, filled with zeros.")
	r, last := build.GP64(), build.GP64()
	whole, loaded := rounds.NewLabel("whole_block"), rounds.NewLabel("last_loaded")
	block := k.one.Reg(lastReg)
	build.LEAQ(at(k.n, -1), last)
	build.MOVQ(last, r)
	build.ANDL(operand.Imm(15), r.As32())
	build.INCQ(r)
	build.ANDQ(operand.I32(-16), last)
	build.TESTQ(k.n, k.n)
	build.JE(operand.LabelRef(loaded))
	build.ADDQ(k.src, last)
	build.CMPQ(r, operand.Imm(16))
	build.JE(operand.LabelRef(whole))
	k.partial().Load(block, last, r)
	build.JMP(operand.LabelRef(loaded))
	build.Label(whole)
	k.one.Load(block, at(last, 0))
	build.Label(loaded)

	build.TESTQ(k.longNonce, k.longNonce)
	build.JNE(operand.LabelRef("added_states"))
	choose := func(label string) {
		for n := 0; n < blocks; n++ {
			build.CMPQ(k.n, operand.U32(16*n))
			build.JBE(operand.LabelRef(fmt.Sprintf(label, n)))
		}
	}
	choose("blocks_%d")
	for n := blocks; n >= 0; n-- {
		build.Label(fmt.Sprintf("blocks_%d", n))
		build.Commentf("%d blocks.", n)
		k.aligned(k.states(half)[:ceil(n, w.Blocks())], base, next, blocks)
		build.Label(fmt.Sprintf("encrypt_%d", n))
		k.lastBlocks(n, r)
	}
	build.Label("added_states")
	t, key := w.Reg(blocksReg), w.Reg(powerReg)
	w.Load(t, k.counter)
	w.Load16(key, k.c.Key(0))
	k.added(k.states(half), t, key)
	choose("encrypt_%d")
	build.JMP(operand.LabelRef(fmt.Sprintf("encrypt_%d", blocks)))

	build.Label("finish")
	k.finish(r)
}

func ceil(a, b int) int { return (a + b - 1) / b }

// states is the first n registers.
func (k kernel) states(n int) []Op {
	s := make([]Op, n)
	for i := range s {
		s[i] = k.w.Reg(i)
	}
	return s
}

// firstHalf handles half a batch of whole blocks, and moves the bases on.
func (k kernel) firstHalf() {
	w := k.w
	blocks := half * w.Blocks()
	power := k.firstPower()
	s := k.states(half)
	base, next := w.Reg(baseReg), w.Reg(baseNextReg)
	t, key := w.Reg(blocksReg), w.Reg(powerReg)
	added, encrypt := rounds.NewLabel("half_added"), rounds.NewLabel("half_encrypt")
	build.TESTQ(k.longNonce, k.longNonce)
	build.JNE(operand.LabelRef(added))
	k.aligned(s, base, next, blocks)
	w.Mov(base, next)
	w.Mov(next, w.Reg(nextReg))
	build.JMP(operand.LabelRef(encrypt))
	build.Label(added)
	w.Load(t, k.counter)
	w.Load16(key, k.c.Key(0))
	k.added(s, t, key)
	k.advanceCounter(t, blocks)
	build.Label(encrypt)
	k.c.Middle(s)
	if !k.seal {
		for i := range s {
			w.Load(t, at(k.src, i*w.Bytes()))
			k.hash(t, at(power, i*w.Bytes()))
		}
	}
	k.lastRound(s, t, k.c.LoadKey(k.c.LastKey()))
	k.c.StoreAll(s, at(k.dst, 0))
	if k.seal {
		for i, s := range s {
			k.hash(s, at(power, i*w.Bytes()))
		}
	}
	k.advance(half)
}

// hash adds blocks, as they are in the message, times their powers to the product.
func (k kernel) hash(blocks Op, powers operand.Mem) {
	w := k.w
	t := w.Reg(blocksReg)
	w.Shuffle(t, blocks, w.reverse())
	h := w.Reg(powerReg)
	w.Load(h, powers)
	w.accumulateFast(k.product(), t, h, w.Reg(shortTemp), w.Vec())
}

// lastBlocks encrypts n blocks, the last of which has r bytes, and J0, from
// states that are set to counter blocks.
func (k kernel) lastBlocks(n int, r reg.GPVirtual) {
	w, one := k.w, k.one
	lanes := w.Blocks()
	data := k.states(ceil(n, lanes)) // registers with blocks of data
	states := data
	j0, t, last := w.Reg(j0Reg), w.Reg(blocksReg), w.Reg(lastReg)
	apart := n%lanes == 0 // J0 has a register of its own
	if apart {
		states = append(data[:len(data):len(data)], j0)
	} else {
		insertSecond(data[len(data)-1], data[len(data)-1], j0)
	}
	k.c.Middle(states)
	if n == 0 {
		k.c.LastWith(j0, k.c.LoadKey(k.c.LastKey()))
		build.JMP(operand.LabelRef("finish"))
		return
	}

	full := (n - 1) / lanes       // so many registers have whole blocks of data only
	second := lanes == 2 && apart // the last block is in the second lane, after a whole one
	before := at(k.src, 16*(n-2)) // the whole one
	end := data[full]             // the register with the last block
	power := func(i int) operand.Mem { return at(k.table, k.power(n+1)+i*w.Bytes()) }
	endData := func() Op {
		if !second {
			return last
		}
		one.Load(simd.Low(t), before)
		insertSecond(t, t, last)
		return t
	}
	if !k.seal {
		build.Comment("Hash.")
		for i := range full {
			w.Load(t, at(k.src, i*w.Bytes()))
			k.hash(t, power(i))
		}
		k.hash(endData(), power(full))
	}

	key := k.c.LoadKey(k.c.LastKey())
	k.lastRound(data[:full], t, key)
	w.Xor(t, key, endData())
	k.c.LastWith(end, t)
	if apart {
		k.c.LastWith(j0, key)
	} else {
		w.Extract(simd.Low(j0), end, 1)
	}
	k.c.StoreAll(data[:full], at(k.dst, 0))
	if second {
		one.Store(at(k.dst, 16*(n-2)), simd.Low(end))
		w.Extract(simd.Low(last), end, 1)
	} else {
		one.Mov(simd.Low(last), simd.Low(end))
	}
	if k.seal {
		build.Comment("Hash.")
		k.partial().Keep(simd.Low(last), r)
		for i, s := range data[:full] {
			k.hash(s, power(i))
		}
		if second {
			insertSecond(t, end, last)
			k.hash(t, power(full))
		} else {
			k.hash(last, power(full))
		}
	}
	build.LEAQ(at(k.dst, 16*(n-1)), k.dst)
	build.JMP(operand.LabelRef("finish"))
}

// insertSecond is d = a with the second lane from the first of b.
func insertSecond(d, a, b Op) { build.VINSERTI128(operand.Imm(1), simd.Low(b), a, d) }

// finish writes the tag and the last block.
func (k kernel) finish(r reg.GPVirtual) {
	w, one := k.w, k.one
	p := k.product()
	t := w.Reg(shortTemp)
	w.karatsuba(p)
	w.reduce(p, t)
	w.sumLanes(p.hi, t)
	build.Comment("The tag: the hash XOR the encryption of J0.")
	sum := one.Reg(hiReg)
	one.Shuffle(sum, sum, one.reverse())
	one.Xor(sum, sum, one.Reg(j0Reg))
	tag := build.GP64()
	build.Load(build.Param("tag"), tag)
	one.Store(at(tag, 0), sum)

	whole, done := rounds.NewLabel("store_whole"), rounds.NewLabel("end")
	build.TESTQ(k.n, k.n)
	build.JE(operand.LabelRef(done))
	build.CMPQ(r, operand.Imm(16))
	build.JE(operand.LabelRef(whole))
	k.partial().Store(k.dst, r, one.Reg(lastReg))
	build.JMP(operand.LabelRef(done))
	build.Label(whole)
	one.Store(at(k.dst, 0), one.Reg(lastReg))
	build.Label(done)
	k.Wide.Done()
	build.RET()
}
