package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"loket/internal/platform/secret"
)

// Supplier is one configured supplier. The catalogue names it by its code.
type Supplier struct {
	Code          string
	Kind          string // KindDigiflazz, KindIAK or KindText
	BaseURL       string
	PostpaidURL   string // of bills, where a kind has another host for them
	Username      string
	Key           secret.Text
	WebhookSecret secret.Text
	Testing       bool
	Limit         int // calls in flight; 0 is the default
	Timeout       time.Duration
	// NotFoundAfter is how long a reference may be unknown to the supplier before it
	// counts as not found.
	NotFoundAfter time.Duration
	// Text are the settings of a text protocol, as package texth2h reads them. They hold secrets.
	Text secret.Text
}

// The kinds of suppliers, after their protocols.
const (
	KindDigiflazz = "digiflazz"
	KindIAK       = "iak"
	KindText      = "text"
)

// check adds what is wrong with the settings of a supplier's kind. The adapter checks the rest.
func (s Supplier) check(found *faults, name string) {
	switch s.Kind {
	case KindDigiflazz:
		if s.PostpaidURL != "" {
			found.addf(name, "postpaidUrl is for the kind %q alone: here bills have the address of baseUrl", KindIAK)
		}
	case KindIAK:
		if s.WebhookSecret != "" {
			found.addf(name, "webhookSecret is not for the kind %q: its callbacks are signed with the key", KindIAK)
		}

		if (s.BaseURL == "") != (s.PostpaidURL == "") {
			found.addf(name, "baseUrl and postpaidUrl belong together: give both, or none for the hosts of IAK")
		}
	case KindText:
		if s.Text == "" {
			found.addf(name, "text is missing: the requests, rules and tests of the protocol")
		}

		if s.Username != "" || s.Key != "" || s.WebhookSecret != "" || s.PostpaidURL != "" || s.Testing {
			found.addf(name, "username, key, webhookSecret, postpaidUrl and testing are not for the kind %q: it has its values and secrets in text", KindText)
		}
	default:
		found.addf(name, "kind %q is not known; use %q, %q or %q", s.Kind, KindDigiflazz, KindIAK, KindText)
	}

	if s.Kind != KindText && s.Text != "" {
		found.addf(name, "text is for the kind %q alone", KindText)
	}
}

// LoadSuppliers reads the file of suppliers: a JSON list of {code, kind,
// baseUrl, postpaidUrl, username, key, webhookSecret, testing, limit, timeout,
// notFoundAfter, text}. The error lists all faults. Without a file there is no supplier, and
// orders fail and are refunded.
func LoadSuppliers(path string, demo bool) ([]Supplier, error) {
	if path == "" {
		return nil, nil
	}

	content, err := readPrivate(path)
	if err != nil {
		return nil, err
	}

	var list []struct {
		Code          string `json:"code"`
		Kind          string `json:"kind"`
		BaseURL       string `json:"baseUrl"`
		PostpaidURL   string `json:"postpaidUrl"`
		Username      string `json:"username"`
		Key           string `json:"key"`
		WebhookSecret string `json:"webhookSecret"`
		Testing       bool   `json:"testing"`
		Limit         int    `json:"limit"`
		Timeout       string `json:"timeout"`
		NotFoundAfter string `json:"notFoundAfter"`

		Text json.RawMessage `json:"text"`
	}

	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.DisallowUnknownFields()

	if err := decoder.Decode(&list); err != nil {
		return nil, errors.New("is not a JSON list of suppliers") // without the cause, which may quote a key
	}

	found := faults{}
	suppliers := []Supplier{}

	for i, row := range list {
		name := fmt.Sprintf("supplier %d %q", i+1, row.Code)
		s := Supplier{
			Code: row.Code, Kind: row.Kind, BaseURL: row.BaseURL, PostpaidURL: row.PostpaidURL, Username: row.Username, Key: secret.Text(row.Key),
			WebhookSecret: secret.Text(row.WebhookSecret), Testing: row.Testing, Limit: row.Limit,
			Text: secret.Text(row.Text),
		}
		s.Timeout = duration(&found, name+" timeout", row.Timeout)
		s.NotFoundAfter = duration(&found, name+" notFoundAfter", row.NotFoundAfter)

		s.check(&found, name)

		if !demo && (strings.HasPrefix(row.Key, DemoMark) || strings.HasPrefix(row.WebhookSecret, DemoMark) ||
			bytes.Contains(row.Text, []byte(`"`+DemoMark))) {
			found.addf(name, "has a secret of the demo")
		}

		suppliers = append(suppliers, s)
	}

	return suppliers, errors.Join(found...)
}

func duration(found *faults, name, text string) time.Duration {
	if text == "" {
		return 0
	}

	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		found.addf(name, "%q is not a duration such as 10s", text)
	}

	return d
}
