// Package factor has what second factors are made of: codes of authenticator apps, recovery codes, and the encryption of secrets. It knows
// neither users nor the database.
package factor

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // authenticator apps know no other hash; an HMAC needs no collision resistance
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"time"

	"loket/internal/platform/secret"
)

// Parameters of RFC 6238 that every authenticator app knows.
const (
	period     = 30 * time.Second
	secretSize = 20 // bytes, as RFC 4226 recommends
	// CodeDigits is the length of a code of an app.
	CodeDigits = 6
)

// NewSecret makes the secret that an app and the server share.
func NewSecret() []byte {
	out := make([]byte, secretSize)
	_, _ = rand.Read(out) // never fails

	return out
}

// SecretText is a secret as people type it into an app, in base32.
func SecretText(shared []byte) secret.Text {
	return secret.Text(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(shared))
}

// URI is the text of the QR code that an app reads. Account names the user within the issuer.
func URI(shared []byte, issuer, account string) secret.Text {
	label := url.PathEscape(issuer + ":" + account)
	query := url.Values{"secret": {SecretText(shared).Reveal()}, "issuer": {issuer}}

	return secret.Text("otpauth://totp/" + label + "?" + query.Encode())
}

// StepOf is the number of the period of a moment.
func StepOf(at time.Time) int64 { return at.Unix() / int64(period/time.Second) }

// Code is the code of a step, RFC 6238 with HMAC-SHA-1.
func Code(shared []byte, step int64, digits int) string {
	const (
		offsetMask = 0x0f
		signMask   = 0x7fffffff
		base       = 10
	)

	mac := hmac.New(sha1.New, shared)
	_ = binary.Write(mac, binary.BigEndian, step) // a hash never fails
	sum := mac.Sum(nil)

	number := binary.BigEndian.Uint32(sum[sum[len(sum)-1]&offsetMask:]) & signMask

	limit := uint32(1)
	for range digits {
		limit *= base
	}

	return fmt.Sprintf("%0*d", digits, number%limit)
}

// Match returns the step whose code was given: the present one, or the one before for who types slowly. The caller stores it, and takes
// no code of it or of an earlier one again.
func Match(shared []byte, code string, now time.Time) (step int64, ok bool) {
	if len(code) != CodeDigits {
		return 0, false
	}

	for _, step := range []int64{StepOf(now), StepOf(now) - 1} {
		if subtle.ConstantTimeCompare([]byte(Code(shared, step, CodeDigits)), []byte(code)) == 1 {
			return step, true
		}
	}

	return 0, false
}
