package factor

import (
	"crypto/rand"
	"strings"

	"loket/internal/platform/secret"
)

// RecoveryCodes is how many codes a set has.
const RecoveryCodes = 10

// A code has 20 characters of 5 bits: the first four find it, 80 bits are its secret.
const (
	codeLength   = 20
	lookupLength = 4
	groupLength  = 4
	alphabet     = "0123456789ABCDEFGHJKMNPQRSTVWXYZ" // Crockford's base32: no I, L, O and U
)

// RecoveryCode is a code in the parts that are stored: Lookup as it is, Rest as a hash.
type RecoveryCode struct {
	Lookup string
	Rest   secret.Text
}

// NewRecoveryCodes makes a set of codes with different lookups.
func NewRecoveryCodes() []RecoveryCode {
	out := make([]RecoveryCode, 0, RecoveryCodes)
	taken := map[string]bool{}

	for len(out) < RecoveryCodes {
		code := random()
		if c := (RecoveryCode{code[:lookupLength], secret.Text(code[lookupLength:])}); !taken[c.Lookup] {
			taken[c.Lookup] = true

			out = append(out, c)
		}
	}

	return out
}

func random() string {
	raw := make([]byte, codeLength)
	_, _ = rand.Read(raw) // never fails

	for i, b := range raw {
		raw[i] = alphabet[int(b)%len(alphabet)] // 256 is a multiple of 32, so all are equally likely
	}

	return string(raw)
}

// Text is the code as people read it: groups of four.
func (c RecoveryCode) Text() secret.Text {
	whole := c.Lookup + c.Rest.Reveal()
	groups := make([]string, 0, codeLength/groupLength)

	for i := 0; i < len(whole); i += groupLength {
		groups = append(groups, whole[i:i+groupLength])
	}

	return secret.Text(strings.Join(groups, "-"))
}

// mistaken are characters that people write for others, and what stands between groups.
var mistaken = strings.NewReplacer("-", "", " ", "", "O", "0", "I", "1", "L", "1")

// ParseRecoveryCode reads a typed code. Case, blanks and dashes don't matter.
func ParseRecoveryCode(typed string) (RecoveryCode, bool) {
	const longest = 64

	if len(typed) > longest {
		return RecoveryCode{}, false
	}

	code := mistaken.Replace(strings.ToUpper(typed))
	if len(code) != codeLength || strings.Trim(code, alphabet) != "" {
		return RecoveryCode{}, false
	}

	return RecoveryCode{code[:lookupLength], secret.Text(code[lookupLength:])}, true
}
