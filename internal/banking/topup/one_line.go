package topup

import (
	"strings"
	"unicode"
)

// oneLine makes a text of someone else safe to store and to print on a terminal: one line without control characters, of at
// most so many characters.
func oneLine(text string, limit int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return ' '
		}

		return r
	}, strings.ToValidUTF8(text, "?"))

	if runes := []rune(text); len(runes) > limit {
		text = string(runes[:limit])
	}

	return strings.TrimSpace(text)
}
