package destination

import "strings"

// card is a brand of e-money with the digits that its cards begin with.
type card struct{ operators, name, prefix string }

func cards() [4]card {
	return [4]card{
		{"EMANDIRI", "Mandiri e-money", "6032"}, {"BRIZZI", "BRI Brizzi", "6013"}, {"TAPCASH", "BNI TapCash", "7546"}, {"FLAZZ", "BCA Flazz", "0145"},
	}
}

// cardRule is certain about the four large brands, whose cards have 16 digits.
func cardRule(p Product) rule {
	const printed = 16

	for _, c := range cards() {
		if strings.HasPrefix(p.Operator, c.operators) {
			return rule{kind: fixed, least: printed, most: printed, message: msgPrinted}
		}
	}

	return rule{kind: fixed, least: 10, most: 19, message: msgPrinted, likely: [3]int{printed, printed, printed}, unlikely: msgPrinted}
}

// judgeBrand doubts a card of another brand.
func judgeBrand(p Product, digits string) Verdict {
	v := Verdict{Number: digits}

	for _, c := range cards() {
		if strings.HasPrefix(digits, c.prefix) && !strings.HasPrefix(p.Operator, c.operators) {
			v.Grade, v.Reason, v.Message = Doubtful, OtherOperator, msgOperator.With(c.name)
		}
	}

	return v
}

// luhn checks the last digit of a credit card (ISO/IEC 7812-1).
func luhn(digits string) bool {
	sum, double := 0, false

	for i := len(digits) - 1; i >= 0; i-- {
		d := int(digits[i] - '0')
		if double {
			d *= 2
			if d > 9 { //nolint:mnd // the sum of its two digits
				d -= 9
			}
		}

		sum, double = sum+d, !double
	}

	return sum%10 == 0
}
