// Package contact keeps the people and numbers that a client buys for. The specification calls them employees, too.
package contact

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"loket/internal/catalog"
	"loket/internal/platform/fault"
)

// Limits.
const (
	maxCode = 64
	maxName = 100
	// MaxContacts is the most active contacts of a client.
	MaxContacts = 100_000
	// MaxNumbers is the most numbers of one bulk check.
	MaxNumbers = 10_000
)

// Contact is a person with a destination number.
type Contact struct {
	ID            int64
	ClientID      int64
	Code          string // the client's own: an employee or customer number
	Name          string
	DestinationNo string
	Active        bool // false once it was deleted
	CreatedAt     time.Time
	UpdatedAt     time.Time
}

// Input is what a user enters about a contact.
type Input struct {
	Code          string
	Name          string
	DestinationNo string
}

// check trims the input and returns its faults (specification 3, section 5).
func (in *Input) check() error {
	in.Code, in.Name = strings.TrimSpace(in.Code), strings.Join(strings.Fields(in.Name), " ")

	var fields []fault.Field

	switch {
	case in.Code == "":
		fields = append(fields, fault.Field{Field: "code", Message: msgFilled})
	case utf8.RuneCountInString(in.Code) > maxCode || !utf8.ValidString(in.Code) || strings.ContainsFunc(in.Code, unprintable):
		fields = append(fields, fault.Field{Field: "code", Message: msgCode.With(maxCode)})
	}

	switch {
	case in.Name == "":
		fields = append(fields, fault.Field{Field: "name", Message: msgFilled})
	case utf8.RuneCountInString(in.Name) > maxName:
		fields = append(fields, fault.Field{Field: "name", Message: msgNameLong.With(maxName)})
	case strings.ContainsFunc(in.Name, unnameable):
		fields = append(fields, fault.Field{Field: "name", Message: msgNameText})
	}

	no, err := catalog.NormaliseDestination("", in.DestinationNo)
	if err != nil {
		fields = append(fields, fault.From(err).Fields...)
	}

	in.DestinationNo = no

	if len(fields) > 0 {
		return fault.ErrValidation.With(fields...)
	}

	return nil
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }

// unnameable reports characters that names can't have.
func unnameable(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) && !strings.ContainsRune(" -_.,", r)
}

// matched is the form in which numbers are compared: one form for all ways to write a mobile number. It is empty for a text that
// no contact can have, such as one with a character that a database refuses.
func matched(destinationNo string) string {
	no, err := catalog.NormaliseDestination("data", destinationNo)
	if err != nil {
		return ""
	}

	return no
}

// searchText is what a search looks at.
func searchText(in Input) string {
	return strings.ToLower(in.Code + "\n" + in.Name + "\n" + in.DestinationNo + "\n" + matched(in.DestinationNo))
}
