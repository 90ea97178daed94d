package password

import (
	"crypto/rand"
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"

	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

const pinLength = 6

// CheckPIN checks the rule for new PINs: six digits, neither all the same nor counting up
// or down. It returns nil or a ValidationError about field.
func CheckPIN(field string, pin secret.Text) error {
	text := pin.Reveal()
	if utf8.RuneCountInString(text) != pinLength {
		return fault.InvalidField(field, msgPINLength)
	}

	if strings.ContainsFunc(text, func(r rune) bool { return r < '0' || r > '9' }) {
		return fault.InvalidField(field, msgPINDigits)
	}

	step := int(text[1]) - int(text[0])
	if step < -1 || step > 1 {
		return nil
	}

	for i := 1; i < pinLength; i++ {
		if int(text[i])-int(text[i-1]) != step {
			return nil
		}
	}

	return fault.InvalidField(field, msgPINEasy)
}

// MakePIN makes a random PIN that satisfies CheckPIN.
func MakePIN() secret.Text {
	const values = 1_000_000

	for {
		n, err := rand.Int(rand.Reader, big.NewInt(values))
		if err != nil {
			panic(err) // never happens
		}

		if pin := secret.Text(fmt.Sprintf("%0*d", pinLength, n.Int64())); CheckPIN("", pin) == nil {
			return pin
		}
	}
}
