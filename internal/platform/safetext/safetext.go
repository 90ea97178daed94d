// Package safetext makes texts of strangers fit for the database: PostgreSQL refuses NUL and what is not UTF-8, and columns
// have lengths.
package safetext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Storable reports whether both engines store a text as it is.
func Storable(text string) bool { return utf8.ValidString(text) && !strings.ContainsRune(text, 0) }

// MakeStorable replaces each NUL, and each run of bytes that is not UTF-8, by a question mark.
func MakeStorable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "?"), "\x00", "?")
}

// ClipBytes cuts a text to at most so many bytes, never inside a character.
func ClipBytes(text string, limit int) string {
	if len(text) <= limit {
		return text
	}

	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}

	return text[:limit]
}

// ClipRunes cuts a text to at most so many characters.
func ClipRunes(text string, limit int) string {
	if len(text) <= limit { // no more characters than bytes
		return text
	}

	n := 0

	for at := range text {
		if n == limit {
			return text[:at]
		}

		n++
	}

	return text
}

// WithoutControls removes control characters, and the replacement character with all that is not UTF-8.
func WithoutControls(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return -1
		}

		return r
	}, text)
}
