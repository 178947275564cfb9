//go:build gc && !purego

package registers

const vectors, generals = 15, 11 // not X15; AX to R12 without SP and BP
