package main

import (
	"errors"

	"vpaes.example/aes/internal/kernel"
	"vpaes.example/aes/internal/modes"
)

// The sample is a survey such as a machine with many kernels gives.
var sampleMachine = machine{
	cpu: "Some <CPU> & \"more\"", platform: "linux/amd64, 2 CPUs, go1", features: "aes avx", ciphers: "wide narrow", hashes: "sum",
	chosen: kernel.Kernel{Cipher: kernel.Generic, Hash: kernel.GenericHash},
}

func sampleTables(sizes []int) (out []table) {
	kernels := []string{
		"std", "vaes+vpclmul", "aesni-avx+pclmul", "aesni+pclmul", "vpaes-avx2+ghash-ssse3", "vpaes-avx+ghash-ssse3",
		"vpaes-ssse3+ghash-ssse3", "generic+generic", "vaes+pclmul", "vaes+ghash-ssse3", "vaes+generic",
	}
	for _, m := range modes.All {
		t := table{mode: m, bits: 128, sizes: sizes}
		if m.KeySetUp {
			t.sizes = []int{0}
		}
		for i, k := range kernels {
			r := row{kernel: k, label: k, chosen: i == 1, std: i == 0}
			if m.Name == "cbc-enc" && i == 3 {
				r.err = errors.New("byte 3 differs")
				t.rows = append(t.rows, r)
				continue
			}
			for _, size := range t.sizes {
				ns := 20 + float64(size)*0.06*float64(1+i*i)
				if m.KeySetUp {
					ns = float64(100 + 70*i)
				}
				r.cells = append(r.cells, cell{bytes: size, ns: ns, ratio: float64(1+i) / 2})
			}
			t.rows = append(t.rows, r)
		}
		out = append(out, t)
	}
	return out
}
