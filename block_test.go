package aes

import "testing"

// stdlibBlocks encrypts or decrypts block by block.
func stdlibBlocks(crypt func(dst, src []byte), src []byte) []byte {
	dst := make([]byte, len(src))
	for i := 0; i < len(src); i += BlockSize {
		crypt(dst[i:], src[i:])
	}
	return dst
}

// checkCrypt runs f, which works in place or from one buffer to another, on src
// both ways and compares the result with want. The output is somewhat longer
// than the input at times, and that part must not change.
func checkCrypt(t *testing.T, s *source, what string, src, want []byte, f func(dst, src []byte)) {
	t.Helper()
	in, out := s.framed(len(src), s.IntN(64)), s.framed(len(src)+s.IntN(40), s.IntN(64))
	copy(in.data, src)
	f(out.data, in.data)
	equal(t, what, out.data[:len(src)], want)
	out.intact(t, len(src))
	in.intact(t, len(src))
	equal(t, what+", its source after it", in.data, src)
	f(in.data, in.data)
	equal(t, what+", in place", in.data, want)
	in.intact(t, len(src))
}

func TestBlocks(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for _, n := range lengths() {
			if n%BlockSize != 0 {
				continue
			}
			for range drawsFor(n) {
				key, src := s.key(), s.data(n)
				b, std := mustNew(key), stdlibBlock(key)
				checkCrypt(t, s, "EncryptBlocks", src, stdlibBlocks(std.Encrypt, src), b.EncryptBlocks)
				checkCrypt(t, s, "DecryptBlocks", src, stdlibBlocks(std.Decrypt, src), b.DecryptBlocks)
			}
		}
	})
}

// One block, with many keys of each size: Encrypt and Decrypt take the first
// block of longer slices.
func TestEncryptDecrypt(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for range 20 * draws() {
			for _, size := range keySizes {
				key, src := s.data(size), s.data(BlockSize)
				b, std := mustNew(key), stdlibBlock(key)
				first := func(crypt func(dst, src []byte)) func(dst, src []byte) {
					return func(dst, src []byte) {
						longer := s.IntN(frame)
						crypt(dst[:len(dst)+longer], src[:len(src)+longer])
					}
				}
				if s.IntN(2) == 0 {
					first = func(crypt func(dst, src []byte)) func(dst, src []byte) { return crypt }
				}
				checkCrypt(t, s, "Encrypt", src, stdlibBlocks(std.Encrypt, src), first(b.Encrypt))
				checkCrypt(t, s, "Decrypt", src, stdlibBlocks(std.Decrypt, src), first(b.Decrypt))
			}
		}
	})
}

// A key is not kept: changing it after New changes nothing.
func TestKeyNotKept(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		for _, size := range keySizes {
			key, src := s.data(size), s.data(BlockSize)
			b, want := mustNew(key), stdlibBlocks(stdlibBlock(key).Encrypt, src)
			clear(key)
			checkCrypt(t, s, "Encrypt", src, want, b.Encrypt)
		}
	})
}
