package modes

import (
	stdaes "crypto/aes"
	"crypto/subtle"
	"fmt"
	"testing"

	"golang.org/x/crypto/xts"

	"vpaes.example/aes"
	"vpaes.example/aes/internal/kernel"
)

// BenchmarkXTS compares XTS on EncryptBlocks with the same code on single blocks,
// and with x/crypto/xts, which works on single blocks as well, on our Block and on
// the standard library's.
func BenchmarkXTS(b *testing.B) {
	for _, size := range []int{512, 4096} {
		for _, c := range kernel.Ciphers() {
			undo, err := kernel.Force(c, kernel.GenericHash)
			if err != nil {
				b.Fatal(err)
			}
			key := randomBytes(32)
			ours := must(NewXTS(key))
			public := must(xts.NewCipher(aes.NewCipher, key))
			undo()
			run(b, fmt.Sprintf("EncryptBlocks/%v/%d", c, size), size, func(buf []byte) { ours.Encrypt(buf, buf, [16]byte{7}) })
			run(b, fmt.Sprintf("Encrypt/%v/%d", c, size), size, func(buf []byte) { singleBlocks(ours, buf) })
			run(b, fmt.Sprintf("x.crypto/%v/%d", c, size), size, func(buf []byte) { public.Encrypt(buf, buf, 7) })
		}
		public := must(xts.NewCipher(stdaes.NewCipher, randomBytes(32)))
		run(b, fmt.Sprintf("x.crypto/crypto.aes/%d", size), size, func(buf []byte) { public.Encrypt(buf, buf, 7) })
	}
}

// singleBlocks is what XTS would do without EncryptBlocks.
func singleBlocks(x *XTS, buf []byte) {
	var tweaks [batch]byte
	tweak := block{7}
	x.start(buf, buf, &tweak)
	for ; len(buf) > 0; buf = buf[min(batch, len(buf)):] {
		part := buf[:min(batch, len(buf))]
		fill(tweaks[:len(part)], &tweak)
		subtle.XORBytes(part, part, tweaks[:])
		for i := 0; i < len(part); i += aes.BlockSize {
			x.data.Encrypt(part[i:], part[i:])
		}
		subtle.XORBytes(part, part, tweaks[:])
	}
}

func run(b *testing.B, name string, size int, f func(buf []byte)) {
	b.Run(name, func(b *testing.B) {
		buf := make([]byte, size)
		b.SetBytes(int64(size))
		b.ReportAllocs()
		for b.Loop() {
			f(buf)
		}
	})
}
