package identity

import (
	"cmp"
	"net/mail"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// User is a person who signs in for a client.
type User struct {
	ID       int64
	ClientID int64
	Username string // unique within the client, regardless of case
	FullName string
	Email    string
	RoleIDs  []int64
	Active   bool
	HasPIN   bool
	// Language is the one that the user chose. Empty means that of the browser.
	Language  language.Language
	CreatedAt time.Time
	// LastUsedAt is the zero time for a user who never signed in.
	LastUsedAt time.Time
	// PasswordExpired means that the next sign-in opens a restricted session.
	PasswordExpired       bool
	PasswordChangedAt     time.Time
	DepositEventNewReport bool
}

// reads returns the language of mails to the user: the user's own, else otherwise.
func (u *User) reads(otherwise language.Language) language.Language {
	return cmp.Or(u.Language, otherwise, language.English)
}

const (
	minUsername = 2
	maxUsername = 20
	maxEmail    = 254
)

var (
	usernamePattern = regexp.MustCompile(`^[A-Za-z0-9]+(?:[._][A-Za-z0-9]+)*$`)
	domainPattern   = regexp.MustCompile(`^[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*(?:\.[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*)+$`)
)

// ValidUsername reports whether a name follows docs/product/access.md#users: 2 to 20
// letters, digits, dots and underscores, without a dot or underscore at either end or
// next to another.
func ValidUsername(s string) bool {
	return len(s) >= minUsername && len(s) <= maxUsername && usernamePattern.MatchString(s)
}

// ValidEmail reports whether a text is one bare address of at most 254 bytes with a
// dotted domain.
func ValidEmail(s string) bool {
	if len(s) > maxEmail || strings.ContainsFunc(s, unicode.IsControl) {
		return false
	}

	a, err := mail.ParseAddress(s)
	if err != nil || a.Address != s || a.Name != "" {
		return false
	}

	at := strings.LastIndexByte(s, '@')

	return domainPattern.MatchString(s[at+1:])
}

// Check returns what is wrong with the fields of a user.
func (u *User) Check() []fault.Field {
	var fields []fault.Field

	if !ValidUsername(u.Username) {
		fields = append(fields, fault.Field{
			Field:   "username",
			Message: msgUsernameInvalid,
		})
	}

	fields = append(fields, CheckText("fullName", u.FullName, MaxName)...)

	if !ValidEmail(u.Email) {
		fields = append(fields, fault.Field{Field: "email", Message: msgUserEmailInvalid})
	}

	return fields
}

// CheckText refuses an empty or too long text, control characters, and invalid UTF-8,
// which PostgreSQL would refuse with an internal error.
func CheckText(field, value string, longest int) []fault.Field {
	switch {
	case strings.TrimSpace(value) == "":
		return []fault.Field{{Field: field, Message: msgEmpty}}
	case utf8.RuneCountInString(value) > longest:
		return []fault.Field{{Field: field, Message: msgTooLong.With(longest)}}
	case !utf8.ValidString(value) || strings.ContainsFunc(value, unicode.IsControl):
		return []fault.Field{{Field: field, Message: msgNotPlainText}}
	}

	return nil
}
