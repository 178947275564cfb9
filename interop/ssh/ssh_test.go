package ssh

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"testing"

	"vpaes.example/aes/interop/internal/process"
	"vpaes.example/aes/interop/internal/stream"
	"vpaes.example/aes/interop/internal/swap"
	"vpaes.example/aes/interop/internal/tools"
)

var ciphers = []string{
	"aes128-ctr", "aes192-ctr", "aes256-ctr",
	"aes128-gcm@openssh.com", "aes256-gcm@openssh.com",
	"aes128-cbc",
}

var stack = swap.Stack{Modules: []string{"golang.org/x/crypto"}}

const (
	size       = 64 << 20 // each way
	rekeyLimit = "8M"
	rekeyings  = 4 // fewer than size and the limit make, as both sides count
)

func TestOpenSSH(t *testing.T) {
	program := stack.Build(t, "./peer")
	t.Run("client", func(t *testing.T) { testClient(t, program) })
	t.Run("server", func(t *testing.T) { testServer(t, program) })
}

// testClient has OpenSSH's client send what our server echoes.
func testClient(t *testing.T, program string) {
	ssh := tools.Command(t, "ssh", "openssh-client")
	for _, cipher := range ciphers {
		t.Run(cipher, func(t *testing.T) {
			server := process.Start(t, program, "server", cipher)
			client := process.Start(t, ssh, "-F", "none", "-v", "-o", "Ciphers="+cipher, "-o", "RekeyLimit="+rekeyLimit,
				"-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
				"-p", server.Expect(t, "port"), "user@127.0.0.1", "cat")
			echo(t, client)
			server.Wait(t)
			checkLog(t, client.Log(), cipher)
		})
	}
}

// testServer has OpenSSH's server echo what our client sends.
func testServer(t *testing.T, program string) {
	sshd := newDaemon(t)
	for _, cipher := range ciphers {
		t.Run(cipher, func(t *testing.T) {
			address, daemon := sshd.start(t, cipher)
			echo(t, process.Start(t, program, "client", cipher, address, sshd.user, sshd.clientKey))
			d := <-daemon
			d.End(t)
			checkLog(t, d.Log(), cipher)
		})
	}
}

// echo sends a message through a client and checks that it comes back.
func echo(t *testing.T, client *process.Program) {
	t.Helper()
	const seed = 1
	if err := stream.Exchange(client.In, seed, client.Out, seed, size); err != nil {
		t.Fatal(err)
	}
	client.In.Close()
	client.Wait(t)
}

// checkLog looks into OpenSSH's account of a connection.
func checkLog(t *testing.T, log, cipher string) {
	t.Helper()
	if n := strings.Count(log, "cipher: "+cipher+" "); n < 2*rekeyings {
		t.Errorf("%s was agreed on %d times, want %d at least", cipher, n, 2*rekeyings)
	}
	if strings.Count(log, " cipher: ") != strings.Count(log, "cipher: "+cipher+" ") {
		t.Errorf("other ciphers than %s were used", cipher)
	}
}

// A daemon is what OpenSSH's server needs to run.
type daemon struct {
	program, config, user, clientKey string
}

// newDaemon makes keys and a configuration for OpenSSH's server.
func newDaemon(t *testing.T) daemon {
	t.Helper()
	d := daemon{program: tools.Command(t, "sshd", "openssh-server")}
	keygen := tools.Command(t, "ssh-keygen", "openssh-client")
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	d.user = me.Username
	if me.Uid == "0" {
		// The server gives up its rights there.
		if err := os.MkdirAll("/run/sshd", 0o755); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	d.config, d.clientKey = filepath.Join(dir, "config"), filepath.Join(dir, "client")
	hostKey := filepath.Join(dir, "host")
	for _, key := range []string{d.clientKey, hostKey} {
		if out, err := exec.Command(keygen, "-q", "-t", "ed25519", "-N", "", "-f", key).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	text := fmt.Sprintf("HostKey %s\nAuthorizedKeysFile %s.pub\nStrictModes no\nUsePAM no\nPidFile none\n"+
		"PermitRootLogin yes\nRekeyLimit %s\nLogLevel DEBUG1\n", hostKey, d.clientKey, rekeyLimit)
	if err := os.WriteFile(d.config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return d
}

// start runs the server for one connection to address, as inetd does. The
// process can be had once there is a connection.
func (d daemon) start(t *testing.T, cipher string) (address string, started <-chan *process.Program) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	out := make(chan *process.Program, 1)
	go func() {
		defer close(out)
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		f, err := conn.(*net.TCPConn).File()
		if err != nil {
			t.Error(err)
			return
		}
		defer f.Close()
		cmd := exec.Command(d.program, "-i", "-e", "-f", d.config, "-o", "Ciphers="+cipher)
		cmd.Stdin, cmd.Stdout = f, f
		out <- process.StartCommand(t, cmd)
	}()
	return l.Addr().String(), out
}
