// Package destination knows, for each type of product, what a destination is: allowed characters, the normal form, lengths, check
// digits, country, prefix and region. Nothing is dropped from a number without a reason: what could mean something else is refused.
package destination

import "loket/internal/platform/language"

// MaxLength is the most bytes of a stored destination.
const MaxLength = 64

// Anyone is the type of a number of which nothing is known: that of a contact.
const Anyone = "contact"

// Product is what a destination is judged for.
type Product struct {
	Type     string // of the operator
	Operator string // code
	Code     string
	Parts    []Part // of a game; none: any text
}

// Grade is how sure the judgement is. The greater one is the worse.
type Grade int

// The grades.
const (
	// Fine is a number that can be ordered.
	Fine Grade = iota
	// Doubtful is unlikely, but a supplier may take it: people are warned.
	Doubtful
	// WrongForm is a number that no supplier takes. Lists warn of it, since their lines fail one by one; every other way refuses it.
	WrongForm
	// Refused is no number, or could be another one than meant.
	Refused
)

// Reason is the code of a judgement.
type Reason string

// The reasons.
const (
	Missing        Reason = "missing"
	TwoNumbers     Reason = "two_numbers"
	AnotherCountry Reason = "another_country"
	Exponent       Reason = "exponent"
	Decimal        Reason = "decimal"
	Character      Reason = "character"
	TooLong        Reason = "too_long"
	NoDigits       Reason = "no_digits"
	WrongPart      Reason = "part"
	Form           Reason = "form"
	Doubt          Reason = "doubt"
	OtherOperator  Reason = "operator"
)

// Repair is what was repaired beside the usual ways to write a number in groups.
type Repair string

// The repairs, the gravest first.
const (
	RepairedExponent  Repair = "exponent"
	RepairedDecimal   Repair = "decimal"
	RepairedThousands Repair = "thousands"
	RepairedFormula   Repair = "formula"
	RepairedDigits    Repair = "digits"
	RepairedHidden    Repair = "hidden"
)

// Grave tells whether a person must see the repair before it is ordered for.
func (r Repair) Grave() bool {
	return r == RepairedExponent || r == RepairedDecimal || r == RepairedThousands || r == RepairedFormula
}

// Verdict is the judgement of a destination.
type Verdict struct {
	Number  string // the normal form: stored, sent, compared; empty when refused
	Grade   Grade
	Reason  Reason // empty if Fine
	Message language.Message
	// Repair is empty for a number that was only written in groups. RepairMessage says what was done.
	Repair        Repair
	RepairMessage language.Message
}

// Judge tells what a text is for a product. It allocates nothing for plain digits that are fine.
func Judge(p Product, raw string) Verdict {
	rule := ruleOf(p)

	if raw != "" && allDigits(raw) && len(raw) <= MaxLength {
		return rule.judge(p, number{digits: raw})
	}

	t := cleanText(raw)
	if t.verdict.Grade == Refused {
		return t.verdict
	}

	v := rule.read(p, t)
	if v.Grade != Refused && len(v.Number) > MaxLength {
		v = refused(TooLong, msgLong.With(MaxLength))
	}

	if v.Grade == Refused {
		v.Number, v.Repair, v.RepairMessage = "", "", language.Message{}

		return v
	}

	if v.Repair == "" {
		v.Repair, v.RepairMessage = t.repair()
	}

	return v
}

// Strict is Judge for ways on which nobody looks at a number before it is ordered: a wrong form is refused there, and so is a grave
// repair.
func Strict(p Product, raw string) Verdict {
	v := Judge(p, raw)

	switch {
	case v.Grade == WrongForm:
		v.Grade, v.Number = Refused, ""
	case v.Grade < WrongForm && v.Repair == RepairedExponent:
		return refused(Exponent, msgExponent)
	case v.Grade < WrongForm && v.Repair.Grave():
		return refused(reasonOf(v.Repair), refusalOf(v))
	}

	return v
}

func reasonOf(r Repair) Reason {
	if r == RepairedFormula {
		return Character
	}

	return Decimal
}

// refusalOf says what to enter instead.
func refusalOf(v Verdict) language.Message { return msgEnter.With(v.Number) }

var msgEnter = messages.Add("enter", "Enter the number as %s", "Masukkan nomornya sebagai %s")

func refused(r Reason, m language.Message) Verdict {
	return Verdict{Grade: Refused, Reason: r, Message: m}
}

func wrongForm(number string, m language.Message) Verdict {
	return Verdict{Number: number, Grade: WrongForm, Reason: Form, Message: m}
}

func doubtful(number string, m language.Message) Verdict {
	return Verdict{Number: number, Grade: Doubtful, Reason: Doubt, Message: m}
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}

	return true
}
