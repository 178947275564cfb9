package aes

import (
	"encoding/binary"
	"math"
	"math/bits"
	"unsafe"
)

// This file and its neighbours aes_generic_sbox.go and aes_generic_rounds.go
// are AES in pure Go, for every machine, without a single table.
//
// Four blocks are encrypted at once, in bit slices: plane j of eight holds bit
// j of each of the 64 bytes, so SubBytes is a circuit of AND and XOR over whole
// planes, the same instructions whatever the data. Within a plane, the byte in
// row r and column c of block b (FIPS 197 §3.4) has bit 16r + 4c + b.
//
// ShiftRows would cost more than MixColumns in this form, so it is not done
// (Adomnicai and Peyrin, "Fixslicing AES-like ciphers", TCHES 2021): after d
// rounds the planes hold the state before its last d ShiftRows, MixColumns
// reaches for its bytes where they then stand, and the round keys are stored
// in those coordinates. Since ShiftRows has order four, so have the
// coordinates. What is left of it at the end is undone once per batch.
//
// The constant 0x63 of SubBytes is folded into the round keys.
//
// It is constant-time because its branches and addresses depend on lengths and
// on counters alone: there is no look-up, and no operation but AND, OR, XOR and
// shifts by constants touches a secret.

// planes are the eight bit planes of four blocks.
type planes [8]uint64

// batchSize is how many bytes are encrypted at once.
const batchSize = 4 * BlockSize

// slicedKey is the key of kernel generic. The decryption of the same round
// needs the same planes, so one schedule serves both.
type slicedKey struct {
	Block
	schedule [maxRounds + 1]planes
}

// sliced returns the key that starts with this header.
func (b *Block) sliced() *slicedKey { return (*slicedKey)(unsafe.Pointer(b)) }

// newSlicedKey expands a key of 16, 24 or 32 bytes (FIPS 197 §5.2).
func newSlicedKey(key []byte) *Block {
	k := new(slicedKey)
	k.rounds, k.part = uint8(len(key)/4+6), math.MaxInt
	rounds := int(k.rounds)
	var w [4 * (maxRounds + 1)]uint32 // words of the schedule, byte 0 lowest
	nk := len(key) / 4
	for i := range nk {
		w[i] = binary.LittleEndian.Uint32(key[4*i:])
	}
	rcon := uint32(1)
	for i := nk; i < 4*(rounds+1); i++ {
		t := w[i-1]
		if i%nk == 0 {
			t = subWord(bits.RotateLeft32(t, -8)) ^ rcon
			rcon = rcon<<1 ^ rcon>>7*0x11b
		} else if nk > 6 && i%nk == 4 {
			t = subWord(t)
		}
		w[i] = w[i-nk] ^ t
	}
	// Four round keys are turned into planes at a time, as if they were four
	// blocks, and then spread, one by one, over all the blocks of a batch.
	var four [batchSize]byte
	for r := 0; r <= rounds; r += 4 {
		for i := range min(4, rounds+1-r) {
			roundKeyBytes((*[BlockSize]byte)(four[BlockSize*i:]), w[4*(r+i):], r+i)
		}
		var p planes
		p.pack(&four)
		for i := range min(4, rounds+1-r) {
			for j := range p {
				const block0 = 0x1111111111111111
				k.schedule[r+i][j] = p[j] >> i & block0 * 0xf
			}
		}
	}
	clear(w[:])
	clear(four[:])
	return &k.Block
}

// roundKeyBytes writes round key r in the coordinates in which the planes are
// when it is added, with the constant of the SubBytes before it.
func roundKeyBytes(out *[BlockSize]byte, w []uint32, r int) {
	c := byte(0x63)
	if r == 0 {
		c = 0
	}
	for col := range 4 {
		for row := range 4 {
			out[4*((col+r*row)%4)+row] = byte(w[col]>>(8*row)) ^ c
		}
	}
}

// subWord is SubWord of FIPS 197 §5.2, by way of the same circuit.
func subWord(w uint32) (out uint32) {
	const bit0 = 0x01010101
	var p planes
	for j := range p {
		p[j] = uint64(w >> j & bit0)
	}
	p.subBytes()
	for j := range p {
		out |= uint32(p[j]&bit0) << j
	}
	return out ^ 0x63636363
}

// encryptBlocks encrypts whole blocks, of which src holds at least one.
func (k *slicedKey) encryptBlocks(dst, src []byte) {
	k.batches(dst, src, false)
}

// decryptBlocks decrypts whole blocks.
func (k *slicedKey) decryptBlocks(dst, src []byte) {
	k.batches(dst, src, true)
}

// batches encrypts or decrypts src, the last batch filled up with zeros.
func (k *slicedKey) batches(dst, src []byte, decrypt bool) {
	var p planes
	for ; len(src) >= batchSize; dst, src = dst[batchSize:], src[batchSize:] {
		p.pack((*[batchSize]byte)(src))
		k.cryptBatch(&p, decrypt)
		p.unpack((*[batchSize]byte)(dst))
	}
	if len(src) > 0 {
		var buf [batchSize]byte
		copy(buf[:], src)
		p.pack(&buf)
		k.cryptBatch(&p, decrypt)
		p.unpack(&buf)
		copy(dst[:len(src)], buf[:])
		clear(buf[:]) // it may hold the hash key of GCM
	}
}

// cryptBatch is one of the two below. A function value for the choice would move
// the planes to the heap.
func (k *slicedKey) cryptBatch(p *planes, decrypt bool) {
	if decrypt {
		k.decryptBatch(p)
	} else {
		k.encryptBatch(p)
	}
}

// ctr XORs the key stream of the counter blocks hi:lo, hi:lo + 1, … into src,
// whose last block may be a partial one.
//
// The counters are kept as planes. As long as only their lowest byte changes,
// four bits of each plane are all that must be made anew for a batch.
func (k *slicedKey) ctr(dst, src []byte, hi, lo uint64) {
	var base, p planes
	var buf [batchSize]byte
	for stale := true; len(src) > 0; {
		if low := uint32(lo & 0xff); low <= 0xff-3 {
			if stale {
				stale = false
				base.packCounters(&buf, hi, lo&^0xff, 0)
				base.xor(&k.schedule[0])
			}
			p = base
			p.xorLastBytes(low*0x01010101 + 0x03020100)
			stale = low == 0xff-3 // the next batch is beyond the base
		} else { // a carry within the batch
			p.packCounters(&buf, hi, lo, 1)
			p.xor(&k.schedule[0])
			stale = true
		}
		k.encryptRounds(&p)
		if len(src) < batchSize {
			p.unpack(&buf)
			for i, b := range src {
				dst[i] = b ^ buf[i]
			}
			break
		}
		p.unpackXOR((*[batchSize]byte)(dst), (*[batchSize]byte)(src))
		dst, src = dst[batchSize:], src[batchSize:]
		hi, lo = add128(hi, lo, batchSize/BlockSize)
	}
	clear(base[:]) // from it and the counter follows a round key
}

// packCounters sets p to four counter blocks that start at hi:lo and differ by step.
func (p *planes) packCounters(buf *[batchSize]byte, hi, lo, step uint64) {
	for b := 0; b < batchSize; b += BlockSize {
		binary.BigEndian.PutUint64(buf[b:], hi)
		binary.BigEndian.PutUint64(buf[b+8:], lo)
		hi, lo = add128(hi, lo, step)
	}
	p.pack(buf)
}

// xorLastBytes XORs byte b of v into byte 15 of block b: row 3, column 3, so
// bits 60 to 63 of the planes.
func (p *planes) xorLastBytes(v uint32) {
	for j := range p {
		// The product moves bit 8b of its first factor to bit 28 + b.
		bits := v >> j & 0x01010101 * (1<<28 | 1<<21 | 1<<14 | 1<<7)
		p[j] ^= uint64(bits&0xf0000000) << 32
	}
}

// cbcEncrypt chains whole blocks (SP 800-38A §6.2) and leaves the last one in iv.
func (k *slicedKey) cbcEncrypt(dst, src []byte, iv *[BlockSize]byte) {
	var p planes
	var buf [batchSize]byte
	block := (*[BlockSize]byte)(buf[:])
	*block = *iv
	for ; len(src) > 0; dst, src = dst[BlockSize:], src[BlockSize:] {
		xorBlock(block, block, (*[BlockSize]byte)(src))
		p.pack(&buf)
		k.encryptBatch(&p)
		p.unpack(&buf)
		*(*[BlockSize]byte)(dst) = *block
	}
	*iv = *block
}

// cbcDecrypt undoes cbcEncrypt, a batch at a time.
func (k *slicedKey) cbcDecrypt(dst, src []byte, iv *[BlockSize]byte) {
	var p planes
	var buf [BlockSize + batchSize]byte // the block before the batch, and the batch
	prev, in := (*[batchSize]byte)(buf[:]), (*[batchSize]byte)(buf[BlockSize:])
	copy(buf[:], iv[:])
	for len(src) > 0 {
		n := copy(in[:], src)
		p.pack(in)
		k.decryptBatch(&p)
		if n == batchSize {
			p.unpackXOR((*[batchSize]byte)(dst), prev)
		} else {
			var out [batchSize]byte
			p.unpackXOR(&out, prev)
			copy(dst, out[:n])
		}
		copy(buf[:], buf[n:n+BlockSize])
		dst, src = dst[n:], src[n:]
	}
	copy(iv[:], buf[:])
}

// encryptBatch is the cipher of FIPS 197 §5.1 on four blocks.
func (k *slicedKey) encryptBatch(p *planes) {
	p.xor(&k.schedule[0])
	k.encryptRounds(p)
}

// encryptRounds is encryptBatch after its first AddRoundKey.
func (k *slicedKey) encryptRounds(p *planes) {
	last := int(k.rounds)
	for r := 1; ; r += 4 {
		p.subBytes()
		p.mixColumns1(&k.schedule[r])
		if r+1 == last { // 10 and 14 rounds
			break
		}
		p.subBytes()
		p.mixColumns2(&k.schedule[r+1])
		p.subBytes()
		p.mixColumns3(&k.schedule[r+2])
		if r+3 == last { // 12 rounds
			break
		}
		p.subBytes()
		p.mixColumns0(&k.schedule[r+3])
	}
	p.subBytes()
	p.xor(&k.schedule[last])
	p.shiftRows(last)
}

// decryptBatch is the inverse cipher of FIPS 197 §5.3 on four blocks.
func (k *slicedKey) decryptBatch(p *planes) {
	last := int(k.rounds)
	p.shiftRows(last) // twice is its own inverse
	p.xor(&k.schedule[last])
	for r := last - 1; ; r-- {
		p.invSubBytes()
		if r == 0 {
			break
		}
		p.invMixColumns(r, &k.schedule[r])
	}
	p.xor(&k.schedule[0])
}

// add128 returns hi:lo + n modulo 2¹²⁸.
func add128(hi, lo, n uint64) (uint64, uint64) {
	lo, carry := bits.Add64(lo, n, 0)
	return hi + carry, lo
}

// xorBlock is dst = a ^ b. All of both is read before dst is written.
func xorBlock(dst, a, b *[BlockSize]byte) {
	le := binary.LittleEndian
	lo := le.Uint64(a[:8]) ^ le.Uint64(b[:8])
	hi := le.Uint64(a[8:]) ^ le.Uint64(b[8:])
	le.PutUint64(dst[:8], lo)
	le.PutUint64(dst[8:], hi)
}
