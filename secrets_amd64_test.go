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
	}
	leak(r)
}

// TestVPCLMULSecrets calls those that no emulator runs either.
func TestVPCLMULSecrets(t *testing.T) {
	r, s := traced(t), &secretBuffers
	data, table := &s.data[0], unsafe.Pointer(&s.table)
	for _, f := range fusedForms {
		if !f.needs.Has(cpuid.VPCLMULQDQ) || !cpuid.Detect().Has(f.needs) {
			continue
		}
		withSecrets(r, func() { f.ghashInit(table, &s.h) })
		for _, n := range []int{16, 32, 128, 256, 272, 512} {
			withSecrets(r, func() { f.ghash(table, &s.iv, data, n) })
		}
		for _, crypt := range []fusedFunc{f.seal, f.open} {
			for _, rounds := range []int{10, 12, 14} {
				for _, n := range []int{0, 1, 7, 15, 16, 31, 64, 100, 129, 255, 256, 300, 515} {
					for _, aad := range []int{0, 13, 50} {
						withSecrets(r, func() {
							crypt(rounds, &s.enc, table, data, data, n, &s.nonce[0], &s.aad[0], aad, &s.tag, nil)
						})
					}
					// Parts. After a long nonce the counter is a secret too.
					for long := range 2 {
						withSecrets(r, func() {
							stream := &s.stream
							copy(stream[0][:], s.h[:])
							if clear(stream[1][:]); long == 1 {
								copy(stream[1][:], s.iv[:])
							}
							stream[2] = stream[1]
							crypt(rounds, &s.enc, table, data, data, n, nil, nil, long, &s.tag, stream)
						})
					}
				}
			}
		}
	}
	leak(r)
}
