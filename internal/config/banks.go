package config

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"loket/internal/platform/secret"
)

// Bank is one configured connection to a bank, or to a service that reads statements.
type Bank struct {
	Code string // of the connection: bca-va
	Kind string // snap or moota

	// Of SNAP BI.
	Bank         string // our code of the bank: BBCA
	ClientID     string
	ClientSecret secret.Text
	PartnerID    string
	ChannelID    string
	PublicKey    string // PEM
	Signing      string // symmetric or asymmetric
	Encoding     string // base64 or hex
	BodyHash     string // minified or exact
	Window       time.Duration

	// Of Moota.
	Secret   secret.Text
	Accounts map[string]string // bank codes by account number
}

// The kinds of connections.
const (
	KindSnap  = "snap"
	KindMoota = "moota"
)

// NewSnap is a connection by SNAP BI with the defaults.
func NewSnap(code, bank string) Bank {
	return Bank{
		Code: code, Kind: KindSnap, Bank: bank, Signing: defaultSigning, Encoding: defaultEncoding, BodyHash: defaultBodyHash, Window: defaultWindow,
	}
}

// Defaults of SNAP BI.
const (
	defaultSigning  = "symmetric"
	defaultEncoding = "base64"
	defaultBodyHash = "minified"
	defaultWindow   = 5 * time.Minute
)

// bankRow is one row of the file of banks.
type bankRow struct {
	Code          string            `json:"code"`
	Kind          string            `json:"kind"`
	Bank          string            `json:"bank"`
	ClientID      string            `json:"clientId"`
	ClientSecret  string            `json:"clientSecret"`
	PartnerID     string            `json:"partnerId"`
	ChannelID     string            `json:"channelId"`
	PublicKey     string            `json:"publicKey"`
	PublicKeyFile string            `json:"publicKeyFile"`
	Signing       string            `json:"signing"`
	Encoding      string            `json:"encoding"`
	BodyHash      string            `json:"bodyHash"`
	Window        string            `json:"window"`
	Secret        string            `json:"secret"`
	Accounts      map[string]string `json:"accounts"`
}

// LoadBanks reads the file of banks: a JSON list of {code, kind, ...}. Kind snap has bank, clientId, clientSecret,
// partnerId, channelId, publicKey or publicKeyFile (beside the file), signing, encoding, bodyHash, window. Kind moota
// has secret and accounts. The error lists all faults. Without a file there is no bank.
func LoadBanks(path string, demo bool) ([]Bank, error) {
	if path == "" {
		return nil, nil
	}

	content, err := readPrivate(path)
	if err != nil {
		return nil, err
	}

	var list []bankRow

	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.DisallowUnknownFields()

	if err := decoder.Decode(&list); err != nil {
		return nil, errors.New("is not a JSON list of banks") // without the cause, which may quote a key
	}

	found := faults{}
	banks := []Bank{}
	codes := map[string]bool{}

	for i, row := range list {
		name := fmt.Sprintf("bank %d %q", i+1, row.Code)

		if codes[row.Code] {
			found.addf(name, "is given more than once")
		}

		codes[row.Code] = true

		if row.Kind != KindSnap && row.Kind != KindMoota {
			found.addf(name, "kind %q is not known; use %q or %q", row.Kind, KindSnap, KindMoota)
		}

		if !demo && (strings.HasPrefix(row.ClientSecret, DemoMark) || strings.HasPrefix(row.Secret, DemoMark)) {
			found.addf(name, "has a secret of the demo")
		}

		banks = append(banks, row.bank(&found, name, filepath.Dir(path)))
	}

	return banks, errors.Join(found...)
}

func (row bankRow) bank(found *faults, name, folder string) Bank {
	b := Bank{
		Code: row.Code, Kind: row.Kind, Bank: row.Bank, ClientID: row.ClientID, ClientSecret: secret.Text(row.ClientSecret),
		PartnerID: row.PartnerID, ChannelID: row.ChannelID, PublicKey: row.PublicKey, Signing: row.Signing, Encoding: row.Encoding,
		BodyHash: row.BodyHash, Secret: secret.Text(row.Secret), Accounts: row.Accounts,
	}

	standard := NewSnap("", "")
	b.Signing, b.Encoding = cmp.Or(b.Signing, standard.Signing), cmp.Or(b.Encoding, standard.Encoding)
	b.BodyHash = cmp.Or(b.BodyHash, standard.BodyHash)

	b.Window = cmp.Or(duration(found, name+" window", row.Window), standard.Window)

	if row.PublicKeyFile != "" {
		file := row.PublicKeyFile
		if !filepath.IsAbs(file) {
			file = filepath.Join(folder, file)
		}

		text, err := os.ReadFile(file) //nolint:gosec // the operator names it
		if err != nil {
			found.addf(name+" publicKeyFile", "%w", err)
		}

		b.PublicKey = string(text)
	}

	return b
}
