//go:build std

package main

import "crypto/tls"

// The stack is the standard library's.
type (
	config      = tls.Config
	certificate = tls.Certificate
)

var (
	client   = tls.Client
	server   = tls.Server
	newCache = tls.NewLRUClientSessionCache
)
