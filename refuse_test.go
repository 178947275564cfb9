package aes

import (
	"crypto/cipher"
	"testing"
)

// A refusal is a call that must not be carried out: it panics, or returns an
// error, with this text, and neither writes anything nor changes any state.
type refusal struct {
	call string
	text string
	try  func(f *refuser) error
}

// refusals are all of them that the standard library has too: it refuses the
// same calls, though in its own words at times.
var refusals = []refusal{
	{"NewCipher(nil)", "crypto/aes: invalid key size 0", func(f *refuser) error { return second(f.newCipher(nil)) }},
	{"NewCipher(1 byte)", "crypto/aes: invalid key size 1", func(f *refuser) error { return second(f.newCipher(f.buf[:1])) }},
	{"NewCipher(15 bytes)", "crypto/aes: invalid key size 15", func(f *refuser) error { return second(f.newCipher(f.buf[:15])) }},
	{"NewCipher(17 bytes)", "crypto/aes: invalid key size 17", func(f *refuser) error { return second(f.newCipher(f.buf[:17])) }},
	{"NewCipher(33 bytes)", "crypto/aes: invalid key size 33", func(f *refuser) error { return second(f.newCipher(f.buf[:33])) }},
	{"NewCipher(128 bytes)", "crypto/aes: invalid key size 128", func(f *refuser) error { return second(f.newCipher(f.buf[:128])) }},

	{"Encrypt, short input", "crypto/aes: input not full block", panics(func(f *refuser) { f.block.Encrypt(f.out, f.buf[:15]) })},
	{"Encrypt, no input", "crypto/aes: input not full block", panics(func(f *refuser) { f.block.Encrypt(f.out, nil) })},
	{"Encrypt, short output", "crypto/aes: output not full block", panics(func(f *refuser) { f.block.Encrypt(f.out[:15], f.buf) })},
	{"Encrypt, no output", "crypto/aes: output not full block", panics(func(f *refuser) { f.block.Encrypt(nil, f.buf) })},
	{"Encrypt, overlap", "crypto/aes: invalid buffer overlap", panics(func(f *refuser) { f.block.Encrypt(f.buf[1:], f.buf) })},
	{"Decrypt, short input", "crypto/aes: input not full block", panics(func(f *refuser) { f.block.Decrypt(f.out, f.buf[:15]) })},
	{"Decrypt, no input", "crypto/aes: input not full block", panics(func(f *refuser) { f.block.Decrypt(f.out, nil) })},
	{"Decrypt, short output", "crypto/aes: output not full block", panics(func(f *refuser) { f.block.Decrypt(f.out[:15], f.buf) })},
	{"Decrypt, overlap", "crypto/aes: invalid buffer overlap", panics(func(f *refuser) { f.block.Decrypt(f.buf, f.buf[15:]) })},

	{"NewCTR, no IV", "bad IV length", panics(func(f *refuser) { f.newCTR(f.block, nil) })},
	{"NewCTR, short IV", "bad IV length", panics(func(f *refuser) { f.newCTR(f.block, f.buf[:15]) })},
	{"NewCTR, long IV", "bad IV length", panics(func(f *refuser) { f.newCTR(f.block, f.buf[:17]) })},
	{"XORKeyStream, short output", "crypto/aes: len(dst) < len(src)", panics(func(f *refuser) { f.ctr.XORKeyStream(f.out[:39], f.buf[:40]) })},
	{"XORKeyStream, no output", "crypto/aes: len(dst) < len(src)", panics(func(f *refuser) { f.ctr.XORKeyStream(nil, f.buf[:1]) })},
	{"XORKeyStream, overlap", "crypto/aes: invalid buffer overlap", panics(func(f *refuser) { f.ctr.XORKeyStream(f.buf[1:], f.buf[:40]) })},

	{"NewCBCEncrypter, no IV", "cipher.NewCBCEncrypter: IV length must equal block size", panics(func(f *refuser) { f.newCBCEncrypter(f.block, nil) })},
	{"NewCBCEncrypter, short IV", "cipher.NewCBCEncrypter: IV length must equal block size", panics(func(f *refuser) { f.newCBCEncrypter(f.block, f.buf[:15]) })},
	{"NewCBCEncrypter, long IV", "cipher.NewCBCEncrypter: IV length must equal block size", panics(func(f *refuser) { f.newCBCEncrypter(f.block, f.buf[:17]) })},
	{"CBC encrypt, partial block", "crypto/cipher: input not full blocks", panics(func(f *refuser) { f.enc.CryptBlocks(f.out, f.buf[:33]) })},
	{"CBC encrypt, short output", "crypto/cipher: output smaller than input", panics(func(f *refuser) { f.enc.CryptBlocks(f.out[:31], f.buf[:32]) })},
	{"CBC encrypt, overlap", "crypto/cipher: invalid buffer overlap", panics(func(f *refuser) { f.enc.CryptBlocks(f.buf[16:], f.buf[:32]) })},
	{"CBC encrypt, SetIV(nil)", "cipher: incorrect length IV", panics(func(f *refuser) { f.enc.(cbcIVSetter).SetIV(nil) })},
	{"CBC encrypt, SetIV(17 bytes)", "cipher: incorrect length IV", panics(func(f *refuser) { f.enc.(cbcIVSetter).SetIV(f.buf[:17]) })},

	{"NewCBCDecrypter, no IV", "cipher.NewCBCDecrypter: IV length must equal block size", panics(func(f *refuser) { f.newCBCDecrypter(f.block, nil) })},
	{"NewCBCDecrypter, short IV", "cipher.NewCBCDecrypter: IV length must equal block size", panics(func(f *refuser) { f.newCBCDecrypter(f.block, f.buf[:15]) })},
	{"NewCBCDecrypter, long IV", "cipher.NewCBCDecrypter: IV length must equal block size", panics(func(f *refuser) { f.newCBCDecrypter(f.block, f.buf[:17]) })},
	{"CBC decrypt, partial block", "crypto/cipher: input not full blocks", panics(func(f *refuser) { f.dec.CryptBlocks(f.out, f.buf[:1]) })},
	{"CBC decrypt, short output", "crypto/cipher: output smaller than input", panics(func(f *refuser) { f.dec.CryptBlocks(nil, f.buf[:16]) })},
	{"CBC decrypt, overlap", "crypto/cipher: invalid buffer overlap", panics(func(f *refuser) { f.dec.CryptBlocks(f.buf[:64], f.buf[1:33]) })},
	{"CBC decrypt, SetIV(15 bytes)", "cipher: incorrect length IV", panics(func(f *refuser) { f.dec.(cbcIVSetter).SetIV(f.buf[:15]) })},

	{"NewGCMWithNonceSize(0)", "cipher: the nonce can't have zero length", func(f *refuser) error { return second(f.newGCMWithNonceSize(f.block, 0)) }},
	{"NewGCMWithNonceSize(-1)", "cipher: the nonce can't have zero length", func(f *refuser) error { return second(f.newGCMWithNonceSize(f.block, -1)) }},
	{"NewGCMWithTagSize(-1)", "cipher: incorrect tag size given to GCM", func(f *refuser) error { return second(f.newGCMWithTagSize(f.block, -1)) }},
	{"NewGCMWithTagSize(0)", "cipher: incorrect tag size given to GCM", func(f *refuser) error { return second(f.newGCMWithTagSize(f.block, 0)) }},
	{"NewGCMWithTagSize(11)", "cipher: incorrect tag size given to GCM", func(f *refuser) error { return second(f.newGCMWithTagSize(f.block, 11)) }},
	{"NewGCMWithTagSize(17)", "cipher: incorrect tag size given to GCM", func(f *refuser) error { return second(f.newGCMWithTagSize(f.block, 17)) }},

	{"Seal, no nonce", "crypto/cipher: incorrect nonce length given to GCM", panics(func(f *refuser) { f.gcm.Seal(f.out[:0], nil, f.buf[:20], nil) })},
	{"Seal, short nonce", "crypto/cipher: incorrect nonce length given to GCM", panics(func(f *refuser) { f.gcm.Seal(f.out[:0], f.buf[:11], f.buf[:20], nil) })},
	{"Seal, long nonce", "crypto/cipher: incorrect nonce length given to GCM", panics(func(f *refuser) { f.gcm.Seal(f.out[:0], f.buf[:13], f.buf[:20], nil) })},
	{"Seal, output over input", "crypto/cipher: invalid buffer overlap of output and input", panics(func(f *refuser) { f.gcm.Seal(f.buf[:1], f.nonce, f.buf[:20], nil) })},
	{"Seal, tag over input", "crypto/cipher: invalid buffer overlap of output and input", panics(func(f *refuser) { f.gcm.Seal(f.buf[:0], f.nonce, f.buf[20:40], nil) })},
	{"Seal, output over additional data", "crypto/cipher: invalid buffer overlap of output and additional data", panics(func(f *refuser) { f.gcm.Seal(f.out[:0], f.nonce, f.buf[:20], f.out[:1]) })},
	{"Seal, tag over additional data", "crypto/cipher: invalid buffer overlap of output and additional data", panics(func(f *refuser) { f.gcm.Seal(f.out[:0], f.nonce, f.buf[:20], f.out[35:36]) })},

	{"Open, no nonce", "crypto/cipher: incorrect nonce length given to GCM", panics(func(f *refuser) { f.gcm.Open(f.out[:0], nil, f.sealed, nil) })},
	{"Open, short nonce", "crypto/cipher: incorrect nonce length given to GCM", panics(func(f *refuser) { f.gcm.Open(f.out[:0], f.buf[:11], f.sealed, nil) })},
	{"Open, long nonce", "crypto/cipher: incorrect nonce length given to GCM", panics(func(f *refuser) { f.gcm.Open(f.out[:0], f.buf[:13], f.sealed, nil) })},
	{"Open, nothing", "cipher: message authentication failed", func(f *refuser) error { return second(f.gcm.Open(f.out[:0], f.nonce, nil, nil)) }},
	{"Open, shorter than a tag", "cipher: message authentication failed", func(f *refuser) error { return second(f.gcm.Open(f.out[:0], f.nonce, f.buf[:15], nil)) }},
	{"Open, output over input", "crypto/cipher: invalid buffer overlap of output and input", panics(func(f *refuser) { f.gcm.Open(f.sealed[:1], f.nonce, f.sealed, nil) })},
	{"Open, output over tag", "crypto/cipher: invalid buffer overlap of output and input", panics(func(f *refuser) { f.gcm.Open(f.sealed[:len(f.sealed)-1], f.nonce, f.sealed, nil) })},
	{"Open, output over additional data", "crypto/cipher: invalid buffer overlap of output and additional data", panics(func(f *refuser) { f.gcm.Open(f.out[:0], f.nonce, f.sealed, f.out[5:9]) })},

	{"random nonce, Seal with a nonce", "crypto/cipher: non-empty nonce passed to GCMWithRandomNonce", panics(func(f *refuser) { f.random.Seal(f.out[:0], f.nonce, f.buf[:20], nil) })},
	{"random nonce, Seal, output over input", "crypto/cipher: invalid buffer overlap of output and input", panics(func(f *refuser) { f.random.Seal(f.buf[:12], nil, f.buf[:20], nil) })},
	{"random nonce, Seal, output over additional data", "crypto/cipher: invalid buffer overlap of output and additional data", panics(func(f *refuser) { f.random.Seal(f.out[:0], nil, f.buf[:20], f.out[40:41]) })},
	{"random nonce, Open with a nonce", "crypto/cipher: non-empty nonce passed to GCMWithRandomNonce", panics(func(f *refuser) { f.random.Open(f.out[:0], f.nonce, f.buf[:40], nil) })},
	{"random nonce, Open, shorter than nonce and tag", "cipher: message authentication failed", func(f *refuser) error { return second(f.random.Open(f.out[:0], nil, f.buf[:27], nil)) }},
	{"random nonce, Open, output over input", "crypto/cipher: invalid buffer overlap of output and input", panics(func(f *refuser) { f.random.Open(f.buf[:12], nil, f.buf[:40], nil) })},
	{"random nonce, Open, output over additional data", "crypto/cipher: invalid buffer overlap of output and additional data", panics(func(f *refuser) { f.random.Open(f.out[:0], nil, f.buf[:40], f.out[3:4]) })},
}

// ownRefusals are those of what the standard library does not have.
var ownRefusals = []refusal{
	{"New(nil)", "crypto/aes: invalid key size 0", func(f *refuser) error { return second(New(nil)) }},
	{"New(20 bytes)", "crypto/aes: invalid key size 20", func(f *refuser) error { return second(New(f.buf[:20])) }},

	{"EncryptBlocks, partial block", "crypto/cipher: input not full blocks", panics(func(f *refuser) { f.ourBlock().EncryptBlocks(f.out, f.buf[:17]) })},
	{"EncryptBlocks, short output", "crypto/cipher: output smaller than input", panics(func(f *refuser) { f.ourBlock().EncryptBlocks(f.out[:31], f.buf[:32]) })},
	{"EncryptBlocks, overlap", "crypto/cipher: invalid buffer overlap", panics(func(f *refuser) { f.ourBlock().EncryptBlocks(f.buf[16:], f.buf[:32]) })},
	{"DecryptBlocks, partial block", "crypto/cipher: input not full blocks", panics(func(f *refuser) { f.ourBlock().DecryptBlocks(f.out, f.buf[:31]) })},
	{"DecryptBlocks, short output", "crypto/cipher: output smaller than input", panics(func(f *refuser) { f.ourBlock().DecryptBlocks(nil, f.buf[:16]) })},
	{"DecryptBlocks, overlap", "crypto/cipher: invalid buffer overlap", panics(func(f *refuser) { f.ourBlock().DecryptBlocks(f.buf, f.buf[8:24]) })},

	{"Block.CTR, short IV", "bad IV length", panics(func(f *refuser) { f.ourBlock().CTR(f.buf[:15]) })},
	{"XORKeyStreamAt, short output", "crypto/aes: len(dst) < len(src)", panics(func(f *refuser) { f.ourCTR().XORKeyStreamAt(f.out[:9], f.buf[:10], 3) })},
	{"XORKeyStreamAt, overlap", "crypto/aes: invalid buffer overlap", panics(func(f *refuser) { f.ourCTR().XORKeyStreamAt(f.buf[1:], f.buf[:10], 3) })},
	{"XORKeyStreamAt, beyond the end", "crypto/aes: counter overflow", panics(func(f *refuser) { f.ourCTR().XORKeyStreamAt(f.out, f.buf[:40], 1<<64-40) })},
	{"XORKeyStreamAt, far beyond the end", "crypto/aes: counter overflow", panics(func(f *refuser) { f.ourCTR().XORKeyStreamAt(f.out, f.buf[:40], 1<<64-1) })},
	{"XORKeyStream, beyond the end", "crypto/aes: counter overflow", panics(func(f *refuser) {
		c := f.ourCTR()
		was := c.offset
		c.offset = 1<<64 - 40
		defer func() {
			if c.offset != 1<<64-40 {
				panic("the position has moved")
			}
			c.offset = was
		}()
		c.XORKeyStream(f.out, f.buf[:40])
	})},

	{"NewGCMWithSizes(0, 16)", "cipher: the nonce can't have zero length", func(f *refuser) error { return second(NewGCMWithSizes(f.block, 0, 16)) }},
	{"NewGCMWithSizes(-1, 16)", "cipher: the nonce can't have zero length", func(f *refuser) error { return second(NewGCMWithSizes(f.block, -1, 16)) }},
	{"NewGCMWithSizes(13, 17)", "cipher: incorrect tag size given to GCM", func(f *refuser) error { return second(NewGCMWithSizes(f.block, 13, 17)) }},
	{"Block.GCM(12, 11)", "cipher: incorrect tag size given to GCM", func(f *refuser) error { return second(f.ourBlock().GCM(12, 11)) }},
	{"Block.GCM(0, 12)", "cipher: the nonce can't have zero length", func(f *refuser) error { return second(f.ourBlock().GCM(0, 12)) }},
	{"Block.NewGCM(12, 0)", "cipher: incorrect tag size given to GCM", func(f *refuser) error { return second(f.ourBlock().NewGCM(12, 0)) }},

	{"SealDetached, short nonce", "crypto/cipher: incorrect nonce length given to GCM", panics(func(f *refuser) { f.ourGCM().SealDetached(f.out[:0], f.tag, f.buf[:11], f.buf[:20], nil) })},
	{"SealDetached, no tag", "aes: incorrect tag length given to GCM", panics(func(f *refuser) { f.ourGCM().SealDetached(f.out[:0], nil, f.nonce, f.buf[:20], nil) })},
	{"SealDetached, short tag", "aes: incorrect tag length given to GCM", panics(func(f *refuser) { f.ourGCM().SealDetached(f.out[:0], f.tag[:15], f.nonce, f.buf[:20], nil) })},
	{"SealDetached, long tag", "aes: incorrect tag length given to GCM", panics(func(f *refuser) { f.ourGCM().SealDetached(f.out[:0], f.tag[:17], f.nonce, f.buf[:20], nil) })},
	{"SealDetached, output over input", "crypto/cipher: invalid buffer overlap of output and input", panics(func(f *refuser) { f.ourGCM().SealDetached(f.buf[:1], f.tag, f.nonce, f.buf[:20], nil) })},
	{"SealDetached, output over additional data", "crypto/cipher: invalid buffer overlap of output and additional data", panics(func(f *refuser) { f.ourGCM().SealDetached(f.out[:0], f.tag, f.nonce, f.buf[:20], f.out[19:]) })},
	{"SealDetached, tag over output", "aes: invalid buffer overlap of tag and data", panics(func(f *refuser) { f.ourGCM().SealDetached(f.out[:0], f.out[19:35], f.nonce, f.buf[:20], nil) })},
	{"SealDetached, tag over input", "aes: invalid buffer overlap of tag and data", panics(func(f *refuser) { f.ourGCM().SealDetached(f.out[:0], f.buf[:16], f.nonce, f.buf[15:20], nil) })},
	{"SealDetached, tag over additional data", "aes: invalid buffer overlap of tag and data", panics(func(f *refuser) { f.ourGCM().SealDetached(f.out[:0], f.tag, f.nonce, f.buf[:20], f.tag[15:16]) })},

	{"OpenDetached, long nonce", "crypto/cipher: incorrect nonce length given to GCM", panics(func(f *refuser) { f.ourGCM().OpenDetached(f.out[:0], f.buf[:13], f.buf[:20], f.tag, nil) })},
	{"OpenDetached, no tag", "cipher: message authentication failed", func(f *refuser) error {
		return second(f.ourGCM().OpenDetached(f.out[:0], f.nonce, f.buf[:20], nil, nil))
	}},
	{"OpenDetached, short tag", "cipher: message authentication failed", func(f *refuser) error {
		return second(f.ourGCM().OpenDetached(f.out[:0], f.nonce, f.buf[:20], f.tag[:15], nil))
	}},
	{"OpenDetached, long tag", "cipher: message authentication failed", func(f *refuser) error {
		return second(f.ourGCM().OpenDetached(f.out[:0], f.nonce, f.buf[:20], f.tag[:17], nil))
	}},
	{"OpenDetached, output over input", "crypto/cipher: invalid buffer overlap of output and input", panics(func(f *refuser) { f.ourGCM().OpenDetached(f.buf[:1], f.nonce, f.buf[:20], f.tag, nil) })},
	{"OpenDetached, output over additional data", "crypto/cipher: invalid buffer overlap of output and additional data", panics(func(f *refuser) { f.ourGCM().OpenDetached(f.out[:0], f.nonce, f.buf[:20], f.tag, f.out[:1]) })},
}

// invalid are calls with an object that no constructor has made: the zero value,
// or a copy of a valid one.
var invalid = []struct {
	name, text string
	do         func(f *refuser)
}{
	{"Encrypt", notABlock, func(f *refuser) { f.noBlock.Encrypt(f.out, f.buf) }},
	{"Decrypt", notABlock, func(f *refuser) { f.noBlock.Decrypt(f.out, f.buf) }},
	{"EncryptBlocks", notABlock, func(f *refuser) { f.noBlock.EncryptBlocks(f.out, f.buf[:32]) }},
	{"DecryptBlocks", notABlock, func(f *refuser) { f.noBlock.DecryptBlocks(f.out, f.buf[:32]) }},
	{"EncryptBlocks of nothing", notABlock, func(f *refuser) { f.noBlock.EncryptBlocks(nil, nil) }},
	{"DecryptBlocks of nothing", notABlock, func(f *refuser) { f.noBlock.DecryptBlocks(nil, nil) }},
	{"Implementation", notABlock, func(f *refuser) { f.noBlock.Implementation() }},
	{"Block.CTR", notABlock, func(f *refuser) { f.noBlock.CTR(f.buf[:16]) }},
	{"Block.NewCTR", notABlock, func(f *refuser) { f.noBlock.NewCTR(f.buf[:16]) }},
	{"Block.NewCBCEncrypter", notABlock, func(f *refuser) { f.noBlock.NewCBCEncrypter(f.buf[:16]) }},
	{"Block.NewCBCDecrypter", notABlock, func(f *refuser) { f.noBlock.NewCBCDecrypter(f.buf[:16]) }},
	{"Block.NewGCM", notABlock, func(f *refuser) { f.noBlock.NewGCM(12, 16) }},
	{"Block.GCM", notABlock, func(f *refuser) { f.noBlock.GCM(12, 16) }},
	{"NewCTR", notABlock, func(f *refuser) { NewCTR(f.noBlock, f.buf[:16]) }},
	{"NewCBCEncrypter", notABlock, func(f *refuser) { NewCBCEncrypter(f.noBlock, f.buf[:16]) }},
	{"NewCBCDecrypter", notABlock, func(f *refuser) { NewCBCDecrypter(f.noBlock, f.buf[:16]) }},
	{"NewGCM", notABlock, func(f *refuser) { NewGCM(f.noBlock) }},
	{"NewGCMWithNonceSize", notABlock, func(f *refuser) { NewGCMWithNonceSize(f.noBlock, 13) }},
	{"NewGCMWithTagSize", notABlock, func(f *refuser) { NewGCMWithTagSize(f.noBlock, 13) }},
	{"NewGCMWithSizes", notABlock, func(f *refuser) { NewGCMWithSizes(f.noBlock, 13, 13) }},
	{"NewGCMWithRandomNonce", notABlock, func(f *refuser) { NewGCMWithRandomNonce(f.noBlock) }},
	{"crypto/cipher's NewCTR", notABlock, func(f *refuser) { cipher.NewCTR(f.noBlock, f.buf[:16]) }},

	{"XORKeyStream", notACTR, func(f *refuser) { new(CTR).XORKeyStream(f.out, f.buf) }},
	{"XORKeyStream of nothing", notACTR, func(f *refuser) { new(CTR).XORKeyStream(nil, nil) }},
	{"XORKeyStreamAt", notACTR, func(f *refuser) { new(CTR).XORKeyStreamAt(f.out, f.buf, 5) }},

	{"NonceSize", notAGCM, func(f *refuser) { f.noGCM.NonceSize() }},
	{"Overhead", notAGCM, func(f *refuser) { f.noGCM.Overhead() }},
	{"Seal", notAGCM, func(f *refuser) { f.noGCM.Seal(f.out[:0], f.nonce, f.buf, nil) }},
	{"Open", notAGCM, func(f *refuser) { f.noGCM.Open(f.out[:0], f.nonce, f.sealed, nil) }},
	{"SealDetached", notAGCM, func(f *refuser) { f.noGCM.SealDetached(f.out[:0], f.tag, f.nonce, f.buf[:20], nil) }},
	{"OpenDetached", notAGCM, func(f *refuser) { f.noGCM.OpenDetached(f.out[:0], f.nonce, f.buf[:20], f.tag, nil) }},
}

const (
	notABlock = "aes: Block not made by New, or a copy of one"
	notACTR   = "aes: CTR not made by NewCTR"
	notAGCM   = "aes: GCM not made by NewGCM, or a copy of one"
)

func TestRefusals(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		for _, r := range refusals {
			panicked := r.check(t)
			if _, p := newRefuser(t, stdlib).refused(t, r); p != panicked {
				t.Errorf("%s: panics: %t, in the standard library: %t", r.call, panicked, p)
			}
		}
		for _, r := range ownRefusals {
			r.check(t)
		}
	})
}

// A Block that comes to crypto/cipher refuses the same, in the words of either.
func TestRefusalsMixed(t *testing.T) {
	mixed := mixed
	mixed.newGCMWithRandomNonce = NewGCMWithRandomNonce
	for _, r := range refusals {
		f := newRefuser(t, mixed)
		f.refused(t, r)
		f.unchanged(t, r.call)
	}
}

func TestInvalidObjects(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		for _, c := range invalid {
			zero := newRefuser(t, ours)
			zero.noBlock, zero.noGCM = new(Block), new(GCM)
			copied := newRefuser(t, ours)
			block, gcm := *copied.ourBlock(), *copied.ourGCM()
			copied.noBlock, copied.noGCM = &block, &gcm
			for _, f := range []*refuser{zero, copied} {
				mustPanic(t, c.text, func() { c.do(f) })
				f.unchanged(t, c.name)
			}
		}
	})
}
