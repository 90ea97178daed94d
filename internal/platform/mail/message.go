// Package mail sends mails by SMTP, as text and HTML. Jobs send them with retries. A mail
// is stored in the transaction of the change that it reports.
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

// Message is a mail in one language. The layout shows its parts in the order of the
// fields.
type Message struct {
	// To is one bare address: root@example.com.
	To       string
	Language language.Language
	Subject  string
	// Paragraphs say what happened and what to do.
	Paragraphs []string
	Facts      []Fact
	// Code is a password or PIN, on a line of its own.
	Code   secret.Text
	Action *Action
	// Notes follow in small print.
	Notes []string
	// Until is when the message is no longer sent; the zero time means never.
	Until time.Time
}

// Fact is one line of the table of facts, such as time or network address.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Action is a link for the reader. The URL may hold a secret.
type Action struct {
	Label string
	URL   secret.Text
}

const (
	maxAddress = 254
	maxSubject = 200
	maxText    = 16 << 10
)

// errMessage is the error of a message that must not be sent.
var errMessage = errors.New("mail")

// check refuses text that could forge a header, and incomplete or oversized messages.
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
		return fmt.Errorf("%w: the language %q is not known", errMessage, string(m.Language))
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
