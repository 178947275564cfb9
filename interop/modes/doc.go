// Package modes shows how to write modes of operation on top of this module's
// Block: [XTS] on EncryptBlocks and DecryptBlocks, [CMAC] on single blocks, [SIV]
// on CMAC and CTR, and a CTR that uses several cores, [XORKeyStream].
//
// They are complete and tested against Wycheproof and OpenSSL, but they are
// examples: read them, and take what you need.
package modes
