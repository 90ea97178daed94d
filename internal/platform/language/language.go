// Package language holds the languages that Loket speaks, and the texts that
// people read as codes with parameters until somebody reads them.
package language

import "strings"

// Language is a language that Loket speaks. The zero value means that nothing
// is known of the reader's language.
type Language string

// The languages that Loket speaks.
const (
	English    Language = "en"
	Indonesian Language = "id"
)

// Known tells whether Loket speaks the language.
func (l Language) Known() bool { return l == English || l == Indonesian }

// Pick gives the one of two texts that is in the language; the English one
// where nothing is known.
func (l Language) Pick(english, indonesian string) string {
	if l == Indonesian {
		return indonesian
	}

	return english
}

// FromHeader gives the language that the header Accept-Language prefers: the
// first one named that Loket speaks, else English.
func FromHeader(accept string) Language {
	for tag := range strings.SplitSeq(accept, ",") {
		tag, _, _ = strings.Cut(tag, ";")
		tag, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(tag)), "-")

		switch tag {
		case "id", "in": // "in" is what old browsers call Indonesian
			return Indonesian
		case "en":
			return English
		}
	}

	return English
}
