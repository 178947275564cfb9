package aes

import "testing"

// Every mode with every buffer at every offset from a multiple of 64 bytes: the
// key, the nonce or IV, the data on either side, the additional data.
func TestAlignment(t *testing.T) {
	forEachKernel(t, func(t *testing.T) {
		s := newSource(t)
		const n = 9*BlockSize + 7
		for a := range 64 {
			for _, size := range keySizes {
				// Buffer i is at a + 11i, so each of them comes to every offset.
				at := func(i, n int) []byte { return s.framed(n, (a+11*i)%64).data }
				key, iv, nonce := at(0, size), at(1, BlockSize), at(2, 12)
				src, dst, ad := at(3, n), at(4, n+gcmTagSize), at(5, n)
				b, std := mustNew(key), stdlibBlock(key)

				b.CTR(iv).XORKeyStream(dst, src)
				equal(t, "CTR", dst[:n], stdlibCTR(key, iv, src))
				whole := src[:9*BlockSize]
				for _, way := range cbcWays {
					way.ours(b, iv).CryptBlocks(dst, whole)
					equal(t, "CBC "+way.name, dst[:len(whole)], stdlibCBC(way.stdlib, key, iv, whole))
				}
				b.EncryptBlocks(dst, whole)
				equal(t, "EncryptBlocks", dst[:len(whole)], stdlibBlocks(std.Encrypt, whole))
				b.DecryptBlocks(dst, whole)
				equal(t, "DecryptBlocks", dst[:len(whole)], stdlibBlocks(std.Decrypt, whole))

				g := must(b.GCM(12, gcmTagSize))
				sealed := newOracle(key, 12, gcmTagSize).seal(nonce, src, ad)
				equal(t, "Seal", g.Seal(dst[:0], nonce, src, ad), sealed)
				got, err := g.Open(at(6, n)[:0], nonce, dst, ad)
				if err != nil {
					t.Fatal(err)
				}
				equal(t, "Open", got, src)
			}
		}
	})
}
