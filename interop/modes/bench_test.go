package modes

import (
	stdaes "crypto/aes"
	"fmt"
	"testing"

	"golang.org/x/crypto/xts"

	"vpaes.example/aes"
	"vpaes.example/aes/internal/kernel"
)

// BenchmarkXTS compares XTS on EncryptBlocks with x/crypto/xts, which loops over
// single blocks, on our Block and on the standard library's.
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
			run(b, fmt.Sprintf("single/%v/%d", c, size), size, func(buf []byte) { public.Encrypt(buf, buf, 7) })
		}
		public := must(xts.NewCipher(stdaes.NewCipher, randomBytes(32)))
		run(b, fmt.Sprintf("single/crypto.aes/%d", size), size, func(buf []byte) { public.Encrypt(buf, buf, 7) })
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
