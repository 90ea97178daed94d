package requestlog

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"
	"unicode/utf8"

	"loket/internal/platform/safetext"
)

const (
	mask    = "••••"
	cutMark = "…"
	// shownEnds is how many characters of a masked number stay at each end; of a short one at its end, or none.
	shownEnds = 4
)

// appendMasked appends a body as it is kept: JSON without secrets and, unless a client wants them, without the numbers of its customers. It also
// masks what is cut. Of anything but JSON nothing is kept. It runs for each call, so what stays is copied in long pieces.
func appendMasked(to, body []byte, cut, maskNumbers bool) []byte {
	text := bytes.TrimSpace(body)
	if len(text) == 0 {
		return to
	}

	if text[0] != '{' && text[0] != '[' {
		return append(to, mask...)
	}

	kind, copied := plain, 0 // kind is that of the next value

	for i := 0; i < len(text); {
		end := i + 1

		switch c := text[i]; {
		case c == '"':
			end = stringEnd(text, i)

			if isName(text[end:]) {
				kind = kindOf(text[i:end])
				i = end

				continue
			}
		case c == '-' || c >= '0' && c <= '9':
			for end < len(text) && strings.IndexByte("+-.eE0123456789", text[end]) >= 0 {
				end++
			}
		case c == '}':
			kind = plain
			i = end

			continue
		default:
			i = end

			continue
		}

		if kind == secretValue || kind == numberValue && maskNumbers {
			to = append(to, text[copied:i]...)
			to = appendMask(to, kind, text[i:end])
			copied = end
		}

		i = end
	}

	to = append(to, text[copied:]...)

	if cut {
		to = append(to, cutMark...)
	}

	return to
}

// stringEnd is the end of the text that begins at a quotation mark; that of the whole text if it was cut.
func stringEnd(text []byte, start int) int {
	for i := start + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}

	return len(text)
}

// isName reports whether a text is the name of a member, by what follows it.
func isName(rest []byte) bool {
	for _, c := range rest {
		switch c {
		case ' ', '\t', '\r', '\n':
		default:
			return c == ':'
		}
	}

	return false
}

// valueKind says what is masked of a member.
type valueKind int

const (
	plain valueKind = iota
	secretValue
	numberValue
)

// longestName is longer than any name that is masked.
const longestName = 32

// kindOf is the kind of a value by the name of its field, which is in quotation marks.
func kindOf(token []byte) valueKind {
	name := bytes.Trim(token, `"`)

	var small [longestName]byte

	lower := small[:0]

	for _, c := range name {
		switch {
		case c == '\\' || c >= utf8.RuneSelf: // such a name may be longer than what it means
			return kindOfOddName(token)
		case len(lower) == longestName:
		case c >= 'A' && c <= 'Z':
			lower = append(lower, c+'a'-'A')
		default:
			lower = append(lower, c)
		}
	}

	return kindOfName(lower)
}

// kindOfOddName is kindOf for a name with escapes, or letters beyond ASCII.
func kindOfOddName(token []byte) valueKind {
	var name string
	if json.Unmarshal(token, &name) != nil {
		return secretValue // nobody can tell
	}

	return kindOfName([]byte(strings.ToLower(name)))
}

// kindOfName is the kind of a value by the name of its field in small letters. Secrets open a door or are worth money, and are never kept. Numbers tell of a
// client's own customers.
func kindOfName(lower []byte) valueKind {
	switch string(lower) {
	case "pin", "password", "secret", "token", "apikey", "key", "authorization", "signature", "serialnumber":
		return secretValue
	case "destinationno", "customername", "customerno", "identity", "phone", "email":
		return numberValue
	}

	return plain
}

// appendMask appends what is shown of a value that is masked. A list's values have the name of their list.
func appendMask(to []byte, kind valueKind, token []byte) []byte {
	text := []rune(strings.Trim(string(token), `"`))
	begin, end := 0, 0

	if kind == numberValue && len(text) >= 2*shownEnds { //nolint:mnd // half of it
		end = shownEnds

		if len(text) >= 3*shownEnds { //nolint:mnd // at least a third is hidden
			begin = shownEnds
		}
	}

	to = append(to, '"')
	to = append(to, string(text[:begin])...)
	to = append(to, mask...)
	to = append(to, string(text[len(text)-end:])...)

	return append(to, '"')
}

const maxReference = 64

// referenceOf is the client's own reference that a request is about; empty without one or with several.
func referenceOf(r *Request) string {
	path, query, _ := strings.Cut(r.Target, "?")

	var ref string

	switch {
	case strings.HasSuffix(r.Route, "/{clientRef}"):
		ref, _ = url.PathUnescape(path[strings.LastIndexByte(path, '/')+1:])
	case strings.Contains(query, "clientRef="):
		if values, err := url.ParseQuery(query); err == nil {
			ref = values.Get("clientRef")
		}
	default:
		ref = textOf(r.Body, `"clientRef"`)
	}

	if len(ref) > maxReference || !safetext.Storable(ref) {
		return ""
	}

	return ref
}

// textOf is the text of a member that a body has once.
func textOf(body []byte, name string) string {
	_, rest, found := bytes.Cut(body, []byte(name))
	if !found || bytes.Contains(rest, []byte(name)) {
		return ""
	}

	rest = bytes.TrimLeft(rest, " \t\r\n:")
	if len(rest) == 0 || rest[0] != '"' {
		return ""
	}

	var text string
	if json.Unmarshal(rest[:stringEnd(rest, 0)], &text) != nil {
		return ""
	}

	return text
}
