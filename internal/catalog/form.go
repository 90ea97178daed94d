package catalog

import (
	"strings"
	"unicode"

	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// Forms that are likely, not certain: people are warned of other ones, and nothing is refused.
const (
	leastMobile, mostMobile = 10, 13
	leastPDAM, mostPDAM     = 4, 24
)

// lengths of numbers of BPJS: participants of employment and health insurance, and the form of virtual accounts.
func bpjsLengths() []int { return []int{11, 13, 16} }

// DoubtfulDestination is NormaliseDestination for lists that people look at: a number of a wrong form, such as one with too few
// digits, is returned with the message that tells so, and is no error. What is no number at all is one.
func DoubtfulDestination(operatorType, raw string) (string, language.Message, error) {
	no, err := NormaliseDestination(operatorType, raw)
	if err == nil {
		return no, language.Message{}, nil
	}

	clean, unusable := NormaliseDestination("", raw)

	digits, number := onlyDigits(clean)
	if unusable != nil || !number {
		return "", language.Message{}, err
	}

	return digits, fault.From(err).Fields[0].Message, nil
}

// UnlikelyForm tells why a normalised destination is unlikely to be one of the operator type. The message is empty for a likely
// one.
func UnlikelyForm(operatorType, number string) (language.Message, bool) {
	switch {
	case !strings.ContainsFunc(number, unicode.IsDigit):
		return msgNoDigits, true
	case operatorType == "data" && (!allDigits(number) || !strings.HasPrefix(number, "08") || len(number) < leastMobile || len(number) > mostMobile):
		return msgMobileNumber, true
	case operatorType == "bpjs":
		digits, ok := onlyDigits(number)
		for _, n := range bpjsLengths() {
			if ok && len(digits) == n {
				return language.Message{}, false
			}
		}

		return msgBPJSNumber, true
	case operatorType == "pdam" && (len(number) < leastPDAM || len(number) > mostPDAM || strings.ContainsFunc(number, outsidePDAM)):
		return msgPDAMNumber, true
	}

	return language.Message{}, false
}

func outsidePDAM(r rune) bool {
	return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-./ ", r)
}

// Networks finds the operators of mobile numbers. Make one for many numbers.
type Networks struct{ byPrefix map[string]string }

// NewNetworks reads the table of prefixes.
func NewNetworks() Networks {
	n := Networks{map[string]string{}}
	for _, p := range Prefixes() {
		n.byPrefix[p.Digits] = p.Operator
	}

	return n
}

// Of guesses the operator of a mobile number in national form (08...). The longest prefix wins. The result is empty when none
// matches.
func (n Networks) Of(number string) string {
	for length := min(longestPrefix, len(number)); length > 0; length-- {
		if operator := n.byPrefix[number[:length]]; operator != "" {
			return operator
		}
	}

	return ""
}

// brands are operators that aren't named after their network.
func brands() map[string]string { return map[string]string{"HALO": "TSEL"} }

// NetworkOf is the network of a product whose destinations are mobile numbers, by its operator: TSEL, or TSELD for its data. It is
// empty for other products and unknown operators.
func NetworkOf(p Product) string {
	if p.OperatorType != "mobile" && p.OperatorType != "data" && p.OperatorType != "mobile_postpaid" {
		return ""
	}

	own := brands()[p.OperatorCode]

	for code := range prefixes() {
		if strings.HasPrefix(p.OperatorCode, code) && len(code) > len(own) {
			own = code
		}
	}

	return own
}
