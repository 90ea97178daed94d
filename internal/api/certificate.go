package api

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// certificateEvery is the shortest time between two looks at the files of a certificate. A look happens when a connection begins.
const certificateEvery = time.Second

// Certificate is a TLS certificate in two files. It is read again when they change, so that a new one needs no restart.
type Certificate struct {
	certFile, keyFile string
	log               *slog.Logger
	now               func() time.Time

	mu      sync.Mutex
	loaded  *tls.Certificate
	changed [2]time.Time // of the files that were read last
	checked time.Time
}

// LoadCertificate reads a certificate with its chain, and its key, both in PEM.
func LoadCertificate(certFile, keyFile string, log *slog.Logger) (*Certificate, error) {
	c := &Certificate{certFile: certFile, keyFile: keyFile, log: log, now: time.Now}

	changed, err := c.stamps()
	if err != nil {
		return nil, err
	}

	if err := c.read(changed); err != nil {
		return nil, err
	}

	return c, nil
}

// config is that of a listener.
func (c *Certificate) config() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.current(), nil }}
}

// current is the certificate of the files. While they can't be read, as between the writes of both, it is the one before.
func (c *Certificate) current() *tls.Certificate {
	c.mu.Lock()
	defer c.mu.Unlock()

	now := c.now()
	if now.Sub(c.checked) < certificateEvery {
		return c.loaded
	}

	c.checked = now

	changed, err := c.stamps()
	if err == nil && changed != c.changed {
		err = c.read(changed)
	}

	if err != nil {
		c.log.Warn("the certificate could not be read again; the one before is used", slog.Any("error", err))
	}

	return c.loaded
}

// stamps are the times of the last changes of both files.
func (c *Certificate) stamps() (changed [2]time.Time, err error) {
	for i, name := range []string{c.certFile, c.keyFile} {
		stat, err := os.Stat(name)
		if err != nil {
			return changed, fmt.Errorf("certificate: %w", err)
		}

		changed[i] = stat.ModTime()
	}

	return changed, nil
}

func (c *Certificate) read(changed [2]time.Time) error {
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return fmt.Errorf("certificate: %w", err)
	}

	c.loaded, c.changed = &pair, changed

	return nil
}
