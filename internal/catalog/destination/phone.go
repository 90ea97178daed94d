package destination

import "strings"

const (
	country     = "62"
	leastMobile = 10
	mostMobile  = 13
)

// national converts an Indonesian number to the form without its country. It is false for one of another country. Only +62, 62,
// 0062, 0 and 8 lead to an Indonesian mobile number.
func national(n number) (string, bool) {
	digits := n.digits

	switch {
	case n.plus && !strings.HasPrefix(digits, country):
		return "", false
	case strings.HasPrefix(digits, "00"):
		if n.plus || !strings.HasPrefix(digits, "00"+country) {
			return "", false
		}

		return afterCountry(digits[2+len(country):])
	case n.plus:
		return afterCountry(digits[len(country):])
	case strings.HasPrefix(digits, country):
		if rest := strings.TrimPrefix(digits[len(country):], "0"); strings.HasPrefix(rest, "8") {
			return "0" + rest, true
		}

		return digits, true
	case strings.HasPrefix(digits, "8") && len(digits) < mostMobile: // a longer one is none, with the zero either
		return "0" + digits, true
	default:
		return digits, true
	}
}

// afterCountry puts the zero before what follows the country. It is false for two zeros, which begin no national number.
func afterCountry(digits string) (string, bool) {
	digits = strings.TrimPrefix(digits, "0")

	return "0" + digits, !strings.HasPrefix(digits, "0")
}

func isMobile(digits string) bool {
	return strings.HasPrefix(digits, "08") && len(digits) >= leastMobile && len(digits) <= mostMobile
}

func (r rule) judgeMobile(p Product, n number) Verdict {
	digits, ours := national(n)

	switch {
	case !ours:
		return refused(AnotherCountry, msgCountry)
	case isMobile(digits):
		return judgeNetwork(p, digits)
	case r.kind == mobile:
		return wrongForm(digits, msgMobile)
	}

	if !n.plus {
		digits = n.digits // a number of another kind stays as it is
	}

	if r.outside(digits) {
		return wrongForm(digits, r.message)
	}

	return doubtful(digits, r.message)
}

// judgeNetwork doubts a number of another network than the product's.
func judgeNetwork(p Product, digits string) Verdict {
	v := Verdict{Number: digits}
	if p.Type != "mobile" && p.Type != "data" && p.Type != "mobile_postpaid" {
		return v
	}

	own, its := ownNetwork(p.Operator), networkOf(digits)
	if own != "" && its.code != "" && its.code != own {
		v.Grade, v.Reason, v.Message = Doubtful, OtherOperator, msgOperator.With(its.name)
	}

	return v
}

// judgeLandline judges telephones with their area, and the customer numbers of internet providers.
func (r rule) judgeLandline(n number) Verdict {
	digits := n.digits

	if n.plus || strings.HasPrefix(digits, "00") {
		no, ours := national(n)
		if !ours {
			return refused(AnotherCountry, msgCountry)
		}

		digits = no
	}

	if r.outside(digits) {
		return wrongForm(digits, r.lengthMessage())
	}

	return Verdict{Number: digits}
}

// countryOf has the codes of the countries of operators abroad, by the start of the operator's code.
func countryOf(operator string) string {
	for _, c := range [...]struct{ code, operators string }{
		{"60", "MAXIS CELCOM DIGI UMOBILE TUNETALK"},
		{"65", "SINGTEL STARHUB M1 SIMBA"},
		{"63", "GLOBE DITO TNT TM"},
		{"66", "AIS DTAC TRUEMOVE"},
		{"84", "VIETTEL VINAPHONE MOBIFONE"},
		{"86", "CHINAMOBILE CHINAUNICOM CHINATELECOM"},
		{"852", "CSL"},
		{"886", "CHUNGHWA"},
		{"966", "STC MOBILY ZAIN"},
	} {
		for name := range strings.FieldsSeq(c.operators) {
			if operator == name {
				return c.code
			}
		}
	}

	return ""
}

// judgeAbroad judges a number of another country. It is stored as E.164 without its plus.
func (r rule) judgeAbroad(p Product, n number) Verdict {
	digits, theirs, international := n.digits, countryOf(p.Operator), n.plus

	if rest, ok := strings.CutPrefix(digits, "00"); ok && rest != "" {
		if n.plus {
			return refused(Character, msgCharacter.With("+"))
		}

		digits, international = rest, true
	}

	switch {
	case theirs != "" && international && !strings.HasPrefix(digits, theirs):
		return refused(AnotherCountry, msgCountryOf.With(theirs))
	case r.outside(digits) || international && digits[0] == '0':
		return wrongForm(digits, r.message)
	case theirs == "" && strings.HasPrefix(digits, country):
		return doubtful(digits, msgE164) // an Indonesian number for an operator abroad
	case theirs != "" && !strings.HasPrefix(digits, theirs):
		return doubtful(digits, msgAbroad.With(theirs))
	case theirs == "" && digits[0] == '0':
		return doubtful(digits, msgE164)
	}

	return Verdict{Number: digits}
}
