package language

import (
	"fmt"
	"regexp"
	"slices"
)

// Table holds the texts of one domain by their codes. It is filled while the
// program's variables are set and never changes afterwards.
type Table struct {
	domain string
	texts  map[string]*text
}

// text is one text in both languages. Verbs of package fmt stand where its
// parameters go.
type text struct{ code, english, indonesian string }

// NewTable makes the table of a domain, such as "identity".
func NewTable(domain string) *Table { return &Table{domain: domain, texts: map[string]*text{}} }

// Add adds a text under a code of its own and gives it as a message. The two
// languages take the same parameters in the same order. Add panics where that
// is not so, where a language is missing and where the code is in use: a faulty
// table stops the program, and every test, at its start.
func (t *Table) Add(code, english, indonesian string) Message {
	if _, used := t.texts[code]; used || code == "" {
		panic(fmt.Sprintf("language: %s.%s: the code is empty or in use", t.domain, code))
	}

	if english == "" || indonesian == "" || !slices.Equal(verbs(english), verbs(indonesian)) {
		panic(fmt.Sprintf("language: %s.%s: the two texts do not match: %q, %q", t.domain, code, english, indonesian))
	}

	if found := verbs(english); len(found) > 0 && !slices.ContainsFunc(found, func(v string) bool { return v != "%%" }) {
		panic(fmt.Sprintf("language: %s.%s: a text without parameters is shown as it is, so %%%% would stand in it: %q", t.domain, code, english))
	}

	one := &text{code: code, english: english, indonesian: indonesian}
	t.texts[code] = one

	return Message{text: one}
}

// Find gives the text with a code of this table.
func (t *Table) Find(code string) (Message, bool) {
	one, known := t.texts[code]

	return Message{text: one}, known
}

var verb = regexp.MustCompile(`%.`)

func verbs(format string) []string { return verb.FindAllString(format, -1) }

// Message is a text with its parameters. It becomes a sentence when its
// reader's language is known.
type Message struct {
	text   *text
	params []any
}

// With gives the message with its parameters: texts, numbers, amounts of money,
// other messages.
func (m Message) With(params ...any) Message { return Message{m.text, params} }

// Both is a message with a text for each language that was made before, such as a stored one.
func Both(english, indonesian string) Message { return Message{text: &text{"", english, indonesian}} }

// Literal is a message that says the same in every language: the words that a
// person wrote.
func Literal(words string) Message { return Message{text: &text{"", words, words}} }

// IsZero tells that there is no message.
func (m Message) IsZero() bool { return m.text == nil }

// Code is the code of the text within its table; empty for a literal.
func (m Message) Code() string {
	if m.text == nil {
		return ""
	}

	return m.text.code
}

// In gives the sentence in a language; in English where nothing is known.
func (m Message) In(l Language) string {
	if m.text == nil {
		return ""
	}

	format := l.Pick(m.text.english, m.text.indonesian)
	if len(m.params) == 0 {
		return format
	}

	params := make([]any, len(m.params))

	for i, p := range m.params {
		if inner, ok := p.(Message); ok {
			p = inner.In(l)
		}

		params[i] = p
	}

	return fmt.Sprintf(format, params...)
}

// String is the sentence in English, for logs and the command line.
func (m Message) String() string { return m.In(English) }
