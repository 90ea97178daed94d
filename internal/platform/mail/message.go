// Package mail sends messages to people by SMTP: in text and HTML, through
// jobs with retries, added in the transaction of what they tell of.
package mail

import (
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"loket/internal/platform/language"
	"loket/internal/platform/secret"
)

// Message is one message in one language. Its parts stand in the order of the
// fields.
type Message struct {
	// To is one bare address: root@example.com.
	To       string
	Language language.Language
	Subject  string
	// Paragraphs say what happened and what to do.
	Paragraphs []string
	Facts      []Fact
	// Code is a password or PIN; it stands alone on its line.
	Code   secret.Text
	Action *Action
	// Notes follow in small print.
	Notes []string
	// Until, if any, is when the message is no longer worth sending.
	Until time.Time
}

// Fact is one line of a small table: when, from where.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Action is a link that the reader may follow. The URL may hold a secret.
type Action struct {
	Label string
	URL   secret.Text
}

const (
	maxAddress = 254
	maxSubject = 200
	maxText    = 16 << 10
)

// errMessage refuses a message that must not be sent as it is.
var errMessage = errors.New("mail")

// check refuses what could forge a header, and what no reader should get.
func (m *Message) check() error {
	if !bareAddress(m.To) {
		return fmt.Errorf("%w: the recipient is not one bare address", errMessage)
	}

	if m.Subject == "" || len(m.Subject) > maxSubject || !utf8.ValidString(m.Subject) || strings.ContainsFunc(m.Subject, unicode.IsControl) {
		return fmt.Errorf("%w: the subject is empty, too long or not plain text", errMessage)
	}

	size := len(m.Code)
	for _, p := range append(append([]string{}, m.Paragraphs...), m.Notes...) {
		size += len(p)
	}

	for _, f := range m.Facts {
		size += len(f.Name) + len(f.Value)
	}

	if size > maxText {
		return fmt.Errorf("%w: the message is too long", errMessage)
	}

	if !m.Language.Known() {
		return fmt.Errorf("%w: the language %q is not spoken here", errMessage, string(m.Language))
	}

	return nil
}

func bareAddress(s string) bool {
	if len(s) > maxAddress || strings.ContainsFunc(s, unicode.IsControl) {
		return false
	}

	a, err := mail.ParseAddress(s)

	return err == nil && a.Address == s && a.Name == ""
}
