package requestlog

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"

	"loket/internal/platform/safetext"
)

const (
	mask    = "••••"
	cutMark = "…"
	// shownEnds is how many characters of a masked number stay at each end; of a short one at its end, or none.
	shownEnds = 4
)

// secretNames are the members whose values are never kept, in lower case: what opens a door or is worth money.
var secretNames = map[string]bool{
	"pin": true, "password": true, "secret": true, "token": true, "apikey": true, "key": true, "authorization": true, "signature": true,
	"serialnumber": true,
}

// numberNames are the members that tell of a client's own customers.
var numberNames = map[string]bool{
	"destinationno": true, "customername": true, "customerno": true, "phone": true, "email": true,
}

// masked is a body as it is kept: JSON without secrets and, unless a client wants them, without the numbers of its customers. It also masks what is
// cut. Of anything but JSON nothing is kept.
func masked(body []byte, cut, maskNumbers bool) string {
	text := bytes.TrimSpace(body)
	if len(text) == 0 {
		return ""
	}

	if text[0] != '{' && text[0] != '[' {
		return mask
	}

	var out strings.Builder

	out.Grow(len(text))

	var name string // of the member whose value comes next

	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			end := stringEnd(text, i)
			token := text[i:end]
			i = end

			if isName(text[end:]) {
				name = nameOf(token)
				out.Write(token)

				continue
			}

			out.WriteString(maskedText(name, token, maskNumbers))
		case c == '-' || c >= '0' && c <= '9':
			end := i + 1
			for end < len(text) && strings.IndexByte("+-.eE0123456789", text[end]) >= 0 {
				end++
			}

			out.WriteString(maskedText(name, text[i:end], maskNumbers))
			i = end
		default:
			if c == '}' {
				name = ""
			}

			out.WriteByte(c)

			i++
		}
	}

	if cut {
		out.WriteString(cutMark)
	}

	return safetext.MakeStorable(out.String())
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
	rest = bytes.TrimLeft(rest, " \t\r\n")

	return len(rest) > 0 && rest[0] == ':'
}

func nameOf(token []byte) string {
	name := strings.Trim(string(token), `"`)
	if strings.Contains(name, `\`) && json.Unmarshal(token, &name) != nil {
		return "secret" // nobody can tell
	}

	return strings.ToLower(name)
}

// maskedText is the value of a member, masked by its name. A list's values have the name of their list.
func maskedText(name string, token []byte, maskNumbers bool) string {
	switch {
	case secretNames[name]:
		return `"` + mask + `"`
	case !maskNumbers || !numberNames[name]:
		return string(token)
	}

	text := []rune(strings.Trim(string(token), `"`))
	switch n := len(text); {
	case n < 2*shownEnds: //nolint:mnd // half of it
		return `"` + mask + `"`
	case n < 3*shownEnds: //nolint:mnd // at least a third is hidden
		return `"` + mask + string(text[n-shownEnds:]) + `"`
	}

	return `"` + string(text[:shownEnds]) + mask + string(text[len(text)-shownEnds:]) + `"`
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
