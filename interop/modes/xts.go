package modes

import (
	"crypto/subtle"
	"encoding/binary"
	"errors"

	"vpaes.example/aes"
)

// XTS encrypts sectors of storage (IEEE 1619, SP 800-38E), with ciphertext
// stealing. It authenticates nothing.
//
// It is the example of a parallel mode: it makes the tweaks of many blocks, XORs
// all of them in, has [aes.Block.EncryptBlocks] encrypt all of them, and XORs
// the tweaks in again. A loop over single blocks cannot use the parallelism
// that every kernel has.
type XTS struct {
	data, tweak *aes.Block
}

// batch is how many bytes go through EncryptBlocks at once: enough for the
// widest kernel, little enough to stay in the L1 cache with their tweaks.
const batch = 64 * aes.BlockSize

// NewXTS returns the XTS for a key twice as long as one of AES. It refuses two
// equal halves, as SP 800-38E's implementation guidance demands.
func NewXTS(key []byte) (*XTS, error) {
	half := len(key) / 2
	if len(key)%2 != 0 || subtle.ConstantTimeCompare(key[:half], key[half:]) == 1 {
		return nil, errors.New("modes: XTS takes two different keys")
	}
	data, err := aes.New(key[:half])
	if err != nil {
		return nil, err
	}
	tweak, err := aes.New(key[half:])
	if err != nil {
		return nil, err
	}
	return &XTS{data, tweak}, nil
}

// Encrypt encrypts the sector src, at least one block, into dst. The tweak is the
// sector's number, little-endian.
func (x *XTS) Encrypt(dst, src []byte, tweak [aes.BlockSize]byte) {
	whole := x.start(dst, src, &tweak)
	x.crypt(false, dst[:whole], src[:whole], &tweak)
	if tail := len(src) - whole; tail > 0 {
		last, before := dst[whole:len(src)], dst[whole-aes.BlockSize:whole]
		stolen := block(before)
		copy(before, src[whole:])
		copy(last, stolen[:tail])
		x.crypt(false, before, before, &tweak)
	}
}

// Decrypt undoes Encrypt.
func (x *XTS) Decrypt(dst, src []byte, tweak [aes.BlockSize]byte) {
	whole := x.start(dst, src, &tweak)
	tail := len(src) - whole
	if tail == 0 {
		x.crypt(true, dst[:whole], src[:whole], &tweak)
		return
	}
	// The last whole block was encrypted after the one that is cut, under the
	// tweak after its own.
	before := whole - aes.BlockSize
	x.crypt(true, dst[:before], src[:before], &tweak)
	var own, stolen block
	next := tweak
	fill(own[:], &next)
	x.crypt(true, stolen[:], src[before:whole], &next)
	joined := stolen
	copy(joined[:], src[whole:])
	copy(dst[whole:], stolen[:tail])
	x.crypt(true, dst[before:whole], joined[:], &own)
}

// start encrypts the tweak and returns the length of src's whole blocks.
func (x *XTS) start(dst, src []byte, tweak *block) int {
	if len(src) < aes.BlockSize || len(dst) < len(src) {
		panic("modes: XTS sector too short")
	}
	x.tweak.Encrypt(tweak[:], tweak[:])
	return len(src) &^ (aes.BlockSize - 1)
}

// crypt encrypts or decrypts whole blocks, with tweak and its successors XORed in
// before and after, and leaves the tweak of the block that would be next.
func (x *XTS) crypt(decrypt bool, dst, src []byte, tweak *block) {
	var tweaks, buffer [batch]byte
	for len(src) > 0 {
		n := min(batch, len(src))
		fill(tweaks[:n], tweak)
		subtle.XORBytes(buffer[:n], src, tweaks[:n])
		if decrypt {
			x.data.DecryptBlocks(buffer[:n], buffer[:n])
		} else {
			x.data.EncryptBlocks(buffer[:n], buffer[:n])
		}
		subtle.XORBytes(dst, buffer[:n], tweaks[:n])
		dst, src = dst[n:], src[n:]
	}
}

// fill writes tweak and its successors to tweaks, and leaves the one after those.
func fill(tweaks []byte, tweak *block) {
	le := binary.LittleEndian
	lo, hi := le.Uint64(tweak[:8]), le.Uint64(tweak[8:])
	for ; len(tweaks) >= aes.BlockSize; tweaks = tweaks[aes.BlockSize:] {
		le.PutUint64(tweaks, lo)
		le.PutUint64(tweaks[8:], hi)
		lo, hi = mul(lo, hi)
	}
	le.PutUint64(tweak[:8], lo)
	le.PutUint64(tweak[8:], hi)
}

// mul multiplies a tweak by α (IEEE 1619 §5.2), which is double for little-endian
// numbers.
func mul(lo, hi uint64) (uint64, uint64) {
	return lo<<1 ^ hi>>63*0x87, hi<<1 | lo>>63
}
