package modes

import (
	"sync"

	"vpaes.example/aes"
)

// XORKeyStream is c.XORKeyStreamAt(dst, src, offset) done by several goroutines,
// each of which does a part of its own. It pays from some hundred KiB on.
func XORKeyStream(c *aes.CTR, dst, src []byte, offset uint64, workers int) {
	part := (len(src)/workers + aes.BlockSize) &^ (aes.BlockSize - 1) // whole blocks
	var wg sync.WaitGroup
	for at := 0; at < len(src); at += part {
		end := min(at+part, len(src))
		wg.Go(func() { c.XORKeyStreamAt(dst[at:end], src[at:end], offset+uint64(at)) })
	}
	wg.Wait()
}
