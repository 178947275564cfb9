package gcm

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"vpaes.example/aes/asm/rounds"
	"vpaes.example/aes/asm/simd"
)

// A Form is the encoding of a kernel and the suffixes of its functions' names.
type Form struct {
	Wide  simd.Encoding
	Hash  string // of ghashInit and ghash
	AES   string // of gcmSeal and gcmOpen
	Table *simd.Table
}

// batch is how many registers of blocks go through the bulk loops side by side.
const batch = 8

func (f Form) wide() field   { return field{f.Wide, f.Table} }
func (f Form) narrow() field { return field{min(f.Wide, simd.AVX), f.Table} }

// powers is how many powers of H the table holds: one for every block of a
// batch, one for the block of lengths after them and one for a block of
// additional data before them.
func (f Form) powers() int { return batch*f.Wide.Blocks() + 2 }

// power is the offset in the table of H^i. Powers descend, so that a wide
// register read from there has the powers for a block and those after it.
func (f Form) power(i int) int { return 16 * (f.powers() - i) }

// halves is the offset of the sums of the halves of powers for Karatsuba's
// method, in registers that serve two registers of blocks each: the low halves
// are for the first, the high halves for the second.
func (f Form) halves(pair int) int { return f.power(0) + pair*f.Wide.Bytes() }

// tableSize is the size of the table in bytes.
func (f Form) tableSize() int { return f.halves(batch / 2) }

func (f Form) tableType() string { return fmt.Sprintf("*[%d]byte", f.tableSize()) }

// Registers of the bulk loops. Registers 0 to 7 carry AES states.
const (
	accReg = 9 + iota // the hash so far
	loReg             // the product of this batch
	midReg
	hiReg
	dataReg // scratch: blocks that are being hashed
	halfReg // scratch: the sums of their halves
	tempReg // scratch
)

func (f Form) product() product {
	return product{f.Wide.Reg(loReg), f.Wide.Reg(midReg), f.Wide.Reg(hiReg)}
}

func at(base reg.Register, disp int) operand.Mem { return operand.Mem{Base: base, Disp: disp} }

// GHASHInit writes the set-up of the table.
//
// The powers are a tree: H^1 … H^k times H^k gives the next k, so that four
// steps, each of independent multiplications, make all.
func (f Form) GHASHInit() {
	build.TEXT("ghashInit"+f.Hash, attr.NOSPLIT, "func(table "+f.tableType()+", h *[16]byte)")
	build.Doc("ghashInit"+f.Hash+" sets the table to the powers of h, in descending order,",
		"and to the sums of their halves.")
	build.Pragma("noescape")
	w, one := f.wide(), f.narrow()
	table, h := build.GP64(), build.GP64()
	build.Load(build.Param("table"), table)
	build.Load(build.Param("h"), h)

	n := f.powers() / w.Blocks()
	q := make([]Op, n+1) // q[i] begins with H^(i·lanes)
	for i := range n {
		q[i+1] = w.Reg(i)
	}
	p := product{w.Reg(n), w.Reg(n + 1), nil}
	t, top := w.Reg(n+2), w.Reg(n+3)
	times := func(e field, d, a, b Op) {
		lo, mid, u := Op(p.lo), Op(p.mid), Op(t)
		if e.Blocks() < w.Blocks() {
			lo, mid, u, d, a, b = simd.Low(lo), simd.Low(mid), simd.Low(u), simd.Low(d), simd.Low(a), simd.Low(b)
		}
		to := product{lo, mid, d}
		e.multiply(to, a, b, u)
		e.reduce(to, u)
	}

	build.Comment("H times x: one bit up, and the polynomial for the bit that falls out.")
	x, y, z := simd.Low(q[1]), simd.Low(t), simd.Low(top)
	one.Load(x, at(h, 0))
	one.Shuffle(x, x, one.reverse())
	one.Shuffle32(y, x, 0b11_11_11_11)
	one.Sar32(y, y, 31)
	one.And(y, y, one.polynomial())
	one.Shr64(z, x, 63)
	one.ShlBytes(z, z, 8)
	one.Add64(x, x, x)
	one.Xor(x, x, z)
	one.Xor(x, x, y)
	if w.Blocks() == 2 {
		build.Comment("H^2 and H^1 in one register.")
		times(one, q[2], q[1], q[1])
		build.VINSERTI128(operand.Imm(1), x, q[2], q[1])
	}
	w.Store(at(table, f.power(w.Blocks())), q[1])
	for k := 1; k < n; k *= 2 {
		build.Commentf("From H^%d on.", k*w.Blocks()+1)
		w.copyLane(top, q[k])
		for i := 1; i <= k && k+i <= n; i++ {
			times(w, q[k+i], q[i], top)
			w.Store(at(table, f.power((k+i)*w.Blocks())), q[k+i])
		}
	}
	build.Comment("Sums of the halves.")
	for pair := range batch / 2 {
		a, b := q[batch-2*pair], q[batch-2*pair-1]
		w.UnpackLo64(t, a, b)
		w.UnpackHi64(top, a, b)
		w.Xor(t, t, top)
		w.Store(at(table, f.halves(pair)), t)
	}
	build.Comment("Leave nothing of H behind.")
	for i := range n + 4 {
		w.Zero(w.Reg(i))
	}
	f.Wide.Done()
	build.RET()
}

// steps is work in small pieces, to be spread among other work.
type steps []func()

// part runs the i-th of n equal parts.
func (s steps) part(i, n int) {
	for _, step := range s[i*len(s)/n : (i+1)*len(s)/n] {
		step()
	}
}

// reducePending is the work of reducing a product that Karatsuba's method
// left, into the accumulator.
func (f Form) reducePending() steps {
	w, p := f.wide(), f.product()
	acc, t := w.Reg(accReg), w.Reg(tempReg)
	return steps{
		func() { build.Comment("Reduce the batch before."); w.karatsuba(p) },
		func() { w.reduce(p, t) },
		func() { w.Mov(acc, p.hi); w.sumLanes(acc, t) },
	}
}

// pend makes the accumulator a product that reducePending turns into it.
func (f Form) pend() {
	w, p := f.wide(), f.product()
	w.Zero(p.lo)
	w.Mov(p.mid, w.Reg(accReg))
	w.Mov(p.hi, w.Reg(accReg))
}

// hashBatch is the work of hashing a batch of blocks at m into the product.
// The first register of blocks is last, because it waits for the accumulator.
func (f Form) hashBatch(m operand.Mem, table reg.Register) (s steps) {
	w, p := f.wide(), f.product()
	data, half, t := w.Reg(dataReg), w.Reg(halfReg), w.Reg(tempReg)
	for i := batch - 1; i >= 0; i-- {
		halves, which := at(table, f.halves(i/2)), 0x10*(i%2)
		power := at(table, f.power((batch-i)*w.Blocks()))
		s = append(s, func() {
			build.Commentf("Hash register %d.", i)
			w.Load(data, m.Offset(i*w.Bytes()))
			w.Shuffle(data, data, w.reverse())
			if i == 0 {
				w.Xor(data, data, w.Reg(accReg))
			}
		}, func() {
			w.Shuffle32(half, data, swapHalves)
			w.Xor(half, half, data)
		}, func() {
			w.Load(t, halves)
			w.Clmul(half, half, t, which)
			w.Load(t, power)
			if i == batch-1 {
				w.Mov(p.mid, half)
				w.Clmul(p.lo, data, t, 0x00)
				w.Clmul(p.hi, data, t, 0x11)
				return
			}
			w.Xor(p.mid, p.mid, half)
			w.Clmul(half, data, t, 0x00)
			w.Clmul(data, data, t, 0x11)
			w.Xor(p.lo, p.lo, half)
			w.Xor(p.hi, p.hi, data)
		})
	}
	return s
}

// hashBlocks hashes n bytes at src, a multiple of 16 and not 0, into the
// accumulator, and leaves src behind them.
func (f Form) hashBlocks(table, src, n reg.GPVirtual) {
	w, one, p := f.wide(), f.narrow(), f.product()
	acc, data, half, t := w.Reg(accReg), w.Reg(dataReg), w.Reg(halfReg), w.Reg(tempReg)
	size := batch * w.Bytes()
	loop, rest, last, done := rounds.NewLabel("hash_batch"), rounds.NewLabel("hash_rest"), rounds.NewLabel("hash_last"), rounds.NewLabel("hash_done")
	build.CMPQ(n, operand.U32(size))
	build.JB(operand.LabelRef(rest))
	f.pend()
	build.Label(loop)
	s := append(f.reducePending(), f.hashBatch(at(src, 0), table)...)
	s.part(0, 1)
	build.ADDQ(operand.U32(size), src)
	build.SUBQ(operand.U32(size), n)
	build.CMPQ(n, operand.U32(size))
	build.JAE(operand.LabelRef(loop))
	f.reducePending().part(0, 1)

	build.Label(rest)
	build.Comment("Fewer blocks than a batch: each by its power, one reduction.")
	build.TESTQ(n, n)
	build.JE(operand.LabelRef(done))
	power := build.GP64()
	build.LEAQ(at(table, f.power(0)), power)
	build.SUBQ(n, power)
	w.Zero(p.lo)
	w.Zero(p.mid)
	w.Zero(p.hi)
	add := func(load func()) {
		load()
		w.Shuffle(data, data, w.reverse())
		w.Xor(data, data, acc)
		w.Zero(acc)
		w.Load(t, at(power, 0))
		w.accumulate(p, data, t, half)
	}
	loop = rounds.NewLabel("hash_register")
	end := rounds.NewLabel("hash_reduce")
	build.Label(loop)
	if w.Blocks() == 2 {
		build.CMPQ(n, operand.Imm(32))
		build.JB(operand.LabelRef(last))
	}
	add(func() { w.Load(data, at(src, 0)) })
	build.ADDQ(operand.Imm(uint64(w.Bytes())), src)
	build.ADDQ(operand.Imm(uint64(w.Bytes())), power)
	build.SUBQ(operand.Imm(uint64(w.Bytes())), n)
	build.JNE(operand.LabelRef(loop))
	if w.Blocks() == 2 {
		build.JMP(operand.LabelRef(end))
		build.Label(last)
		build.Comment("One block; the other lane is zero, whatever its power.")
		add(func() { one.Load(simd.Low(data), at(src, 0)) })
		build.ADDQ(operand.Imm(16), src)
		build.Label(end)
	}
	w.reduce(p, t)
	w.Mov(acc, p.hi)
	w.sumLanes(acc, t)
	build.Label(done)
}

// GHASH writes the hash of whole blocks.
func (f Form) GHASH() {
	build.TEXT("ghash"+f.Hash, attr.NOSPLIT, "func(table "+f.tableType()+", acc *[16]byte, src *byte, n int)")
	build.Doc("ghash" + f.Hash + " adds the n bytes of blocks at src to the hash acc.")
	build.Pragma("noescape")
	table, accumulator, src, n := build.GP64(), build.GP64(), build.GP64(), build.GP64()
	build.Load(build.Param("table"), table)
	build.Load(build.Param("acc"), accumulator)
	build.Load(build.Param("src"), src)
	build.Load(build.Param("n"), n)
	one := f.narrow()
	acc := one.Reg(accReg)
	one.Load(acc, at(accumulator, 0))
	one.Shuffle(acc, acc, one.reverse())
	f.hashBlocks(table, src, n)
	one.Shuffle(acc, acc, one.reverse())
	one.Store(at(accumulator, 0), acc)
	f.Wide.Done()
	build.RET()
}
