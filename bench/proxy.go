package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	_ "embed"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"text/template"
	"time"
)

//go:embed nginx.conf
var proxySettings string

const proxyTime = 10 * time.Second // until the proxy answers, at most

// proxy is nginx in front of the program, as a deployment has it: it ends TLS and speaks HTTP/2 to browsers.
type proxy struct {
	cmd    *exec.Cmd
	folder string
	url    string
}

// findProxy returns where nginx is. Debian keeps it outside of the path of ordinary users.
func findProxy() (string, error) {
	for _, name := range []string{"nginx", "/usr/sbin/nginx", "/usr/local/sbin/nginx"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}

	return "", errors.New("HTTP/2 is measured through nginx, which is not here (Debian: apt-get install nginx-light)")
}

func startProxy(ctx context.Context, host string) (*proxy, error) {
	nginx, err := findProxy()
	if err != nil {
		return nil, err
	}

	folder, err := os.MkdirTemp("", "loket-proxy-")
	if err != nil {
		return nil, fmt.Errorf("folder: %w", err)
	}

	address, err := freeAddress(ctx)
	if err == nil {
		err = errors.Join(writeCertificate(folder), writeSettings(folder, address, host))
	}

	p := &proxy{folder: folder, url: "https://" + address}
	p.cmd = exec.CommandContext(ctx, nginx, "-p", folder, "-c", "nginx.conf", "-e", "stderr")
	p.cmd.Stderr = os.Stderr

	if err == nil {
		err = p.cmd.Start()
	}

	if err != nil {
		return nil, errors.Join(fmt.Errorf("proxy: %w", err), os.RemoveAll(folder))
	}

	if err := answers(ctx, address); err != nil {
		return nil, errors.Join(err, p.stop())
	}

	return p, nil
}

func (p *proxy) stop() error {
	if err := errors.Join(p.cmd.Process.Signal(syscall.SIGTERM), p.cmd.Wait(), os.RemoveAll(p.folder)); err != nil {
		return fmt.Errorf("stop the proxy: %w", err)
	}

	return nil
}

// freeAddress is a port of this machine that nobody listens on now.
func freeAddress(ctx context.Context) (string, error) {
	var config net.ListenConfig

	l, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("port: %w", err)
	}

	return l.Addr().String(), l.Close()
}

func writeSettings(folder, address, host string) error {
	file, err := os.Create(filepath.Join(folder, "nginx.conf"))
	if err != nil {
		return fmt.Errorf("settings: %w", err)
	}

	settings := struct{ Address, Program string }{address, host}

	return errors.Join(template.Must(template.New("").Parse(proxySettings)).Execute(file, settings), file.Close())
}

// writeCertificate writes a certificate that no browser trusts by itself.
func writeCertificate(folder string) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return fmt.Errorf("key: %w", err)
	}

	now := time.Now()
	about := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: now.Add(-time.Hour), NotAfter: now.AddDate(0, 0, 1), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}

	certificate, err := x509.CreateCertificate(rand.Reader, about, about, &key.PublicKey, key)
	if err != nil {
		return fmt.Errorf("certificate: %w", err)
	}

	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return fmt.Errorf("key: %w", err)
	}

	write := func(name, kind string, der []byte) error {
		return os.WriteFile(filepath.Join(folder, name), pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600)
	}

	return errors.Join(write("cert.pem", "CERTIFICATE", certificate), write("key.pem", "PRIVATE KEY", private))
}

// answers waits until something listens at an address.
func answers(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, proxyTime)
	defer cancel()

	for {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
		if err == nil {
			return conn.Close()
		}

		select {
		case <-ctx.Done():
			return fmt.Errorf("the proxy does not answer: %w", err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}
