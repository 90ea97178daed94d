// Package secret keeps passwords, keys and tokens out of logs. A Text is
// redacted wherever it is printed, marshalled or logged.
package secret

import "log/slog"

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
