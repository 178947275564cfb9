// Package openssl has OpenSSL encrypt what this module decrypts, and the reverse:
// libcrypto through a small program in C, which the tests compile, and the
// command "openssl enc".
package openssl
