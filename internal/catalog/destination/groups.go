package destination

import (
	"strings"

	"loket/internal/platform/language"
)

// number is what a text of digits says.
type number struct {
	digits  string
	plus    bool   // a + was before it
	long    bool   // two of its groups are as long as numbers are
	head    string // the digits up to a group that may be a whole number without its country, if others follow
	repair  Repair
	message language.Message
}

// wholeGroup is the least number of digits of an Indonesian mobile number without its country and zero.
const wholeGroup = leastMobile - 1

// longGroup is the least number of digits of which two groups could be two numbers.
const longGroup = 8

// readGroups reads a number of digits alone that may be written in groups: with blanks, dots, hyphens, and brackets around the first
// group. Everything else is refused by a verdict.
func readGroups(s string, plus bool) (number, Verdict) {
	n := number{}

	s, v := n.repairSpreadsheet(strings.TrimRight(s, " .,;"))
	if v.Grade == Refused {
		return n, v
	}

	if rest, ok := strings.CutPrefix(s, "+"); ok && plus {
		n.plus, s = true, strings.TrimLeft(rest, " ")
	}

	s, v = removeBrackets(s, &n, plus)
	if v.Grade == Refused {
		return n, v
	}

	long, last := 0, 0

	for _, group := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" .-", r) }) {
		if !allDigits(group) {
			return n, foreign(s)
		}

		if len(group) >= longGroup {
			long++
		}

		if last >= wholeGroup {
			n.head = n.digits
		}

		n.digits += group
		last = len(group)
	}

	if n.digits == "" || strings.HasPrefix(s, "-") {
		return n, foreign(s)
	}

	n.long = long > 1

	return n, Verdict{}
}

// foreign refuses a text for its first character that doesn't belong in it, or because it could be two numbers.
func foreign(s string) Verdict {
	at := strings.IndexFunc(s, func(r rune) bool { return (r < '0' || r > '9') && !strings.ContainsRune(" .-+()", r) })
	if at < 0 {
		at = max(strings.IndexAny(s, "+()-"), 0)
	}

	if s == "" {
		return refused(Character, msgNotANumber)
	}

	r := []rune(s[at:])[0]
	if strings.ContainsRune("/,;|&\\", r) && digitsIn(s[:at]) && digitsIn(s[at:]) {
		return refused(TwoNumbers, msgTwo)
	}

	return refused(Character, msgCharacter.With(string(r)))
}

func digitsIn(s string) bool { return strings.ContainsAny(s, "0123456789") }

// removeBrackets takes the brackets from the first group, (0812) 3456, and the zero that isn't dialled after a country: +62 (0) 812.
func removeBrackets(s string, n *number, phone bool) (string, Verdict) {
	open := strings.IndexByte(s, '(')
	if open < 0 {
		return s, Verdict{}
	}

	shut := strings.IndexByte(s, ')')
	if shut < open || strings.Count(s, "(") != 1 || strings.Count(s, ")") != 1 {
		return s, foreign(s)
	}

	before, inside, after := strings.TrimRight(s[:open], " "), strings.TrimSpace(s[open+1:shut]), s[shut+1:]

	switch {
	case !phone:
		return s, foreign(s[open:])
	case before == "" && !n.plus && strings.HasPrefix(inside, "+") && allDigits(inside[1:]):
		n.plus = true

		return inside[1:] + " " + after, Verdict{}
	case before == "" && allDigits(inside):
		return inside + " " + after, Verdict{}
	case inside == "0" && isTrunkZero(before, after, n.plus):
		return before + " " + strings.TrimLeft(after, " "), Verdict{}
	}

	return s, refused(Character, msgCharacter.With("("))
}

// isTrunkZero tells whether a zero in brackets stands between a country and a number: +62 (0) 812.
func isTrunkZero(before, after string, plus bool) bool {
	after = strings.TrimLeft(after, " -.")
	if after == "" || after[0] < '1' || after[0] > '9' {
		return false
	}

	if before == country || before == "00"+country {
		return true
	}

	// No country is split by its zero: +6 (0) 2812 isn't +62812.
	return plus && allDigits(before) && !strings.HasPrefix(before+after, country)
}

// repairSpreadsheet repairs what spreadsheets and programs made of a number, where no digit is missing: 8.1234567801E+10, 81234567801.0,
// 81.234.567.801,00.
func (n *number) repairSpreadsheet(s string) (string, Verdict) {
	if digits, is, whole := exponent(s); is {
		if !whole {
			return s, refused(Exponent, msgExponent)
		}

		n.repair, n.message = RepairedExponent, msgFixedExponent

		return digits, Verdict{}
	}

	if digits, ok := thousands(s, '.', ','); ok && strings.ContainsRune(s, ',') {
		n.repair, n.message = RepairedThousands, msgFixedThousands

		return digits, Verdict{}
	}

	if digits, ok := thousands(s, ',', '.'); ok {
		n.repair, n.message = RepairedThousands, msgFixedThousands

		return digits, Verdict{}
	}

	return n.whole(s)
}

// whole takes a decimal part of zeros off. A part that is more than that is refused. What has letters is no number of a spreadsheet.
func (n *number) whole(s string) (string, Verdict) {
	const decimals = 2

	at := strings.LastIndexAny(s, ".,")
	if at <= 0 || !digitsIn(s[:at]) || !allDigits(s[at+1:]) || strings.ContainsFunc(s, asciiLetter) {
		return s, Verdict{}
	}

	part, several := s[at+1:], strings.Count(s, s[at:at+1]) > 1
	zeros := strings.Trim(part, "0") == ""

	switch {
	case several && thousandsOrZero(s, at):
		return s, refused(Decimal, msgDecimal.With(s[at:]))
	case several || s[at] == '.' && len(part) > decimals && !zeros:
		return s, Verdict{} // groups
	case strings.ContainsAny(s[:at], ".,"):
		return s, refused(Decimal, msgDecimal.With(s[at:]))
	case zeros && len(part) <= decimals && s[at-1] != ' ':
		n.repair, n.message = RepairedDecimal, msgFixedDecimal.With(s[at:])

		return s[:at], Verdict{}
	case s[at] == ',' && len(part) > decimals:
		return s, refused(TwoNumbers, msgTwo)
	}

	return s, refused(Decimal, msgDecimal.With(s[at:]))
}

// exponent reads 8.12E+11. It is whole where all its digits are there: a shorter one was rounded.
func exponent(s string) (digits string, is, whole bool) {
	mantissa, power, is := strings.Cut(strings.ToUpper(s), "E")
	power = strings.TrimPrefix(power, "+")

	first, decimals, _ := strings.Cut(strings.ReplaceAll(strings.TrimPrefix(mantissa, "+"), ",", "."), ".")
	if !is || first == "" || !allDigits(first) || !allDigits(decimals) || !allDigits(strings.TrimPrefix(power, "-")) || strings.Trim(power, "-") == "" {
		return "", false, false
	}

	exp := 0
	for i := 0; i < len(power) && exp <= MaxLength; i++ {
		exp = exp*10 + int(power[i]-'0') //nolint:mnd // decimal
	}

	return first + decimals, true, power[0] != '-' && len(first) == 1 && first != "0" && len(decimals) == exp && exp > 0
}

// thousands reads a whole amount with separators: 81.234.567.801 or 81.234.567.801,00.
func thousands(s string, separator, decimal byte) (string, bool) {
	const group = 3

	s, rest, _ := strings.Cut(s, string(decimal))
	groups := strings.Split(s, string(separator))

	if len(groups) < group || strings.Trim(rest, "0") != "" || len(rest) > 2 || groups[0] == "" || len(groups[0]) > group || groups[0][0] == '0' {
		return "", false
	}

	for i, g := range groups {
		if !allDigits(g) || i > 0 && len(g) != group {
			return "", false
		}
	}

	return strings.Join(groups, ""), true
}

// thousandsOrZero tells whether the last of several groups may be a decimal part: 81.234.567.801.0.
func thousandsOrZero(s string, at int) bool {
	_, amount := thousands(s[:at], s[at], 0)
	last := s[at+1:]

	return last == "0" || amount && len(last) <= 2
}
