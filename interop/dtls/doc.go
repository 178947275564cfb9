// Package dtls runs github.com/pion/dtls and github.com/pion/srtp on this module's
// AES: DTLS against OpenSSL, and both, as DTLS-SRTP, against the same stack on the
// standard library's.
package dtls
