package snap

import (
	"regexp"
	"strconv"
	"strings"

	"loket/internal/platform/money"
)

// Amount is an amount of the standard: "1000000.00", IDR.
type Amount struct {
	Value    string `json:"value"`
	Currency string `json:"currency"`
}

// amountForm is 16 digits and two decimals (ISO 4217), with a sign, which is refused as an amount and not as a format.
var amountForm = regexp.MustCompile(`^-?[0-9]{1,16}\.[0-9]{2}$`)

const (
	currency = "IDR"
	noCents  = ".00"
)

// rupiah reads an amount. What can't be an amount of a payment is refused: zero, below zero, or not whole rupiah.
func (a *Amount) rupiah(field string) (money.Rupiah, *result) {
	switch {
	case a == nil || a.Value == "":
		return 0, new(resultMissing.about(field + ".value"))
	case a.Currency == "":
		return 0, new(resultMissing.about(field + ".currency"))
	case a.Currency != currency:
		return 0, new(resultFormat.about(field + ".currency"))
	case !amountForm.MatchString(a.Value):
		return 0, new(resultFormat.about(field + ".value"))
	}

	whole, ok := strings.CutSuffix(a.Value, noCents)
	n, err := strconv.ParseInt(whole, 10, 64)

	if !ok || err != nil || n <= 0 {
		return 0, new(resultAmount)
	}

	return money.Rupiah(n), nil
}

func amountOf(r money.Rupiah) *Amount {
	return &Amount{strconv.FormatInt(int64(r), 10) + noCents, currency}
}
