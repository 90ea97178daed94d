package catalog

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// The field of the client API that holds the destination.
const destinationField = "destinationNo"

// maxDestination is the longest destination that is stored. Real numbers are far
// shorter.
const maxDestination = 64

// rule is what is certain about the numbers of a product group. Where nothing is
// certain (PDAM, instalments, games) a number is only cleaned. The supplier
// decides then: refusing a good number would cost a sale.
type rule struct {
	mobile   bool // +62..., 62... and 8... are the same number as 08...
	digits   bool // digits only; spaces, dots and dashes are removed
	min, max int  // number of digits
	message  language.Message
}

// Lengths by the facts of the trade: mobile numbers have 10 to 13 digits in the
// national form; PLN takes a meter number of 11 or a customer id of 12.
func ruleOf(operatorType string) rule {
	switch operatorType {
	case "mobile", "mobile_postpaid":
		return rule{mobile: true, digits: true, min: 10, max: 13, message: msgMobileNumber}
	case "data", "ewallet", "ewallet_inquiry":
		// Modems have other numbers, and some e-wallets have their own.
		return rule{mobile: true}
	case "electricity":
		return rule{digits: true, min: 11, max: 12, message: msgMeterNumber}
	case "electricity_postpaid":
		return rule{digits: true, min: 11, max: 12, message: msgElectricityCustomerID}
	default:
		return rule{}
	}
}

// NormaliseDestination converts a destination to the form that is stored, sent and
// searched, by the operator type of its product. It refuses only what no supplier
// can accept, with a ValidationError about `destinationNo`.
func NormaliseDestination(operatorType, raw string) (string, error) {
	clean := raw
	if !allDigits(raw) { // most are plain digits, and every order passes here
		clean = strings.Join(strings.Fields(raw), " ")
	}

	if clean == "" {
		return "", fault.InvalidField(destinationField, msgDestinationMissing)
	}

	if !utf8.ValidString(clean) || len(clean) > maxDestination || strings.ContainsFunc(clean, unprintable) {
		return "", fault.InvalidField(destinationField, msgDestinationForm)
	}

	r := ruleOf(operatorType)

	if digits, ok := onlyDigits(clean); ok && (r.digits || r.mobile) {
		clean = digits
		if r.mobile {
			clean = national(digits)
		}
	}

	if !r.digits {
		return clean, nil
	}

	if n := len(clean); !allDigits(clean) || n < r.min || n > r.max || (r.mobile && !strings.HasPrefix(clean, "08")) {
		return "", fault.InvalidField(destinationField, r.message)
	}

	return clean, nil
}

func unprintable(c rune) bool { return !unicode.IsPrint(c) }

// onlyDigits removes spaces, dots, dashes and one leading plus.
func onlyDigits(s string) (string, bool) {
	s = strings.TrimPrefix(s, "+")
	if !allDigits(s) { // most need no change, and every order passes here
		s = strings.Map(func(c rune) rune {
			if strings.ContainsRune(" -.()", c) {
				return -1
			}

			return c
		}, s)
	}

	return s, s != "" && allDigits(s)
}

func allDigits(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool { return c < '0' || c > '9' })
}

// national converts the international form of an Indonesian mobile number, and one
// without its leading zero, to 08...
func national(digits string) string {
	switch {
	case strings.HasPrefix(digits, "628"):
		return "0" + strings.TrimPrefix(digits, "62")
	case strings.HasPrefix(digits, "8"):
		return "0" + digits
	default:
		return digits
	}
}
