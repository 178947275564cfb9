package main

import (
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"os"
)

// get fetches url from a server with the certificate in certFile and prints the
// cipher suite, and the SHA-256 of what came. The suite is a name of TLS 1.2, or
// "TLS 1.3" for what that version chooses.
func get(url, certFile, suite string) error {
	pem, err := os.ReadFile(certFile)
	if err != nil {
		return err
	}
	config := &tls.Config{RootCAs: x509.NewCertPool(), MinVersion: tls.VersionTLS13}
	config.RootCAs.AppendCertsFromPEM(pem)
	if suite != tls.VersionName(tls.VersionTLS13) {
		config.MinVersion, config.MaxVersion = tls.VersionTLS12, tls.VersionTLS12
		for _, id := range allSuites() {
			if tls.CipherSuiteName(id) == suite {
				config.CipherSuites = []uint16{id}
			}
		}
		if config.CipherSuites == nil {
			return fmt.Errorf("no suite %s", suite)
		}
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: config}}
	resp, err := client.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	h := sha256.New()
	if _, err := io.Copy(h, resp.Body); err != nil {
		return err
	}
	fmt.Printf("%s %x\n", tls.CipherSuiteName(resp.TLS.CipherSuite), h.Sum(nil))
	return nil
}
