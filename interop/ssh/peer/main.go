// Peer is a client and a server of SSH for one cipher, both for one session in
// which the command "cat" is run.
//
//	peer server CIPHER                    says "port N"; lets everybody in
//	peer client CIPHER ADDRESS USER KEY   copies standard input and output
//	peer CIPHER SIZE -bench               measures transfers within this process
package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"strings"

	"golang.org/x/crypto/ssh"
)

// rekeyAfter makes several key exchanges of one transfer.
const rekeyAfter = 8 << 20

func main() {
	log.SetFlags(0)
	var err error
	switch args := os.Args[1:]; {
	case len(args) == 2 && args[0] == "server":
		err = serve(config(args[1]))
	case len(args) == 5 && args[0] == "client":
		err = run(config(args[1]), args[2], args[3], args[4])
	case len(args) == 3 && args[2] == "-bench":
		err = measure(config(args[0]), args[1])
	default:
		err = fmt.Errorf("usage: peer server CIPHER, or peer client CIPHER ADDRESS USER KEY")
	}
	if err != nil {
		log.Fatal(err)
	}
}

func config(cipher string) ssh.Config {
	c := ssh.Config{Ciphers: []string{cipher}, RekeyThreshold: rekeyAfter}
	if strings.HasSuffix(cipher, "-cbc") {
		// The package authenticates CBC's plaintext only.
		c.MACs = []string{ssh.HMACSHA256}
	}
	return c
}

// run is the client.
func run(c ssh.Config, address, user, keyFile string) error {
	pem, err := os.ReadFile(keyFile)
	if err != nil {
		return err
	}
	key, err := ssh.ParsePrivateKey(pem)
	if err != nil {
		return err
	}
	client, err := ssh.Dial("tcp", address, &ssh.ClientConfig{
		Config:          c,
		User:            user,
		Auth:            []ssh.AuthMethod{ssh.PublicKeys(key)},
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), // it is this machine
	})
	if err != nil {
		return err
	}
	defer client.Close()
	session, err := client.NewSession()
	if err != nil {
		return err
	}
	session.Stdin, session.Stdout, session.Stderr = os.Stdin, os.Stdout, os.Stderr
	return session.Run("cat")
}

// serve is the server.
func serve(c ssh.Config) error {
	server, err := serverConfig(c)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	log.Println("port", l.Addr().(*net.TCPAddr).Port)
	raw, err := l.Accept()
	if err != nil {
		return err
	}
	l.Close()
	conn, channels, requests, err := ssh.NewServerConn(raw, server)
	if err != nil {
		return err
	}
	go ssh.DiscardRequests(requests)
	for c := range channels {
		if c.ChannelType() != "session" {
			c.Reject(ssh.UnknownChannelType, "only sessions")
			continue
		}
		if err := session(c); err != nil {
			return err
		}
	}
	conn.Wait() // the client's leaving is no error
	return nil
}

// serverConfig has a new key and lets everybody in.
func serverConfig(c ssh.Config) (*ssh.ServerConfig, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	key, err := ssh.NewSignerFromKey(private)
	if err != nil {
		return nil, err
	}
	server := &ssh.ServerConfig{Config: c, NoClientAuth: true}
	server.AddHostKey(key)
	return server, nil
}

// session answers "exec" with an echo of everything.
func session(c ssh.NewChannel) error {
	channel, requests, err := c.Accept()
	if err != nil {
		return err
	}
	for r := range requests {
		r.Reply(r.Type == "exec", nil)
		if r.Type == "exec" {
			break
		}
	}
	go ssh.DiscardRequests(requests)
	if _, err := io.Copy(channel, channel); err != nil {
		return err
	}
	channel.SendRequest("exit-status", false, ssh.Marshal(struct{ Status uint32 }{0}))
	return channel.Close()
}
