// Package moota receives the mutations of our bank accounts from Moota, a service that reads bank statements. It knows
// the protocol (webhook of version 2); package topup matches the transfers.
package moota

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"

	"loket/internal/platform/secret"
)

// HeaderSignature is the header with the hex HMAC-SHA256 of the raw body.
const HeaderSignature = "Signature"

// MaxBody is the size limit of a webhook. Moota sends what is new since its last look at an account.
const MaxBody = 1 << 20

// Errors of a webhook.
var (
	ErrSignature = errors.New("moota: the signature does not match")
	ErrMalformed = errors.New("moota: not a list of mutations")
)

// Source is a configured webhook.
type Source struct {
	Code   string // of the connection, in the path and the inbox
	Secret secret.Text
	// Accounts are the numbers of our accounts, with our code of the bank of each: BBCA.
	Accounts map[string]string
}

// ErrSource means that the settings of a webhook are invalid.
var ErrSource = errors.New("moota source")

const minSecret = 12

var (
	codeForm    = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,30}$`)
	accountForm = regexp.MustCompile(`^[0-9]{5,20}$`)
)

// Check lists the faults of the settings.
func (s Source) Check() error {
	found := []error{}
	addf := func(format string, args ...any) {
		found = append(found, fmt.Errorf("%w %s: %w", ErrSource, s.Code, fmt.Errorf(format, args...)))
	}

	if !codeForm.MatchString(s.Code) {
		addf("the code must be lower-case letters, digits and hyphens")
	}

	if len(s.Secret) < minSecret {
		addf("the secret is shorter than %d characters", minSecret)
	}

	if len(s.Accounts) == 0 {
		addf("there are no accounts")
	}

	for number, bank := range s.Accounts {
		if !accountForm.MatchString(number) || bank == "" {
			addf("account %q must be digits with the code of its bank", number)
		}
	}

	return errors.Join(found...)
}

// Verify compares the signature with the raw body in constant time. Nothing is parsed before. An empty body is the
// check of the address, and has no signature.
func (s Source) Verify(header http.Header, body []byte) error {
	if len(body) == 0 {
		return nil
	}

	given := header.Values(HeaderSignature)
	if len(given) != 1 { // a second one may have been added on the way
		return ErrSignature
	}

	sum, err := hex.DecodeString(given[0])
	if err != nil || !hmac.Equal(sum, s.sum(body)) {
		return ErrSignature
	}

	return nil
}

func (s Source) sum(body []byte) []byte {
	mac := hmac.New(sha256.New, []byte(s.Secret.Reveal()))
	mac.Write(body)

	return mac.Sum(nil)
}

// split returns the mutations of a webhook as they came. It reads no amounts: a mutation that can't be read must not
// lose the others.
func split(body []byte) ([]json.RawMessage, error) {
	list := []json.RawMessage{}

	if len(body) == 0 {
		return list, nil
	}

	if err := json.Unmarshal(body, &list); err != nil || list == nil {
		return nil, ErrMalformed
	}

	return list, nil
}
