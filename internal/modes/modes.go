package modes

import (
	"crypto/cipher"

	"vpaes.example/aes"
)

// A Mode is one thing to measure.
type Mode struct {
	Name  string // "gcm-seal"
	Title string // "GCM, sealing"
	// GCM says that the hash of the kernel matters too, not just the cipher.
	GCM bool
	// KeySetUp says that the operation makes keys: it takes a time, whatever
	// the size of the message.
	KeySetUp bool
	// Prepare makes everything that is not to be timed.
	Prepare func(l Library, key, message []byte) Operation
}

// An Operation is a mode at work on one key and one message.
type Operation struct {
	// Run is what is timed. It allocates nothing of its own.
	Run func()
	// Output returns what the last Run has made, or what can be made with it.
	Output func() []byte
}

// All are the modes, in the order of the report.
var All = []Mode{
	{Name: "block", Title: "Encrypt, block by block", Prepare: block(encryptEach)},
	{Name: "block-dec", Title: "Decrypt, block by block", Prepare: block(decryptEach)},
	{Name: "blocks", Title: "EncryptBlocks (std: a loop of Encrypt)", Prepare: func(l Library, key, message []byte) Operation {
		return block(l.EncryptBlocks)(l, key, message)
	}},
	{Name: "blocks-dec", Title: "DecryptBlocks (std: a loop of Decrypt)", Prepare: func(l Library, key, message []byte) Operation {
		return block(l.DecryptBlocks)(l, key, message)
	}},
	{Name: "ctr", Title: "CTR, one running stream", Prepare: ctr},
	{Name: "ctr-new", Title: "CTR, a fresh stream per message", Prepare: ctrNew},
	{Name: "cbc-enc", Title: "CBC, encrypting", Prepare: func(l Library, key, message []byte) Operation {
		return cbc(l.NewCBCEncrypter(newCipher(l, key), nonce[:]), message)
	}},
	{Name: "cbc-dec", Title: "CBC, decrypting", Prepare: func(l Library, key, message []byte) Operation {
		return cbc(l.NewCBCDecrypter(newCipher(l, key), nonce[:]), message)
	}},
	{Name: "gcm-seal", Title: "GCM, Seal, 13 bytes of additional data", GCM: true, Prepare: gcmSeal},
	{Name: "gcm-open", Title: "GCM, Open, 13 bytes of additional data", GCM: true, Prepare: gcmOpen},
	{Name: "new-cipher", Title: "NewCipher", KeySetUp: true, Prepare: keySetUp},
	{Name: "new-gcm", Title: "NewCipher and NewGCM", GCM: true, KeySetUp: true, Prepare: gcmSetUp},
}

// Find returns the mode of that name.
func Find(name string) (Mode, bool) {
	for _, m := range All {
		if m.Name == name {
			return m, true
		}
	}
	return Mode{}, false
}

// The nonce, of which GCM takes 12 bytes, and the additional data, which is as
// long as a TLS record's. Their values do not matter to any kernel's speed.
var (
	nonce          = [aes.BlockSize]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}
	additionalData = []byte("thirteen byte")
)

func newCipher(l Library, key []byte) cipher.Block {
	b, err := l.NewCipher(key)
	if err != nil {
		panic(err)
	}
	return b
}

func newGCM(l Library, b cipher.Block) cipher.AEAD {
	g, err := l.NewGCM(b)
	if err != nil {
		panic(err)
	}
	return g
}

// wholeBlocks fills the message up with zeros.
func wholeBlocks(message []byte) []byte {
	if rest := len(message) % aes.BlockSize; rest != 0 {
		message = append(message[:len(message):len(message)], make([]byte, aes.BlockSize-rest)...)
	}
	return message
}

// into is an Operation that writes its output to a buffer of n bytes.
func into(n int, f func(dst []byte)) Operation {
	dst := make([]byte, n)
	return Operation{func() { f(dst) }, func() []byte { return dst }}
}

func block(crypt func(b cipher.Block, dst, src []byte)) func(l Library, key, message []byte) Operation {
	return func(l Library, key, message []byte) Operation {
		b, src := newCipher(l, key), wholeBlocks(message)
		return into(len(src), func(dst []byte) { crypt(b, dst, src) })
	}
}

func ctr(l Library, key, message []byte) Operation {
	s := l.NewCTR(newCipher(l, key), nonce[:])
	return into(len(message), func(dst []byte) { s.XORKeyStream(dst, message) })
}

func ctrNew(l Library, key, message []byte) Operation {
	b := newCipher(l, key)
	return into(len(message), func(dst []byte) { l.NewCTR(b, nonce[:]).XORKeyStream(dst, message) })
}

func cbc(m cipher.BlockMode, message []byte) Operation {
	src := wholeBlocks(message)
	return into(len(src), func(dst []byte) { m.CryptBlocks(dst, src) })
}

func gcmSeal(l Library, key, message []byte) Operation {
	g := newGCM(l, newCipher(l, key))
	return into(len(message)+g.Overhead(), func(dst []byte) {
		g.Seal(dst[:0], nonce[:g.NonceSize()], message, additionalData)
	})
}

// gcmOpen opens what the standard library has sealed. Its output ends with a
// byte that tells whether a forgery was refused.
func gcmOpen(l Library, key, message []byte) Operation {
	g := newGCM(l, newCipher(l, key))
	n := nonce[:g.NonceSize()]
	sealed := newGCM(Standard, newCipher(Standard, key)).Seal(nil, n, message, additionalData)
	dst := make([]byte, 0, len(message)+1)
	var opened []byte
	var err error
	return Operation{
		Run: func() { opened, err = g.Open(dst, n, sealed, additionalData) },
		Output: func() []byte {
			if err != nil {
				return nil
			}
			forgery := append([]byte{}, sealed...)
			forgery[len(forgery)-1] ^= 0x80
			if _, err := g.Open(nil, n, forgery, additionalData); err == nil {
				return append(opened, 0)
			}
			return append(opened, 1)
		},
	}
}

func keySetUp(l Library, key, message []byte) Operation {
	var b cipher.Block
	src := wholeBlocks(message)
	return Operation{
		Run: func() { b, _ = l.NewCipher(key) },
		Output: func() []byte {
			// Both directions, for a key has a schedule for either.
			dst := make([]byte, 2*len(src))
			encryptEach(b, dst[:len(src)], src)
			decryptEach(b, dst[len(src):], src)
			return dst
		},
	}
}

func gcmSetUp(l Library, key, message []byte) Operation {
	var g cipher.AEAD
	return Operation{
		Run: func() {
			b, _ := l.NewCipher(key)
			g, _ = l.NewGCM(b)
		},
		Output: func() []byte { return g.Seal(nil, nonce[:g.NonceSize()], message, additionalData) },
	}
}
