// Package contact keeps the people and numbers that a client buys for. Calls and screens name them employees.
package contact

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"loket/internal/catalog/destination"
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

// SavedContact is a contact as it was stored.
type SavedContact struct {
	Contact

	// Number is what was made of the number that was entered.
	Number destination.Verdict
	// SameNumber are other active contacts with this number: people who share a telephone, or a slip.
	SameNumber []Contact
}

// NumberContact is a number with its contact.
type NumberContact struct {
	Contact // without id: the number is of nobody; DestinationNo is as it was sent

	Number   destination.Verdict
	Contacts int // active ones with this number
}

// judgeNumber tells what a text is as the number of a contact, whatever it is for.
func judgeNumber(no string) destination.Verdict {
	return destination.Judge(destination.Product{Type: destination.Anyone}, no)
}

// check trims the input and returns its faults (docs/product/bill-payment.md#contacts), and what was made of its number.
func (in *Input) check() (destination.Verdict, error) {
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

	v := judgeNumber(in.DestinationNo)
	if v.Grade == destination.Refused {
		fields = append(fields, fault.Field{Field: "destinationNo", Message: v.Message})
	}

	in.DestinationNo = v.Number

	if len(fields) > 0 {
		return v, fault.ErrValidation.With(fields...)
	}

	return v, nil
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }

// unnameable reports characters that names can't have.
func unnameable(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) && !strings.ContainsRune(" -_.,", r)
}

// searchText is what a search looks at.
func searchText(in Input) string {
	return strings.ToLower(in.Code + "\n" + in.Name + "\n" + in.DestinationNo + "\n" + destination.Key(in.DestinationNo))
}
