// Package money holds amounts in whole rupiah. Floats are never used for money,
// and rupiah has no decimals in practice.
package money

import (
	"strconv"
	"strings"
)

// Rupiah is an amount in whole rupiah. In a wallet's history a negative amount
// leaves the wallet.
type Rupiah int64

const (
	groupDigits = 3
	perCentBase = 10_000 // basis points in one
)

// Dotted formats the amount with dots between thousands and no prefix:
// -1.250.000.
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

// Pointed formats the amount as orders and bill payment write it: Rp.10.000, and -Rp.10.000. Deposits, invoices
// and shops write it as String does.
func (r Rupiah) Pointed() string { return strings.Replace(r.String(), "Rp ", "Rp.", 1) }

// String formats the amount as is usual in Indonesia: Rp 10.000, and -Rp 10.000.
func (r Rupiah) String() string {
	if s, negative := strings.CutPrefix(r.Dotted(), "-"); negative {
		return "-Rp " + s
	}

	return "Rp " + r.Dotted()
}

// BasisPoints is points hundredths of a per cent of the amount, rounded down to
// whole rupiah (the rule for withheld tax).
func (r Rupiah) BasisPoints(points int64) Rupiah {
	whole, rest := int64(r)/perCentBase, int64(r)%perCentBase

	return Rupiah(whole*points + rest*points/perCentBase)
}

// BasisPointsUp is points hundredths of a per cent of an amount of zero or more, rounded up to whole rupiah (the rule for margins).
func (r Rupiah) BasisPointsUp(points int64) Rupiah {
	whole, rest := int64(r)/perCentBase, int64(r)%perCentBase

	return Rupiah(whole*points + (rest*points+perCentBase-1)/perCentBase)
}
