package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// readyCmd asks the program on this machine whether it takes orders: the health check of containers, which have no other program.
type readyCmd struct {
	Listen  string `help:"Address that the API answers on." env:"LOKET_LISTEN" default:"127.0.0.1:8080"`
	TLSCert string `name:"tls-cert" help:"Set where the program speaks TLS itself." env:"LOKET_TLS_CERT" type:"path" placeholder:"FILE"`
}

// readyTime is how long the answer may take.
const readyTime = 4 * time.Second

// Run fails unless the answer is 200.
func (c *readyCmd) Run(ctx context.Context, stdout io.Writer) error {
	host, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return fmt.Errorf("ready: %w", err)
	}

	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}

	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()

	scheme := "http://"
	if c.TLSCert != "" {
		scheme = "https://"
	}

	r, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return fmt.Errorf("ready: %w", err)
	}

	// The certificate is for another name than this machine's, and nothing is sent that others must not see.
	client := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} //nolint:gosec // as said
	defer client.CloseIdleConnections()

	answer, err := client.Do(r)
	if err != nil {
		return fmt.Errorf("ready: %w", err)
	}

	defer func() { _ = answer.Body.Close() }() // the status is the answer

	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("ready: %s", answer.Status)
	}

	_, _ = fmt.Fprintln(stdout, "loket: ready")

	return nil
}
