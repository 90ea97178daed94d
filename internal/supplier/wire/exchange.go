package wire

import (
	"encoding/json"
	"regexp"
	"strings"
	"time"

	"loket/internal/platform/safetext"
	"loket/internal/supplier"
)

// Hidden stands for a secret.
const Hidden = "••••••••"

// serials are the serial numbers of an answer: a contradiction may have one that is worth money.
// As the decoder of Go does, it takes the name in any case, and the value may be a number.
var serials = regexp.MustCompile(`(?i)("(?:sn|pin|activation_code)"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|-?[0-9][0-9.e+-]*)`)

// Mask hides what a supplier may repeat from a request: the key and the account's name. It hides serial numbers, too.
type Mask struct{ Username, Key string }

// Exchange is a call as staff may read it. The request must be masked already.
func (m Mask) Exchange(masked any, answered Reply, took time.Duration) *supplier.Exchange {
	request, err := json.Marshal(masked)
	if err != nil { // it was sent, so it can be written
		return nil
	}

	return &supplier.Exchange{Request: clip(string(request)), Answer: clip(m.Text(string(answered.Body))), Status: answered.Status, Took: took}
}

// Text is an answer without secrets and serial numbers.
func (m Mask) Text(text string) string {
	if m.Key != "" {
		text = strings.ReplaceAll(text, m.Key, Hidden)
	}

	text = strings.ReplaceAll(text, m.Username, m.Name())

	return serials.ReplaceAllString(text, `${1}"`+Hidden+`"`)
}

// Name is the beginning of the account's name.
func (m Mask) Name() string {
	const shown = 3

	return safetext.ClipRunes(m.Username, min(shown, len(m.Username)/shown)) + Hidden
}

func clip(text string) string {
	return safetext.ClipBytes(safetext.MakeStorable(text), supplier.MaxExchange)
}
