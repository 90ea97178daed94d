// Package money holds amounts as whole rupiah. There are no floats anywhere
// near money, and rupiah has no decimals in practice.
package money

import (
	"strconv"
	"strings"
)

// Rupiah is an amount in whole rupiah; negative amounts leave a wallet.
type Rupiah int64

const (
	groupDigits = 3
	perCentBase = 10_000 // basis points in one
)

// Dotted writes the amount with dot thousands and no prefix: -1.250.000.
func (r Rupiah) Dotted() string {
	digits := strconv.FormatInt(int64(r), 10)

	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}

	var b strings.Builder

	b.WriteString(sign)

	for i, c := range digits {
		if i > 0 && (len(digits)-i)%groupDigits == 0 {
			b.WriteByte('.')
		}

		b.WriteRune(c)
	}

	return b.String()
}

// String writes the amount as people here do: Rp 10.000, and -Rp 10.000.
func (r Rupiah) String() string {
	if s, negative := strings.CutPrefix(r.Dotted(), "-"); negative {
		return "-Rp " + s
	}

	return "Rp " + r.Dotted()
}

// BasisPoints is the share of an amount in hundredths of a per cent, rounded
// down to whole rupiah (the rule for withheld tax).
func (r Rupiah) BasisPoints(points int64) Rupiah {
	whole, rest := int64(r)/perCentBase, int64(r)%perCentBase

	return Rupiah(whole*points + rest*points/perCentBase)
}
