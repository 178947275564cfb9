//go:build !std

package main

import (
	tls "github.com/refraction-networking/utls"

	"vpaes.example/aes"
)

// The stack is utls, whose AES can be swapped.
type (
	config      = tls.Config
	certificate = tls.Certificate
)

var (
	client   = tls.Client
	server   = tls.Server
	newCache = tls.NewLRUClientSessionCache
)

func init() { sayKernel = aes.Implementation }
