// Package schemes gives the modes that this module has, and those built on its
// Block here or by others, one form, so that a test can run them all alike.
package schemes

import (
	"crypto/cipher"
	"crypto/subtle"
	"errors"
	"slices"

	"github.com/ProtonMail/go-crypto/ocb"
	"github.com/pion/dtls/v3/pkg/crypto/ccm"

	"vpaes.example/aes"
	"vpaes.example/aes/interop/modes"
)

// Input is what a scheme works on. What it has no use for is ignored.
type Input struct {
	Key, Nonce, AAD []byte
	Text            []byte // the message, or what Seal has returned
	TagSize         int    // in bytes
}

// A Scheme is a way to encrypt or to authenticate. Each function reports an error
// for an input that it refuses, and never changes the input.
type Scheme struct {
	Seal func(Input) ([]byte, error) // gives the ciphertext, then the tag
	Open func(Input) ([]byte, error) // gives the message
}

var (
	errTag     = errors.New("schemes: wrong tag")
	errPadding = errors.New("schemes: wrong padding")
	errLength  = errors.New("schemes: wrong length")
)

// GCM is AES-GCM.
var GCM = aead(aes.NewGCMWithSizes)

// CCM is pion/dtls's CCM over our Block.
var CCM = aead(func(b cipher.Block, nonceSize, tagSize int) (cipher.AEAD, error) {
	return ccm.NewCCM(b, tagSize, nonceSize)
})

// OCB is ProtonMail/go-crypto's OCB over our Block.
var OCB = aead(ocb.NewOCBWithNonceAndTagSize)

func aead(make func(b cipher.Block, nonceSize, tagSize int) (cipher.AEAD, error)) Scheme {
	of := func(in Input) (cipher.AEAD, error) {
		b, err := aes.NewCipher(in.Key)
		if err != nil {
			return nil, err
		}
		return make(b, len(in.Nonce), in.TagSize)
	}
	return Scheme{
		Seal: func(in Input) ([]byte, error) {
			a, err := of(in)
			if err != nil {
				return nil, err
			}
			return a.Seal(nil, in.Nonce, in.Text, in.AAD), nil
		},
		Open: func(in Input) ([]byte, error) {
			a, err := of(in)
			if err != nil {
				return nil, err
			}
			return a.Open(nil, in.Nonce, in.Text, in.AAD)
		},
	}
}

// GMAC is GCM of no plaintext, with the message as its additional data. Open
// takes the message as AAD and gives it back.
var GMAC = Scheme{
	Seal: func(in Input) ([]byte, error) {
		in.AAD, in.Text = in.Text, nil
		return GCM.Seal(in)
	},
	Open: func(in Input) ([]byte, error) {
		if _, err := GCM.Open(in); err != nil {
			return nil, err
		}
		return in.AAD, nil
	},
}

// CMAC is the code of SP 800-38B. Open takes the message as AAD.
var CMAC = Scheme{
	Seal: withBlock(func(b *aes.Block, in Input) ([]byte, error) {
		mac := modes.CMAC(b, in.Text)
		return mac[:], nil
	}),
	Open: withBlock(func(b *aes.Block, in Input) ([]byte, error) {
		if mac := modes.CMAC(b, in.AAD); subtle.ConstantTimeCompare(mac[:], in.Text) != 1 {
			return nil, errTag
		}
		return in.AAD, nil
	}),
}

// SIV has the additional data and, if there is one, the nonce behind it. The
// vector of RFC 5297, which comes first there, is the tag and comes last here.
var SIV = Scheme{
	Seal: func(in Input) ([]byte, error) {
		s, err := modes.NewSIV(in.Key)
		if err != nil {
			return nil, err
		}
		out := s.Seal(in.Text, in.headers()...)
		return slices.Concat(out[aes.BlockSize:], out[:aes.BlockSize]), nil
	},
	Open: func(in Input) ([]byte, error) {
		s, err := modes.NewSIV(in.Key)
		if err != nil {
			return nil, err
		}
		n := len(in.Text) - aes.BlockSize
		if n < 0 {
			return nil, errLength
		}
		return s.Open(slices.Concat(in.Text[n:], in.Text[:n]), in.headers()...)
	},
}

func (in Input) headers() [][]byte {
	if len(in.Nonce) == 0 {
		return [][]byte{in.AAD}
	}
	return [][]byte{in.AAD, in.Nonce}
}

// XTS takes its tweak as the nonce, filled up with zeros.
var XTS = Scheme{Seal: xts((*modes.XTS).Encrypt), Open: xts((*modes.XTS).Decrypt)}

func xts(crypt func(x *modes.XTS, dst, src []byte, tweak [aes.BlockSize]byte)) func(Input) ([]byte, error) {
	return func(in Input) ([]byte, error) {
		x, err := modes.NewXTS(in.Key)
		if err != nil {
			return nil, err
		}
		var tweak [aes.BlockSize]byte
		copy(tweak[:], in.Nonce)
		out := make([]byte, len(in.Text))
		crypt(x, out, in.Text, tweak)
		return out, nil
	}
}

// CTR, ECB and CBC are the modes of SP 800-38A.
var (
	CTR = Scheme{Seal: withBlock(ctr), Open: withBlock(ctr)}
	ECB = Scheme{
		Seal: withBlock(wholeBlocks(func(b *aes.Block, _, dst, src []byte) { b.EncryptBlocks(dst, src) })),
		Open: withBlock(wholeBlocks(func(b *aes.Block, _, dst, src []byte) { b.DecryptBlocks(dst, src) })),
	}
	CBC = Scheme{
		Seal: withBlock(wholeBlocks(func(b *aes.Block, iv, dst, src []byte) {
			cipher.NewCBCEncrypter(b, iv).CryptBlocks(dst, src)
		})),
		Open: withBlock(wholeBlocks(func(b *aes.Block, iv, dst, src []byte) {
			cipher.NewCBCDecrypter(b, iv).CryptBlocks(dst, src)
		})),
	}
)

// PaddedCBC is CBC with the padding of PKCS #7 (RFC 5652 §6.3).
var PaddedCBC = Scheme{
	Seal: func(in Input) ([]byte, error) {
		in.Text = pad(in.Text)
		return CBC.Seal(in)
	},
	Open: func(in Input) ([]byte, error) {
		out, err := CBC.Open(in)
		if err != nil {
			return nil, err
		}
		return unpad(out)
	},
}

func withBlock(f func(*aes.Block, Input) ([]byte, error)) func(Input) ([]byte, error) {
	return func(in Input) ([]byte, error) {
		b, err := aes.New(in.Key)
		if err != nil {
			return nil, err
		}
		return f(b, in)
	}
}

func ctr(b *aes.Block, in Input) ([]byte, error) {
	out := make([]byte, len(in.Text))
	cipher.NewCTR(b, in.Nonce).XORKeyStream(out, in.Text)
	return out, nil
}

func wholeBlocks(crypt func(b *aes.Block, iv, dst, src []byte)) func(*aes.Block, Input) ([]byte, error) {
	return func(b *aes.Block, in Input) ([]byte, error) {
		if len(in.Text)%aes.BlockSize != 0 {
			return nil, errLength
		}
		out := make([]byte, len(in.Text))
		crypt(b, in.Nonce, out, in.Text)
		return out, nil
	}
}

func pad(msg []byte) []byte {
	n := aes.BlockSize - len(msg)%aes.BlockSize
	return append(slices.Clone(msg), slices.Repeat([]byte{byte(n)}, n)...)
}

func unpad(msg []byte) ([]byte, error) {
	if len(msg) == 0 {
		return nil, errPadding
	}
	n := int(msg[len(msg)-1])
	if n < 1 || n > aes.BlockSize || !slices.Equal(msg[len(msg)-n:], slices.Repeat([]byte{byte(n)}, n)) {
		return nil, errPadding
	}
	return msg[:len(msg)-n], nil
}
