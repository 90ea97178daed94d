package destination

import (
	"slices"
	"strings"

	"loket/internal/platform/language"
)

// FormKind is a way to write destinations, for programs. The texts are published and never change.
type FormKind string

// The kinds of forms.
const (
	FormMobile   FormKind = "mobile"   // an Indonesian mobile number, 08...
	FormDigits   FormKind = "digits"   // digits alone
	FormCustomer FormKind = "customer" // letters and digits, as the biller prints them
	FormPlate    FormKind = "plate"    // of a vehicle, or a payment code
	FormAbroad   FormKind = "abroad"   // a mobile number of another country, with its code
	FormGame     FormKind = "game"     // parts with a blank between
	FormText     FormKind = "text"
)

// FormKinds lists all kinds.
func FormKinds() []FormKind {
	return []FormKind{FormMobile, FormDigits, FormCustomer, FormPlate, FormAbroad, FormGame, FormText}
}

// Writing is what destinations of a product look like.
type Writing struct {
	Kind FormKind
	// Least and Most are the numbers of characters of the normal form.
	Least, Most int
	// Message says it to people; zero where nothing is known.
	Message language.Message
	Example string
	Parts   []Part // of a game that asks for parts
}

// FormOf says what destinations of a product look like, with an example that Strict takes.
func FormOf(p Product) Writing {
	r := ruleOf(p)
	f := Writing{Least: max(r.least, 1), Most: r.most, Message: r.message}

	if f.Most == 0 {
		f.Most = MaxLength
	}

	if f.Message.IsZero() && r.most > 0 && r.kind != vehicle {
		f.Message = r.lengthMessage()
	}

	switch r.kind {
	case mobile, mobilely:
		f.Kind, f.Example = FormMobile, mobileExample(p)
	case fixed, landline:
		f.Kind, f.Example = FormDigits, digitsExample(p, r)
	case customer:
		f.Kind, f.Example = FormCustomer, "1234567890"
	case vehicle:
		f.Kind, f.Example, f.Message = FormPlate, "B 1234 XYZ", msgNoPlate
	case abroad:
		f.Kind, f.Example = FormAbroad, abroadExample(p)
	case account:
		f.Kind, f.Example, f.Message = FormText, mobileExample(p), msgVoucher
	case game:
		return gameForm(p, f)
	case free, anyone:
		f.Kind, f.Example = FormText, mobileExample(p)
	}

	return f
}

// gameForm is the form of a game: its parts, or any text.
func gameForm(p Product, f Writing) Writing {
	f.Kind, f.Example = FormText, "12345678"

	if len(p.Parts) == 0 {
		return f
	}

	examples := make([]string, len(p.Parts))
	for i, part := range p.Parts {
		examples[i] = part.Example
	}

	f.Kind, f.Example, f.Message, f.Parts = FormGame, strings.Join(examples, " "), Needs(p), p.Parts

	return f
}

// mobileExample is a number of the operator's own network, if it has one.
func mobileExample(p Product) string {
	const whole, rest = 12, "3456789012"

	prefix := "0812"
	all := Prefixes()

	if i := slices.IndexFunc(all, func(x Prefix) bool { return x.Operator == ownNetwork(p.Operator) }); i >= 0 {
		prefix = all[i].Digits
	}

	return (prefix + rest)[:whole]
}

func abroadExample(p Product) string {
	code := countryOf(p.Operator)
	if code == "" {
		code = "65"
	}

	return code + "91234567"
}

// digitsExample is a number of a usual length, with the digits that the type begins or ends with.
func digitsExample(p Product, r rule) string {
	const digits = "123456789012345678901234"

	switch p.Type {
	case "credit_card":
		return "4111111111111111"
	case "emoney":
		return cardExample(p)
	case "telephone_postpaid":
		return "02112345678"
	case "electricity":
		return "12345678901"
	}

	if r.likely[0] > 0 {
		return digits[:slices.Max(r.likely[:])]
	}

	return digits[:r.most]
}

func cardExample(p Product) string {
	prefix := "6032"

	for _, c := range cards() {
		if strings.HasPrefix(p.Operator, c.operators) {
			prefix = c.prefix
		}
	}

	return prefix + "123456789012"
}
