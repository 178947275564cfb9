// Package ssh runs golang.org/x/crypto/ssh on this module's AES against OpenSSH,
// as client and as server.
package ssh
