package api_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"loket/internal/api"
)

// writeCertificate writes a new certificate and its key, and returns the pool that believes it.
func writeCertificate(t *testing.T, certFile, keyFile string, serial int64) *x509.CertPool {
	t.Helper()

	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}

	template := &x509.Certificate{SerialNumber: big.NewInt(serial), DNSNames: []string{"loket.example.com"}, NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true}

	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}

	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}

	changed := time.Now().Add(time.Duration(serial) * time.Minute) // whatever the resolution of the file system

	for name, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: der}, keyFile: {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}

		if err := os.Chtimes(name, changed, changed); err != nil {
			t.Fatal(err)
		}
	}

	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))

	return pool
}

// A server with a certificate speaks HTTP/2, and takes a new certificate without a restart. One that can't be read changes nothing.
func TestCertificateIsReadAgain(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()
	certFile, keyFile := filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	first := writeCertificate(t, certFile, keyFile, 1)
	log := &bytes.Buffer{}

	certificate, err := api.LoadCertificate(certFile, keyFile, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}

	now := time.Now()

	certificate.SetNow(func() time.Time {
		now = now.Add(time.Hour) // each connection looks at the files

		return now
	})

	s, err := api.Serve(t.Context(), "127.0.0.1:0", newAPI(t, api.Options{}).Handler(), api.ServeOptions{Certificate: certificate})
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Second)
		defer cancel()

		_ = s.Stop(ctx)
	})

	ask := func(roots *x509.CertPool) (string, error) {
		transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: "loket.example.com", MinVersion: tls.VersionTLS12}, ForceAttemptHTTP2: true}
		defer transport.CloseIdleConnections()

		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+s.Address()+"/none", nil)
		if err != nil {
			t.Fatal(err)
		}

		answer, err := transport.RoundTrip(r)
		if err != nil {
			return "", err
		}
		defer answer.Body.Close()

		_, err = io.Copy(io.Discard, answer.Body)

		return answer.Proto, err
	}

	if protocol, err := ask(first); err != nil || protocol != "HTTP/2.0" {
		t.Fatalf("the first certificate: %s, %v", protocol, err)
	}

	second := writeCertificate(t, certFile, keyFile, 2)

	if _, err := ask(second); err != nil {
		t.Errorf("the second certificate: %v", err)
	}

	if _, err := ask(first); err == nil {
		t.Error("the first certificate is still used")
	}

	if err := os.WriteFile(certFile, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}

	if _, err := ask(second); err != nil {
		t.Errorf("while the files can't be read: %v", err)
	}

	if _, err := api.LoadCertificate(certFile, keyFile, slog.New(slog.DiscardHandler)); err == nil {
		t.Error("a certificate that can't be read is no error at the start")
	}
}
