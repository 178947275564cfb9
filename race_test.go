//go:build race

package aes

// raceDetector makes everything written in Go ten times slower.
const raceDetector = true
