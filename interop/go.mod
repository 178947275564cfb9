module vpaes.example/aes/interop

go 1.26.4

require (
	github.com/ProtonMail/go-crypto v1.5.2
	github.com/c2sp/wycheproof v0.0.0-20260902155932-3fa63dd0344a
	github.com/pion/dtls/v3 v3.1.15
	vpaes.example/aes v0.0.0
)

require (
	github.com/pion/rtcp v1.2.19
	github.com/pion/rtp v1.10.5
	github.com/pion/srtp/v3 v3.1.3
	github.com/quic-go/quic-go v0.65.0
	github.com/refraction-networking/utls v1.8.2
	golang.org/x/crypto v0.54.0
	golang.org/x/sys v0.50.0
)

require (
	github.com/andybalholm/brotli v1.0.6 // indirect
	github.com/klauspost/compress v1.17.4 // indirect
	github.com/pion/logging v0.2.4 // indirect
	github.com/pion/randutil v0.1.0 // indirect
	github.com/pion/transport/v5 v5.1.1 // indirect
	golang.org/x/net v0.56.0 // indirect
)

replace vpaes.example/aes => ../
