// Package wycheproof runs project Wycheproof's test vectors for AES through this
// module: those for modes that it has, and those for modes built on its Block.
package wycheproof
