package digiflazz

import (
	"encoding/json"
	"regexp"
	"strings"
	"time"

	"loket/internal/platform/safetext"
	"loket/internal/supplier"
)

// hidden stands for a secret.
const hidden = "••••••••"

// serials are the serial numbers of an answer: a contradiction may have one that is worth money.
// As the decoder of Go does, it takes the name in any case, and the value may be a number.
var serials = regexp.MustCompile(`(?i)("sn"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|-?[0-9][0-9.e+-]*)`)

// exchange is a call as staff may read it: without the signature, the account's name, and serial numbers.
func (c *Client) exchange(sent transaction, answered reply, began time.Time) *supplier.Exchange {
	sent.Username, sent.Sign = c.maskedUsername(), hidden

	request, err := json.Marshal(sent)
	if err != nil { // it was sent, so it can be written
		return nil
	}

	return &supplier.Exchange{
		Request: clip(string(request)), Answer: clip(c.masked(string(answered.body))), Status: answered.status, Took: time.Since(began),
	}
}

// masked hides in an answer what a supplier may repeat from the request, and serial numbers.
func (c *Client) masked(text string) string {
	if key := c.config.Key.Reveal(); key != "" {
		text = strings.ReplaceAll(text, key, hidden)
	}

	text = strings.ReplaceAll(text, c.config.Username, c.maskedUsername())

	return serials.ReplaceAllString(text, `${1}"`+hidden+`"`)
}

// maskedUsername is the beginning of the account's name.
func (c *Client) maskedUsername() string {
	const shown = 3

	return safetext.ClipRunes(c.config.Username, min(shown, len(c.config.Username)/shown)) + hidden
}

func clip(text string) string {
	return safetext.ClipBytes(safetext.MakeStorable(text), supplier.MaxExchange)
}
