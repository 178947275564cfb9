// Package quic runs github.com/quic-go/quic-go on this module's AES, which
// protects packets and their headers, against the same stack on the standard
// library's.
package quic
