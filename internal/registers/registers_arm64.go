//go:build gc && !purego

package registers

const vectors, generals = 32, 25 // not R18, nor what follows R25
