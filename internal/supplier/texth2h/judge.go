package texth2h

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"loket/internal/platform/money"
	"loket/internal/platform/safetext"
	"loket/internal/supplier"
)

// question is what a reply must be about.
type question struct {
	ref, sku, dest string
	// first: the reply answers the first send. Any other answers a status query, or is a report.
	first bool
	// age is the time since the first send; 0 where it isn't known.
	age time.Duration
	// likely is what the purchase should cost at most; 0 if it isn't known.
	likely money.Rupiah
}

// verdict is what a reply means, with how it was read.
type verdict struct {
	supplier.Answer

	rule  string
	parts map[string]string
}

// judge is the rules with the times of their limits.
type judge struct {
	rules         []ruleMatcher
	words         wordLists
	confirmAfter  time.Duration
	notFoundAfter time.Duration
}

// codeRule comes before the name of a rule in a code: rules are named by staff, and must not look like a code of package supplier.
const codeRule = "rule:"

// of decides what a reading means. The order of the checks is fixed: the first rule that matches; reference; number and product; words of other
// classes; the code; the serial number; what counts for the first send, or for a later query, alone. Whatever fails a check is Unknown.
func (j *judge) of(e *Envelope, r reading, q question) verdict {
	rule, at := match(j.rules, q.sku, r.sentence)
	if rule == nil {
		return verdict{Answer: unreadable("No rule matches the reply.")}
	}

	f := findings{judge: j, rule: rule, q: q, reading: r, own: classOf(rule.Outcome), rest: r.sentence}
	f.takeParts(at)

	v := verdict{rule: rule.Name, parts: f.parts}
	if why := f.contradiction(e); why != "" {
		v.Answer = supplier.Answer{Outcome: supplier.Unknown, Code: supplier.CodeContradiction, Message: why}

		return v
	}

	v.Answer = supplier.Answer{Outcome: f.outcome(), Code: codeRule + rule.Name, Message: f.message()}
	if v.Outcome == supplier.Success {
		v.SerialNumber = f.serial
		v.Price = f.price()
	}

	return v
}

func unreadable(why string) supplier.Answer {
	return supplier.Answer{Outcome: supplier.Unknown, Code: supplier.CodeUnreadable, Message: why}
}

// findings are a rule that matches a reading, and its parts.
type findings struct {
	*judge

	rule    *ruleMatcher
	q       question
	reading reading
	own     class
	parts   map[string]string
	serial  string
	// rest is the sentence without the serial number.
	rest string
	// cut: the sentence ends with the serial number, so more of it may be missing.
	cut bool
}

// takeParts takes the named parts out of the match, and those of the envelope that the rule doesn't name.
func (f *findings) takeParts(at []int) {
	f.parts = map[string]string{}
	sentence := f.reading.sentence

	for i, name := range f.rule.pattern.SubexpNames() {
		if name == "" || at[2*i] < 0 {
			continue
		}

		from, to := at[2*i], at[2*i+1]
		f.parts[name] = strings.TrimSpace(sentence[from:to])

		if name == partSerial {
			f.rest = sentence[:from] + " " + sentence[to:]
			f.cut = strings.TrimSpace(sentence[to:]) == ""
		}
	}

	for name, value := range map[string]string{
		partSerial: f.reading.serial, partPrice: f.reading.price, partBalance: f.reading.balance,
		partRef: f.reading.ref, partDest: f.reading.dest, partProduct: f.reading.product,
	} {
		if f.parts[name] == "" && value != "" {
			f.parts[name] = value
		}
	}

	f.serial = strings.Trim(f.parts[partSerial], " .,-:;")
}

// contradiction says why a reply can't be what its rule says; "" if nothing speaks against it.
func (f *findings) contradiction(e *Envelope) string {
	if why := f.aboutSomethingElse(); why != "" {
		return why
	}

	if f.words.foreign(f.own, f.reading.sentence) && f.own != classNone {
		return "The reply has a word of another class."
	}

	if f.q.ref == "" || f.parts[partRef] == "" {
		if f.words.older.MatchString(f.reading.sentence) {
			return "The reply is about an older purchase."
		}
	}

	if code := f.reading.code; code != "" && f.own != classNone {
		meaning, listed := e.Codes[code]

		switch {
		case !listed:
			return fmt.Sprintf("The code %.20q of the reply is not known.", code)
		case classOf(meaning) != f.own:
			return fmt.Sprintf("The code %.20q of the reply contradicts its sentence.", code)
		}
	}

	if f.own == classSuccess && f.serial != "" && !f.plausible() {
		return "The serial number is not plausible."
	}

	return ""
}

// aboutSomethingElse compares the parts of a reply, and of its envelope, with what was asked.
func (f *findings) aboutSomethingElse() string {
	for _, c := range []struct {
		what, ours string
		told       []string
		same       func(a, b string) bool
	}{
		{"reference", f.q.ref, []string{f.parts[partRef], f.reading.ref}, strings.EqualFold},
		{"number", f.q.dest, []string{f.parts[partDest], f.reading.dest}, func(a, b string) bool { return number(a) == number(b) }},
		{"product", f.q.sku, []string{f.parts[partProduct], f.reading.product}, strings.EqualFold},
	} {
		for _, told := range c.told {
			if told != "" && c.ours != "" && !c.same(told, c.ours) {
				return fmt.Sprintf("The supplier answered about another %s: %.100s", c.what, told)
			}
		}
	}

	return ""
}

const (
	minSerial = 4   // letters and digits
	maxSerial = 200 // characters
)

// plausible reports whether a serial number can be one: long enough, whole, and none of our own values.
func (f *findings) plausible() bool {
	signs := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}

		return -1
	}, f.serial)

	switch {
	case len(signs) < minSerial, safetext.ClipRunes(f.serial, maxSerial) != f.serial, f.cut:
		return false
	case strings.Trim(signs, signs[:1]) == "": // one digit again and again
		return false
	case strings.EqualFold(f.serial, f.q.ref), number(f.serial) == number(f.q.dest):
		return false
	case f.rule.Serial != "" && !f.rule.serial.MatchString(f.serial):
		return false
	default:
		return true
	}
}

// outcome is that of a reply that nothing speaks against.
func (f *findings) outcome() supplier.Outcome {
	ref, dest := f.parts[partRef] != "", f.parts[partDest] != ""

	switch f.rule.Outcome {
	case ruleSuccess:
		switch {
		case !ref || !f.said():
			return supplier.Unknown
		case f.serial == "" || strings.Trim(f.serial, "0") == "":
			return supplier.Pending // delivered, they say, but without its proof
		default:
			return supplier.Success
		}
	case rulePending:
		return supplier.Pending
	case ruleFailed:
		return f.failure(ref || dest)
	case ruleNotFound:
		if !f.q.first && ref && f.q.age > f.notFoundAfter { // "nothing for this number today" may mean another day
			return supplier.FailedCreated
		}
	}

	return supplier.Unknown
}

// said reports whether a word or the code says what the rule says.
func (f *findings) said() bool { return f.reading.code != "" || f.words.of(f.own, f.rest) }

// failure is the outcome of a failure. A refusal counts for the first send alone: later it says nothing about the first one.
func (f *findings) failure(ours bool) supplier.Outcome {
	switch {
	case f.rule.NotCreated && f.q.first:
		return supplier.FailedNotCreated
	case f.rule.NotCreated, !ours, !f.said():
		return supplier.Unknown
	case f.rule.Confirm && (f.q.first || f.q.age < f.confirmAfter):
		return supplier.Unknown
	default:
		return supplier.FailedCreated
	}
}

// price is what the purchase cost; 0 where it isn't plausible.
func (f *findings) price() money.Rupiah {
	const most = 2

	price := amount(f.parts[partPrice])
	if f.q.likely > 0 && price > most*f.q.likely {
		return 0
	}

	return price
}

// message is the sentence for staff, without the serial number.
func (f *findings) message() string { return safetext.ClipRunes(f.rest, maxMessage) }

const maxMessage = 500
