package wycheproof

import (
	"crypto/cipher"
	"crypto/subtle"
	"errors"
	"slices"

	"github.com/pion/dtls/v3/pkg/crypto/ccm"

	"vpaes.example/aes"
	"vpaes.example/aes/interop/modes"
)

// A mode says how to run the vectors of one file. An error from either function
// means that the input was refused.
type mode struct {
	file string
	seal func(group, vector) ([]byte, error) // ciphertext, then the tag
	open func(group, vector) ([]byte, error) // the message
}

// all are the modes, each with its file.
var all = []mode{
	aead("aes_gcm", func(b cipher.Block, nonceSize, tagSize int) (cipher.AEAD, error) {
		return aes.NewGCMWithSizes(b, nonceSize, tagSize)
	}),
	gmac,
	cbc,
	aead("aes_ccm", func(b cipher.Block, nonceSize, tagSize int) (cipher.AEAD, error) {
		return ccm.NewCCM(b, tagSize, nonceSize)
	}),
	cmac,
	siv,
	sivWithNonce,
	{"aes_xts", xtsWith(encryptXTS), xtsWith(decryptXTS)},
}

// aead makes a mode of an AEAD over our Block.
func aead(file string, make func(b cipher.Block, nonceSize, tagSize int) (cipher.AEAD, error)) mode {
	of := func(g group, v vector) (cipher.AEAD, error) {
		b, err := aes.NewCipher(v.Key)
		if err != nil {
			return nil, err
		}
		return make(b, len(v.IV), g.TagSize/8)
	}
	return mode{
		file: file,
		seal: func(g group, v vector) ([]byte, error) {
			a, err := of(g, v)
			if err != nil {
				return nil, err
			}
			return a.Seal(nil, v.IV, v.Msg, v.AAD), nil
		},
		open: func(g group, v vector) ([]byte, error) {
			a, err := of(g, v)
			if err != nil {
				return nil, err
			}
			return a.Open(nil, v.IV, slices.Concat(v.CT, v.Tag), v.AAD)
		},
	}
}

// gmac is GCM of no plaintext; the message is its additional data.
var gmac = mode{
	file: "aes_gmac",
	seal: func(g group, v vector) ([]byte, error) {
		a, err := gcmOf(g, v)
		if err != nil {
			return nil, err
		}
		tag := make([]byte, a.Overhead())
		a.SealDetached(nil, tag, v.IV, nil, v.Msg)
		return tag, nil
	},
	open: func(g group, v vector) ([]byte, error) {
		a, err := gcmOf(g, v)
		if err != nil {
			return nil, err
		}
		if _, err := a.OpenDetached(nil, v.IV, nil, v.Tag, v.Msg); err != nil {
			return nil, err
		}
		return v.Msg, nil
	},
}

func gcmOf(g group, v vector) (*aes.GCM, error) {
	b, err := aes.New(v.Key)
	if err != nil {
		return nil, err
	}
	return b.GCM(len(v.IV), g.TagSize/8)
}

// cbc is CBC with the padding of PKCS #7 (RFC 5652 §6.3).
var cbc = mode{
	file: "aes_cbc_pkcs5",
	seal: func(_ group, v vector) ([]byte, error) {
		b, err := aes.NewCipher(v.Key)
		if err != nil {
			return nil, err
		}
		out := pad(v.Msg)
		aes.NewCBCEncrypter(b, v.IV).CryptBlocks(out, out)
		return out, nil
	},
	open: func(_ group, v vector) ([]byte, error) {
		b, err := aes.NewCipher(v.Key)
		if err != nil {
			return nil, err
		}
		if len(v.CT)%aes.BlockSize != 0 {
			return nil, errPadding
		}
		out := make([]byte, len(v.CT))
		aes.NewCBCDecrypter(b, v.IV).CryptBlocks(out, v.CT)
		return unpad(out)
	},
}

var errPadding = errors.New("wrong padding")

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

var cmac = mode{
	file: "aes_cmac",
	seal: func(_ group, v vector) ([]byte, error) {
		b, err := aes.New(v.Key)
		if err != nil {
			return nil, err
		}
		mac := modes.CMAC(b, v.Msg)
		return mac[:], nil
	},
	open: func(_ group, v vector) ([]byte, error) {
		b, err := aes.New(v.Key)
		if err != nil {
			return nil, err
		}
		if mac := modes.CMAC(b, v.Msg); subtle.ConstantTimeCompare(mac[:], v.Tag) != 1 {
			return nil, errors.New("wrong tag")
		}
		return v.Msg, nil
	},
}

var siv = mode{
	file: "aes_siv_cmac",
	seal: func(_ group, v vector) ([]byte, error) {
		s, err := modes.NewSIV(v.Key)
		if err != nil {
			return nil, err
		}
		return s.Seal(v.Msg, v.AAD), nil
	},
	open: func(_ group, v vector) ([]byte, error) {
		s, err := modes.NewSIV(v.Key)
		if err != nil {
			return nil, err
		}
		return s.Open(v.CT, v.AAD)
	},
}

// sivWithNonce is SIV whose last additional data is a nonce. Its vectors have the
// synthetic initialization vector as the tag, which RFC 5297 puts first.
var sivWithNonce = mode{
	file: "aead_aes_siv_cmac",
	seal: func(_ group, v vector) ([]byte, error) {
		s, err := modes.NewSIV(v.Key)
		if err != nil {
			return nil, err
		}
		out := s.Seal(v.Msg, v.AAD, v.IV)
		return slices.Concat(out[aes.BlockSize:], out[:aes.BlockSize]), nil
	},
	open: func(_ group, v vector) ([]byte, error) {
		s, err := modes.NewSIV(v.Key)
		if err != nil {
			return nil, err
		}
		return s.Open(slices.Concat(v.Tag, v.CT), v.AAD, v.IV)
	},
}

func encryptXTS(x *modes.XTS, v vector, tweak [aes.BlockSize]byte) []byte {
	out := make([]byte, len(v.Msg))
	x.Encrypt(out, v.Msg, tweak)
	return out
}

func decryptXTS(x *modes.XTS, v vector, tweak [aes.BlockSize]byte) []byte {
	out := make([]byte, len(v.CT))
	x.Decrypt(out, v.CT, tweak)
	return out
}

// xtsWith runs our XTS; a shorter tweak is filled up with zeros.
func xtsWith(crypt func(*modes.XTS, vector, [aes.BlockSize]byte) []byte) func(group, vector) ([]byte, error) {
	return func(_ group, v vector) ([]byte, error) {
		x, err := modes.NewXTS(v.Key)
		if err != nil {
			return nil, err
		}
		var tweak [aes.BlockSize]byte
		copy(tweak[:], v.IV)
		return crypt(x, v, tweak), nil
	}
}
