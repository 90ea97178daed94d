// Package secret keeps passwords, keys and tokens out of logs. A Text is
// redacted wherever it is printed, marshalled or logged.
package secret

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
)

const redacted = "*****"

// Text is a secret. Only Reveal gives its value.
type Text string

// Reveal returns the secret itself, for the one place that needs it.
func (t Text) Reveal() string { return string(t) }

func (Text) String() string { return redacted }

// GoString hides the secret from %#v.
func (Text) GoString() string { return redacted }

// MarshalJSON hides the secret from JSON.
func (Text) MarshalJSON() ([]byte, error) { return []byte(`"` + redacted + `"`), nil }

// LogValue hides the secret from slog.
func (Text) LogValue() slog.Value { return slog.StringValue(redacted) }

// MinKey is the least length of a key that signs or hashes, in bytes.
const MinKey = 32

// HMAC gives the HMAC-SHA256 of a text.
func HMAC(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))

	return mac.Sum(nil)
}

// KeyID names a key without telling anything about it.
func KeyID(key []byte) string {
	const bytes = 6

	return hex.EncodeToString(HMAC(key, "loket key id")[:bytes])
}
