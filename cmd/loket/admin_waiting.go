package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"loket/internal/money/settlement"
	"loket/internal/platform/money"
)

// wish is the input of a request in words: what would change if it were approved. It shows an input that it can't read as it is.
func wish(input string) string {
	in := json.NewDecoder(strings.NewReader(input))
	in.UseNumber()

	text, err := wishOf(in, "")
	if err != nil {
		return input
	}

	return text
}

// wishOf reads one JSON value. Fields keep their order.
func wishOf(in *json.Decoder, name string) (string, error) {
	token, err := in.Token()
	if err != nil {
		return "", err
	}

	opening, nested := token.(json.Delim)
	if !nested {
		return wishValue(name, token), nil
	}

	parts := []string{}

	for in.More() {
		if opening == '[' {
			part, err := wishOf(in, name)
			if err != nil {
				return "", err
			}

			parts = append(parts, part)

			continue
		}

		field, err := in.Token()
		if err != nil {
			return "", err
		}

		name := fmt.Sprint(field)

		part, err := wishOf(in, name)
		if err != nil {
			return "", err
		}

		if part != "" && !slices.Contains(wishHidden, name) {
			parts = append(parts, wishName(name)+" "+part)
		}
	}

	if _, err := in.Token(); err != nil {
		return "", err
	}

	if opening == '[' {
		return strings.Join(parts, "; "), nil
	}

	return strings.Join(parts, ", "), nil
}

// wishHidden are fields that say nothing about the change, or stand in columns of their own.
var wishHidden = []string{"id", "key", "reason", "create", "before", "createdBy", "createdAt"}

// wishNames are fields that staff know by another name.
var wishNames = map[string]string{
	"ableTopup": "client raises it", "clientId": "client", "dueDays": "due days", "effectiveAt": "from", "maxLimit": "cap",
	"productCode": "product", "transferId": "transfer", "type": "wallet", "walletType": "wallet",
}

func wishName(name string) string {
	if known, ok := wishNames[name]; ok {
		return known
	}

	return name
}

var wishAmounts = []string{"amount", "limit", "maxLimit"}

// wishValue is empty for a value that was not given.
func wishValue(name string, value any) string {
	switch v := value.(type) {
	case nil:
		if name == "amount" { // of a price
			return amountOr(nil)
		}
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		return wishNumber(name, v)
	case string:
		at, err := time.Parse(time.RFC3339, v)

		switch {
		case err == nil && at.IsZero():
			return ""
		case err == nil:
			return when(at)
		}

		return strings.TrimSpace(v)
	}

	return ""
}

func wishNumber(name string, v json.Number) string {
	n, err := v.Int64()

	switch {
	case err != nil:
		return v.String()
	case slices.Contains(wishAmounts, name):
		return money.Rupiah(n).String()
	case name == "days":
		return dayNames(settlement.Days(n))
	case n == 0: // the id of nothing
		return ""
	}

	return v.String()
}
