package texth2h

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"loket/internal/platform/money"
	"loket/internal/platform/safetext"
	"loket/internal/supplier/wire"
)

const (
	formText  = "text"
	formPairs = "pairs"
	formJSON  = "json"

	maxSentence = 4000 // bytes
)

// reading is what an envelope holds. Parts that it doesn't have are "".
type reading struct {
	sentence, code, ref, dest, product, serial, price, balance string
}

// read takes a reply apart; false if it can't be read.
func (e *Envelope) read(body []byte) (reading, bool) {
	text := decode(body)

	switch e.Form {
	case formPairs:
		return e.readPairs(text)
	case formJSON:
		return e.readJSON([]byte(text))
	default:
		r := reading{sentence: oneLine(text)}

		// A page of HTML is an answer of a proxy, whatever it says.
		return r, r.sentence != "" && len(r.sentence) <= maxSentence && r.sentence[0] != '<'
	}
}

func (e *Envelope) readJSON(body []byte) (reading, bool) {
	object, err := wire.ReadObject(body)
	if err == nil && e.Inside != "" {
		object, err = wire.ReadObject(object.Values[e.Inside])
	}

	if err != nil {
		return reading{}, false
	}

	return e.of(object.Text), true
}

// readPairs reads name=value&name=value, in which values often are not escaped: a value ends where the next name of the envelope begins. A name that
// is there twice makes the whole unreadable.
func (e *Envelope) readPairs(text string) (reading, bool) {
	values := map[string]string{}
	name := ""

	for part := range strings.SplitSeq(strings.TrimSpace(text), "&") {
		key, value, found := strings.Cut(part, "=")

		if _, twice := values[key]; found && e.knows(key) {
			if twice {
				return reading{}, false
			}

			name, values[key] = key, value

			continue
		}

		if name != "" && !isName(part) { // the rest of a value that has a &
			values[name] += "&" + part
		}
	}

	if len(values) == 0 {
		return reading{}, false
	}

	return e.of(func(name string) string { return unescape(values[name]) }), true
}

// isName reports whether a part of a query looks like another parameter: it has a name of letters and digits alone.
func isName(part string) bool {
	name, _, found := strings.Cut(part, "=")

	return found && name != "" && strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

func (e *Envelope) names() []string {
	return []string{e.Sentence, e.Code, e.Ref, e.Dest, e.Product, e.Serial, e.Price, e.Balance}
}

func (e *Envelope) knows(name string) bool {
	for _, known := range e.names() {
		if known != "" && known == name {
			return true
		}
	}

	return false
}

// of takes the named parts out of what get finds.
func (e *Envelope) of(get func(name string) string) reading {
	part := func(name string) string {
		if name == "" {
			return ""
		}

		return oneLine(get(name))
	}

	return reading{
		sentence: part(e.Sentence), code: part(e.Code), ref: part(e.Ref), dest: part(e.Dest), product: part(e.Product),
		serial: part(e.Serial), price: part(e.Price), balance: part(e.Balance),
	}
}

// unescape undoes the escapes of a query. Where they are broken, since the sender doesn't escape, it leaves them.
func unescape(value string) string {
	if plain, err := url.QueryUnescape(value); err == nil {
		return decode([]byte(plain))
	}

	return decode([]byte(strings.ReplaceAll(value, "+", " ")))
}

// decode reads UTF-8, or Latin-1 where it is no UTF-8.
func decode(body []byte) string {
	if utf8.Valid(body) {
		return string(body)
	}

	runes := make([]rune, len(body))
	for i, b := range body {
		runes[i] = rune(b)
	}

	return string(runes)
}

// oneLine has single spaces in place of all white space and control characters. What they separate never becomes one number.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(safetext.MakeStorable(text), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || r == unicode.ReplacementChar
	}), " ")
}

// number is a destination as it is compared: without signs, and 0 in place of 62 before a mobile number.
func number(text string) string {
	text = strings.NewReplacer(" ", "", "-", "", "+", "").Replace(text)
	if rest, ok := strings.CutPrefix(text, "62"); ok && strings.HasPrefix(rest, "8") {
		return "0" + rest
	}

	return strings.ToUpper(text)
}

// international has 62 in place of the 0 of a mobile number.
func international(destination string) string {
	if rest, ok := strings.CutPrefix(destination, "0"); ok {
		return "62" + rest
	}

	return destination
}

const maxPriceDigits = 12

// amount reads 71,900 and Rp 10.250 and 10.250,00; 0 where it can't be read.
func amount(text string) money.Rupiah {
	for _, decimals := range []string{",00", ".00"} {
		text = strings.TrimSuffix(text, decimals)
	}

	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}

		return -1
	}, text)

	if digits == "" || len(digits) > maxPriceDigits {
		return 0
	}

	var n money.Rupiah
	for _, d := range digits {
		n = n*10 + money.Rupiah(d-'0')
	}

	return n
}
