// Package tls runs github.com/refraction-networking/utls, a copy of crypto/tls,
// on this module's AES against OpenSSL and against crypto/tls itself.
package tls
