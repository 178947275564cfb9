package main

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
)

// serve answers /N with N bytes, byte i being i mod 251, and what is posted with itself.
// It prints its address first.
func serve(certFile, keyFile string) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s := &http.Server{
		Handler:      http.HandlerFunc(answer),
		TLSConfig:    &tls.Config{MinVersion: tls.VersionTLS12, CipherSuites: allSuites()},
		TLSNextProto: map[string]func(*http.Server, *tls.Conn, http.Handler){}, // HTTP/1.1 is what all peers speak
	}
	fmt.Println(l.Addr())
	go func() {
		io.Copy(io.Discard, os.Stdin)
		s.Close()
	}()
	if err := s.ServeTLS(l, certFile, keyFile); err != http.ErrServerClosed {
		return err
	}
	return nil
}

func answer(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		io.Copy(w, r.Body)
		return
	}
	n, err := strconv.Atoi(r.URL.Path[1:])
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Length", strconv.Itoa(n))
	for n > 0 {
		n -= must(w.Write(pattern[:min(n, len(pattern))]))
	}
}

// must returns n, or ends the handler: the peer has gone.
func must(n int, err error) int {
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	return n
}

var pattern = func() []byte {
	p := make([]byte, 251*1024)
	for i := range p {
		p[i] = byte(i % 251)
	}
	return p
}()

// allSuites are all that crypto/tls has, CBC included.
func allSuites() (ids []uint16) {
	for _, s := range tls.CipherSuites() {
		ids = append(ids, s.ID)
	}
	for _, s := range tls.InsecureCipherSuites() {
		ids = append(ids, s.ID)
	}
	return ids
}
