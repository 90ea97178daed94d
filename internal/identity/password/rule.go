package password

import (
	"crypto/rand"
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"

	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/secret"
)

const (
	minLength = 8
	// MaxLength is the longest password in bytes. It is far above any passphrase and
	// keeps the server from hashing long texts.
	MaxLength = 256
)

// Check checks the rules for new passwords that need no database: at least 8 characters
// with a lowercase letter, an uppercase letter and a number, not a common password, and
// without the user's own names. It returns nil or a ValidationError about the field
// "password".
func Check(password string, names ...string) error {
	var lower, upper, digit bool

	for _, r := range password {
		lower = lower || unicode.IsLower(r)
		upper = upper || unicode.IsUpper(r)
		digit = digit || unicode.IsDigit(r)
	}

	var message language.Message

	switch {
	case utf8.RuneCountInString(password) < minLength:
		message = msgShort
	case len(password) > MaxLength:
		message = msgLong
	case !utf8.ValidString(password):
		message = msgNotText
	case !lower:
		message = msgLowercase
	case !upper:
		message = msgUppercase
	case !digit:
		message = msgNumber
	case common(password):
		message = msgCommon
	case holdsName(password, names):
		message = msgNames
	}

	if message.IsZero() {
		return nil
	}

	return fault.InvalidField("password", message)
}

// minNamePart is the length of the shortest part of a name that a password must not
// contain. Two letters are in too many passwords.
const minNamePart = 4

func holdsName(password string, names []string) bool {
	password = strings.ToLower(password)

	for _, name := range names {
		if name = strings.ToLower(name); len(name) >= minNamePart && strings.Contains(password, name) {
			return true
		}
	}

	return false
}

// Make makes a random password of 16 letters and digits without those that look alike. It
// satisfies Check.
func Make() secret.Text {
	const (
		letters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
		length  = 16
	)

	for {
		out := make([]byte, length)

		for i := range out {
			n, err := rand.Int(rand.Reader, big.NewInt(int64(len(letters))))
			if err != nil {
				panic(err) // never happens
			}

			out[i] = letters[n.Int64()]
		}

		if Check(string(out)) == nil {
			return secret.Text(out)
		}
	}
}
