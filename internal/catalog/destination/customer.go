package destination

import (
	"strings"
)

// readCustomer reads a number as a biller prints it: letters and digits, with hyphens, dots and slashes that may belong to it.
func (r rule) readCustomer(p Product, t text) Verdict {
	if t.broken {
		return refused(TwoNumbers, msgTwo)
	}

	s := strings.TrimRight(t.s, " ,;.")

	if strings.ContainsFunc(s, func(c rune) bool {
		return !asciiLetter(c) && (c < '0' || c > '9') && !strings.ContainsRune(" -./_#()+,", c)
	}) ||
		strings.HasPrefix(s, "-") {
		return foreignIn(s, " -./_#()+,")
	}

	n := number{}

	if s, v := n.repairCustomer(s); v.Grade == Refused {
		return v
	} else if digits := strings.ReplaceAll(s, " ", ""); n.repair != "" && !strings.ContainsAny(digits, "+,") {
		return r.judge(p, number{digits: digits, repair: n.repair, message: n.message})
	}

	if strings.ContainsAny(s, "+,") {
		return foreignIn(s, " -./_#()")
	}

	long := 0

	for group := range strings.FieldsFuncSeq(s, func(c rune) bool { return strings.ContainsRune(" -/", c) }) {
		if len(group) >= longGroup && allDigits(group) {
			long++
		}
	}

	if long > 1 {
		return refused(TwoNumbers, msgTwo)
	}

	// Blanks between digits are how people read a number aloud. Others may be a part of it.
	if digits := strings.ReplaceAll(s, " ", ""); allDigits(digits) {
		s = digits
	}

	return r.judgeCustomer(p, s)
}

// repairCustomer is repairSpreadsheet for numbers that may have dots and letters of their own: 12E3 is one.
func (n *number) repairCustomer(s string) (string, Verdict) {
	if _, is, _ := exponent(s); is && !strings.ContainsAny(s, ".,+-") {
		return s, Verdict{}
	}

	was := s

	s, v := n.repairSpreadsheet(s)
	if v.Reason == Decimal && !strings.Contains(was, ",") { // dots may belong to it
		return was, Verdict{}
	}

	return s, v
}

func foreignIn(s, allowed string) Verdict {
	at := strings.IndexFunc(s, func(c rune) bool { return !asciiLetter(c) && (c < '0' || c > '9') && !strings.ContainsRune(allowed, c) })
	r := []rune(s[max(at, 0):])[0]

	if strings.ContainsRune(",;|&\\", r) && digitsIn(s[:at]) && digitsIn(s[at:]) {
		return refused(TwoNumbers, msgTwo)
	}

	return refused(Character, msgCharacter.With(string(r)))
}

func (r rule) judgeCustomer(p Product, s string) Verdict {
	const leastPDAM, mostPDAM = 4, 24

	switch {
	case s == "":
		return refused(Missing, msgMissing)
	case !digitsIn(s) && (p.Type == "spp" || p.Type == "ipl"):
		return Verdict{Number: s, Grade: Doubtful, Reason: NoDigits, Message: msgNoDigits}
	case !digitsIn(s):
		return Verdict{Number: s, Grade: WrongForm, Reason: NoDigits, Message: msgNoDigits}
	case p.Type == "pdam" && (len(s) < leastPDAM || len(s) > mostPDAM):
		return doubtful(s, msgPDAM)
	}

	return Verdict{Number: s}
}

// readVehicle reads a plate, or a payment code of digits.
func (r rule) readVehicle(p Product, t text) Verdict {
	if !strings.ContainsFunc(t.s, asciiLetter) {
		return r.readDigits(p, t)
	}

	if letters, no, rest, ok := plate(strings.TrimRight(t.s, " ,;.")); ok && !t.broken {
		v := Verdict{Number: strings.TrimSpace(letters + " " + no + " " + rest)}
		if !region(letters) {
			v.Grade, v.Reason, v.Message = Doubtful, Doubt, msgPlate.With(letters)
		}

		return v
	}

	v := r.readCustomer(p, t)
	if v.Grade == Fine {
		v.Grade, v.Reason, v.Message = Doubtful, Doubt, msgNoPlate
	}

	return v
}

// plate takes a plate apart: B 1234 XYZ, b1234xyz, B-1234-XYZ.
func plate(s string) (letters, no, rest string, ok bool) {
	const mostLetters, mostDigits, mostRest = 2, 4, 3

	s = strings.ToUpper(strings.NewReplacer(" ", "", "-", "", ".", "").Replace(s))
	rest = strings.TrimLeft(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	letters = s[:len(s)-len(rest)]
	tail := strings.TrimLeft(rest, "0123456789")
	no = rest[:len(rest)-len(tail)]

	ok = letters != "" && len(letters) <= mostLetters && no != "" && len(no) <= mostDigits && len(tail) <= mostRest &&
		strings.Trim(tail, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""

	return letters, no, tail, ok
}

// region tells whether plates begin with these letters.
func region(letters string) bool {
	const letter = " A B D E F G H K L M N P R S T W Z AA AB AD AE AG BA BB BD BE BG BH BK BL BM BN BP CC CD DA DB DC DD DE DG DH DK DL " +
		"DM DN DP DR DS DT DW EA EB ED KB KH KT KU PA PB PG PS PT PY RI "

	return strings.Contains(letter, " "+letters+" ")
}

// readAccount reads what a voucher is sent to.
func (r rule) readAccount(p Product, t text) Verdict {
	if t.broken {
		return refused(TwoNumbers, msgTwo)
	}

	if local, host, ok := strings.Cut(t.s, "@"); ok && local != "" && strings.Contains(host, ".") && !strings.ContainsAny(t.s, " ,;") &&
		!strings.Contains(host, "@") {
		return Verdict{Number: t.s}
	}

	if strings.Count(t.s, "@") > 1 {
		return refused(TwoNumbers, msgTwo)
	}

	if !strings.ContainsFunc(t.s, asciiLetter) || isShortened(t.s) {
		return r.readDigits(p, t)
	}

	v := r.readCustomer(p, t)
	if v.Grade == Fine {
		v.Grade, v.Reason, v.Message = Doubtful, Doubt, msgVoucher
	}

	return v
}

// isShortened tells whether a spreadsheet shortened the number, which may be followed by the separator of a list.
func isShortened(s string) bool {
	_, is, _ := exponent(strings.TrimRight(s, " .,;"))

	return is
}

func judgeAccount(n number) Verdict {
	digits, ours := n.digits, true
	if n.plus || strings.HasPrefix(digits, "00") || strings.HasPrefix(digits, country) {
		digits, ours = national(n)
	}

	if !ours {
		return refused(AnotherCountry, msgCountry)
	}

	return Verdict{Number: digits}
}

// readAnyone reads the number of a contact, whatever it is for.
func (r rule) readAnyone(p Product, t text) Verdict {
	if !strings.ContainsFunc(t.s, func(c rune) bool { return asciiLetter(c) || c == '#' || c == '@' || c == '/' }) || isShortened(t.s) {
		return r.readDigits(p, t)
	}

	if name, tag, ok := strings.Cut(t.s, "#"); ok && name != "" && tag != "" && !t.broken {
		return Verdict{Number: t.s}
	}

	if strings.Contains(t.s, "@") {
		return r.readAccount(p, t)
	}

	if letters, no, rest, ok := plate(t.s); ok && rest != "" && !t.broken {
		return Verdict{Number: letters + " " + no + " " + rest}
	}

	v := r.readCustomer(p, t)
	if v.Grade == WrongForm {
		v.Grade, v.Number = Refused, ""
	}

	return v
}

// keptAsWritten leaves the blanks of what is no mobile number: they may part a player from its zone.
func keptAsWritten(v Verdict, t text, n number) Verdict {
	if v.Grade != Refused && n.repair == "" && v.Number == n.digits && !n.plus && !isMobile(v.Number) {
		v.Number = strings.TrimRight(t.s, " .,;")
	}

	return v
}

// judgeAnyone converts what is certainly a mobile number. One that begins with 8 may be a meter.
func judgeAnyone(n number) Verdict {
	digits, ours := n.digits, true
	if n.plus || strings.HasPrefix(digits, "00"+country) || strings.HasPrefix(digits, country) {
		digits, ours = national(n)
	}

	if !ours {
		return Verdict{Number: "+" + n.digits} // of a product abroad
	}

	if !isMobile(digits) && !n.plus {
		digits = n.digits
	}

	return Verdict{Number: digits}
}
