package main

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"

	"loket/internal/config"
	"loket/internal/platform/secret"
)

// staffAddress is where staff sign in after init: on this machine alone.
const staffAddress = "127.0.0.1:8081"

// settings are those of a new deployment, also as the text of a settings file.
func (c *initCmd) settings() (config.Config, string) {
	conf := config.Config{Database: c.Database, Page: config.Page{PublicURL: c.PublicURL}, MaxConns: 4}
	text := &strings.Builder{}
	line := func(name, value string) { _, _ = fmt.Fprintf(text, "%s=%s\n", name, value) }

	text.WriteString("# Settings of Loket, written by loket init. loket serve --help lists all of them.\n\n")
	line("LOKET_DATA", c.Data)

	if c.DatabaseURL != "" {
		line("LOKET_DATABASE_URL", c.DatabaseURL)
	}

	line("LOKET_PUBLIC_URL", c.PublicURL)
	line("LOKET_STAFF_LISTEN", staffAddress)
	text.WriteString("\n# Keep a copy of these, apart from the copies of the database. None may change while the data is in use.\n")

	for _, s := range []struct {
		name string
		into *secret.Text
	}{{"LOKET_TOKEN_KEY", &conf.TokenKey}, {"LOKET_PIN_PEPPER", &conf.PINPepper}, {"LOKET_FACTOR_KEY", &conf.FactorKey}} {
		*s.into = randomSecret()
		line(s.name, s.into.Reveal())
	}

	text.WriteString(`
# Without a mail server no mails are sent.
#LOKET_SMTP_HOST=smtp.example.com
#LOKET_MAIL_FROM=Loket <no-reply@example.com>

# Test orders need no supplier, real ones do. The file has mode 0600.
#LOKET_SUPPLIERS=/etc/loket/suppliers.json

# The address from which a proxy calls.
#LOKET_TRUSTED_PROXIES=127.0.0.1/32
`)

	return conf, text.String()
}

func randomSecret() secret.Text {
	var bytes [32]byte

	_, _ = rand.Read(bytes[:]) // never fails

	return secret.Text(hex.EncodeToString(bytes[:]))
}

// writeSettings writes a new file that nobody but its owner can read.
func writeSettings(path, text string) error {
	const private = 0o600

	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, private) //nolint:gosec // the operator names it
	if err != nil {
		return fmt.Errorf("settings: %w", err)
	}

	_, err = f.WriteString(text)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("settings: %w", errors.Join(err, os.Remove(path)))
	}

	return nil
}
