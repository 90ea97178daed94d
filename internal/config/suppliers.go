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
	Kind          string // digiflazz
	BaseURL       string
	Username      string
	Key           secret.Text
	WebhookSecret secret.Text
	Testing       bool
	Limit         int // calls in flight; 0 is the default
	Timeout       time.Duration
	// NotFoundAfter is how long a reference may be unknown to the supplier before it
	// counts as not found.
	NotFoundAfter time.Duration
}

// KindDigiflazz is the only kind of supplier.
const KindDigiflazz = "digiflazz"

// LoadSuppliers reads the file of suppliers: a JSON list of {code, kind,
// baseUrl, username, key, webhookSecret, testing, limit, timeout,
// notFoundAfter}. The error lists all faults. Without a file there is no supplier, and
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
		Username      string `json:"username"`
		Key           string `json:"key"`
		WebhookSecret string `json:"webhookSecret"`
		Testing       bool   `json:"testing"`
		Limit         int    `json:"limit"`
		Timeout       string `json:"timeout"`
		NotFoundAfter string `json:"notFoundAfter"`
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
			Code: row.Code, Kind: row.Kind, BaseURL: row.BaseURL, Username: row.Username, Key: secret.Text(row.Key),
			WebhookSecret: secret.Text(row.WebhookSecret), Testing: row.Testing, Limit: row.Limit,
		}
		s.Timeout = duration(&found, name+" timeout", row.Timeout)
		s.NotFoundAfter = duration(&found, name+" notFoundAfter", row.NotFoundAfter)

		if s.Kind != KindDigiflazz {
			found.addf(name, "kind %q is not known; use %q", s.Kind, KindDigiflazz)
		}

		if !demo && (strings.HasPrefix(row.Key, DemoMark) || strings.HasPrefix(row.WebhookSecret, DemoMark)) {
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
