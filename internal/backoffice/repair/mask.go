package repair

import (
	"bytes"
	"encoding/json"
	"net/url"
	"regexp"
	"strings"

	"loket/internal/platform/inbox"
)

// hidden stands for a secret.
const hidden = "••••••••"

// secretName is a name whose value opens a door or is worth money.
var secretName = regexp.MustCompile(`(?i)^(sn|serial.?(no|number)?|.*(sign|signature|password|passwd|secret|token|voucher|activation.?code|api.?key|otp)|pin|key|hash|sealed|link)$`)

// secretText finds such a name with its value in a text: "SN: 1234", "pin=99".
var secretText = regexp.MustCompile(`(?i)\b(sn|serial ?(?:no|number)?|sign(?:ature)?|password|secret|token|voucher|pin|otp)(\s*[:=]\s*)"?[^\s"&,;]+`)

// Mask is a text without the values of secret names: of JSON, of a query, or of words.
func Mask(text string) string {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()

	var value any
	if strings.HasPrefix(strings.TrimSpace(text), "{") || strings.HasPrefix(strings.TrimSpace(text), "[") {
		if err := decoder.Decode(&value); err == nil && !decoder.More() {
			return encode(maskValue(value), text)
		}
	}

	if query, err := url.ParseQuery(text); err == nil && strings.Contains(text, "=") && !strings.ContainsAny(text, " \n") {
		return maskQuery(text, query)
	}

	return secretText.ReplaceAllString(text, "${1}${2}"+hidden)
}

// encode writes a masked value. A text that can't be written is hidden whole.
func encode(value any, text string) string {
	var out bytes.Buffer

	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)

	if err := encoder.Encode(value); err != nil {
		return strings.Repeat("•", min(len(text), len(hidden)))
	}

	return strings.TrimSpace(out.String())
}

func maskValue(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for name, inner := range v {
			if secretName.MatchString(name) && inner != "" && inner != nil {
				v[name] = hidden
			} else {
				v[name] = maskValue(inner)
			}
		}
	case []any:
		for i := range v {
			v[i] = maskValue(v[i])
		}
	case string:
		return secretText.ReplaceAllString(v, "${1}${2}"+hidden)
	}

	return value
}

// maskQuery keeps the order of the parameters.
func maskQuery(text string, query url.Values) string {
	pairs := strings.Split(text, "&")

	for i, pair := range pairs {
		name, _, _ := strings.Cut(pair, "=")
		if plain, err := url.QueryUnescape(name); err == nil && secretName.MatchString(plain) && query.Get(plain) != "" {
			pairs[i] = name + "=" + hidden
		} else if value, err := url.QueryUnescape(pair); err == nil && secretText.MatchString(value) {
			pairs[i] = secretText.ReplaceAllString(value, "${1}${2}"+hidden)
		}
	}

	return strings.Join(pairs, "&")
}

// masked is a notice without secrets. The serial number that was read from it is hidden wherever it stands.
func masked(r inbox.Record) inbox.Record {
	var says struct {
		SerialNumber string `json:"serialNumber"`
	}

	serial := ""
	if json.Unmarshal([]byte(r.Content), &says) == nil && len(says.SerialNumber) >= shortestSerial {
		serial = says.SerialNumber
	}

	hide := func(text string) string {
		if serial != "" {
			text = strings.ReplaceAll(strings.ReplaceAll(text, serial, hidden), url.QueryEscape(serial), hidden)
		}

		return Mask(text)
	}

	r.Body, r.Content, r.Result = hide(r.Body), hide(r.Content), hide(r.Result)

	return r
}

// shortestSerial is the length from which a serial number is hidden as a part of other text.
const shortestSerial = 4
