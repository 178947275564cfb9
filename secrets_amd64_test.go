//go:build gc && !purego

package aes

import (
	"testing"
	"unsafe"

	"vpaes.example/aes/internal/cpuid"
)

// TestVAESSecrets calls the kernels that valgrind cannot run. Emulators that get
// the upper lanes of VAES wrong still execute the same instructions at the same
// addresses.
func TestVAESSecrets(t *testing.T) {
	r, s := traced(t), &secretBuffers
	data := &s.data[0]
	has := cpuid.Detect()
	for _, rounds := range []int{10, 12, 14} {
		for _, k := range asmKernels {
			if !k.needs.Has(cpuid.VAES) || !has.Has(k.needs) {
				continue
			}
			for _, n := range []int{16, 32, 64, 112, 128, 256, 272, 368, 544} {
				withSecrets(r, func() { k.encryptBlocks(rounds, &s.enc, data, data, n) })
				withSecrets(r, func() { k.decryptBlocks(rounds, &s.dec, data, data, n) })
				withSecrets(r, func() { k.cbcDecrypt(rounds, &s.dec, data, data, n, &s.iv) })
			}
			for _, n := range []int{1, 2, 3, 5, 8, 9, 15, 16, 31, 33, 64, 79, 100, 128, 129, 255, 256, 300, 515, 1000} {
				for _, lo := range []uint64{0, 3, 250} {
					withSecrets(r, func() { k.ctr(rounds, &s.enc, data, data, n, 1, lo) })
				}
			}
		}
		for _, f := range fusedForms {
			if !f.needs.Has(cpuid.VPCLMULQDQ) || !has.Has(f.needs) {
				continue
			}
			table := unsafe.Pointer(&s.table)
			withSecrets(r, func() { f.ghashInit(table, &s.h) })
			for _, n := range []int{16, 32, 128, 256, 272, 512} {
				withSecrets(r, func() { f.ghash(table, &s.iv, data, n) })
			}
			for _, n := range []int{0, 1, 2, 3, 5, 8, 9, 15, 16, 31, 48, 64, 79, 100, 128, 129, 255, 256, 300, 515, 1000} {
				for _, aad := range []int{0, 13, 16, 17, 50} {
					withSecrets(r, func() {
						f.seal(rounds, &s.enc, table, data, data, n, &s.nonce[0], &s.aad[0], aad, &s.tag, nil)
					})
					withSecrets(r, func() {
						f.open(rounds, &s.enc, table, data, data, n, &s.nonce[0], &s.aad[0], aad, &s.tag, nil)
					})
				}
			}
		}
	}
	leak(r)
}
