package main

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"reflect"
)

// report prints a line for every kind of object: its name and its type, and of
// a Block the implementation if it tells that.
func report() error {
	if _, err := aes.NewCipher(make([]byte, 15)); !errors.As(err, new(aes.KeySizeError)) {
		return fmt.Errorf("a key of 15 bytes: %v", err)
	}
	block, err := aes.NewCipher(make([]byte, 16))
	if err != nil {
		return err
	}
	iv := make([]byte, aes.BlockSize)
	fmt.Println("block", typeOf(block))
	fmt.Println("ctr", typeOf(cipher.NewCTR(block, iv)))
	fmt.Println("cbc", typeOf(cipher.NewCBCEncrypter(block, iv)), typeOf(cipher.NewCBCDecrypter(block, iv)))
	if gcm, err := cipher.NewGCM(block); err != nil {
		fmt.Println("gcm refused:", err)
	} else {
		fmt.Println("gcm", typeOf(gcm))
	}
	random, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return err
	}
	if text, err := random.Open(nil, nil, random.Seal(nil, nil, []byte("text"), nil), nil); err != nil || string(text) != "text" {
		return fmt.Errorf("GCM with random nonces: %q, %w", text, err)
	}
	fmt.Println("random-nonce", typeOf(random))
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		if err := reportTLS(version); err != nil {
			return err
		}
	}
	if i, ok := block.(interface{ Implementation() string }); ok {
		fmt.Println("implementation", i.Implementation())
	}
	return nil
}

// reportTLS prints what encrypts the records of a connection, from the outside in.
func reportTLS(version uint16) error {
	certificate, err := selfSigned()
	if err != nil {
		return err
	}
	a, b := net.Pipe()
	defer a.Close()
	defer b.Close()
	server := tls.Server(a, &tls.Config{Certificates: []tls.Certificate{certificate}, MaxVersion: version})
	client := tls.Client(b, &tls.Config{
		InsecureSkipVerify: true, // the certificate is not what is tested
		CipherSuites:       []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
	})
	done := make(chan error, 1)
	go func() {
		err := server.Handshake()
		if err == nil {
			_, err = server.Write([]byte("text"))
		}
		done <- err
	}()
	if err := client.Handshake(); err != nil {
		return err
	}
	if _, err := client.Read(make([]byte, 4)); err != nil {
		return err
	}
	if err := <-done; err != nil {
		return err
	}
	fmt.Print(tls.VersionName(version))
	v := reflect.ValueOf(server).Elem().FieldByName("out").FieldByName("cipher")
	for v.Kind() == reflect.Interface && !v.IsNil() {
		v = v.Elem()
		fmt.Print(" ", nameOf(v.Type()))
		if v.Kind() != reflect.Pointer {
			break
		}
		s := v.Elem()
		if s.Kind() != reflect.Struct {
			break
		}
		if v = s.FieldByName("aead"); !v.IsValid() {
			v = s.FieldByName("AEAD")
		}
	}
	fmt.Println()
	return nil
}

func typeOf(x any) string { return nameOf(reflect.TypeOf(x)) }

// nameOf returns the name of a type with the path of its package.
func nameOf(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		return "*" + nameOf(t.Elem())
	}
	return t.PkgPath() + "." + t.Name()
}
