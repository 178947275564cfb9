package modes

import (
	"crypto/subtle"

	"vpaes.example/aes"
)

// CMAC returns the message authentication code of msg (SP 800-38B §6.2).
func CMAC(b *aes.Block, msg []byte) [aes.BlockSize]byte {
	var subkey, mac, last block
	b.Encrypt(subkey[:], subkey[:])
	double(&subkey)
	for len(msg) > aes.BlockSize {
		subtle.XORBytes(mac[:], mac[:], msg[:aes.BlockSize])
		b.Encrypt(mac[:], mac[:])
		msg = msg[aes.BlockSize:]
	}
	if n := copy(last[:], msg); n < aes.BlockSize {
		last[n] = 0x80
		double(&subkey)
	}
	subtle.XORBytes(last[:], last[:], subkey[:])
	subtle.XORBytes(mac[:], mac[:], last[:])
	b.Encrypt(mac[:], mac[:])
	return mac
}
