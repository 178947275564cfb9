// Package interop is the root of a module that runs package aes in real use:
// protocol stacks built on it talk to peers that are not.
//
//   - wycheproof: project Wycheproof's vectors
//   - openssl: libcrypto and "openssl enc", every mode
//   - ssh, tls, quic, dtls: stacks whose AES is swapped, against OpenSSH, OpenSSL and
//     the standard library; each has a folder peer with the program that is built
//   - modes: examples of modes on top of a Block, and modules that take a Block
//
// swap.sh makes the copies of modules that the stacks are built from. The folders
// under internal hold what the tests share.
//
// "go test ./..." runs everything. On Debian, as root, it installs the peers that
// are missing; elsewhere it skips what needs them, but fails if CI is set.
package interop
