package catalog

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"loket/internal/platform/fault"
)

// Field of the client API that a destination is given in.
const destinationField = "destinationNo"

// maxDestination bounds what is stored; no real customer number comes near.
const maxDestination = 64

// rule is what is known for certain about the numbers of a product group. Where
// nothing is certain (PDAM, instalments, games, ...) a number is only cleaned:
// the supplier decides, and refusing a good number would cost a sale.
type rule struct {
	mobile   bool // +62, 62 and a bare 8 are the same number as 08
	digits   bool // digits alone; spaces, dots and dashes are only for reading
	min, max int  // number of digits
	message  string
}

// Lengths by the facts of the trade: mobile numbers have 10 to 13 digits in the
// national form; PLN takes a meter number of 11 or a customer id of 12.
func ruleOf(operatorType string) rule {
	switch operatorType {
	case "mobile", "mobile_postpaid":
		return rule{mobile: true, digits: true, min: 10, max: 13, message: "A mobile number starts with 08 and has 10 to 13 digits"}
	case "data", "ewallet", "ewallet_inquiry":
		// Modems have other numbers, and some wallets go by a number of their own.
		return rule{mobile: true}
	case "electricity":
		return rule{digits: true, min: 11, max: 12, message: "A meter number has 11 digits, a customer id 12"}
	case "electricity_postpaid":
		return rule{digits: true, min: 11, max: 12, message: "A customer id has 12 digits, a meter number 11"}
	default:
		return rule{}
	}
}

// NormaliseDestination brings a destination into the form that is stored, sent
// and searched for, by the product group of its product. It refuses, as a
// ValidationError about `destinationNo`, only what no supplier can accept.
func NormaliseDestination(operatorType, raw string) (string, error) {
	clean := raw
	if !allDigits(raw) { // most are plain numbers, and this is on the way of every order
		clean = strings.Join(strings.Fields(raw), " ")
	}

	if clean == "" {
		return "", fault.InvalidField(destinationField, "Destination number must be filled")
	}

	if !utf8.ValidString(clean) || len(clean) > maxDestination || strings.ContainsFunc(clean, unprintable) {
		return "", fault.InvalidField(destinationField, "Destination number must be at most 64 printable characters")
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

// onlyDigits takes away what people write for reading, and one leading plus.
func onlyDigits(s string) (string, bool) {
	s = strings.TrimPrefix(s, "+")
	if !allDigits(s) { // on the way of every order: most have nothing to take away
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

// national turns the international form of an Indonesian mobile number, and
// one without its zero, into 08...
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
