package destination

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"loket/internal/platform/language"
)

// The names of the parts of a game's destination.
const (
	UserID = "userId"
	ZoneID = "zoneId"
	Server = "server"
)

// PartNames lists the names that a part may have, in the order in which a destination joins them.
func PartNames() []string { return []string{UserID, ZoneID, Server} }

// PartForm is what a part consists of.
type PartForm string

// The forms.
const (
	PartDigits PartForm = "digits"
	PartWord   PartForm = "word" // letters, digits, hyphens, dots and underscores
	PartRiot   PartForm = "riot" // name#tag: the name may have blanks
	PartText   PartForm = "text" // a name with blanks
	PartList   PartForm = "list" // one of the options
)

// PartForms lists all forms.
func PartForms() []string {
	return []string{string(PartDigits), string(PartWord), string(PartRiot), string(PartText), string(PartList)}
}

// Option is a choice of a part: Code is sent, Label shown.
type Option struct{ Code, Label string }

// Part is what a game asks of a player. The catalogue names the parts of each game.
type Part struct {
	Name    string
	Form    PartForm
	Least   int // characters
	Most    int
	Options []Option // of PartList
	Example string
}

// Label is the name of the part for people.
func (p Part) Label() language.Message {
	switch p.Name {
	case ZoneID:
		return msgZone
	case Server:
		return msgServer
	default:
		return msgUserID
	}
}

// judge converts the value of a part to its normal form. The message says what is wrong.
func (p Part) judge(value string) (string, language.Message) {
	none := language.Message{}

	switch {
	case value == "":
		return "", msgPartEmpty.With(p.Example)
	case p.Form == PartList:
		return p.choose(value)
	case p.Form == PartRiot:
		name, tag, ok := strings.Cut(value, "#")
		name, tag = strings.TrimSpace(name), strings.TrimSpace(tag)

		if !ok || strings.ContainsFunc(name, notOfName) || !riotTag(tag) || !within(name, p.Least, p.Most) {
			return "", msgPartRiot.With(p.Example)
		}

		return name + "#" + tag, none
	case p.Form == PartDigits && (!allDigits(value) || !within(value, p.Least, p.Most)):
		return "", msgPartDigit.With(p.Least, p.Most, p.Example)
	case !within(value, p.Least, p.Most), p.Form == PartWord && strings.ContainsFunc(value, notOfWord), strings.ContainsFunc(value, notOfName):
		return "", msgPartText.With(p.Least, p.Most, p.Example)
	}

	return value, none
}

func (p Part) choose(value string) (string, language.Message) {
	labels := make([]string, len(p.Options))

	for i, o := range p.Options {
		if strings.EqualFold(value, o.Code) || strings.EqualFold(value, o.Label) {
			return o.Code, language.Message{}
		}

		labels[i] = o.Label
	}

	return "", msgPartList.With(strings.Join(labels, " · "))
}

// riotTag is 3 to 5 letters and digits.
func riotTag(tag string) bool {
	const least, most = 3, 5

	return within(tag, least, most) && !strings.ContainsFunc(tag, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func within(s string, least, most int) bool {
	n := utf8.RuneCountInString(s)

	return n >= least && n <= most
}

func notOfWord(r rune) bool {
	return !asciiLetter(r) && (r < '0' || r > '9') && !strings.ContainsRune("_.-@", r)
}

func notOfName(r rune) bool { return !unicode.IsPrint(r) || strings.ContainsRune(",;|#", r) }

// Join judges the parts of a game as a shop's form has them, and joins them to a destination. The messages are of the wrong parts
// by name.
func Join(p Product, values map[string]string) (Verdict, map[string]language.Message) {
	wrong, joined := map[string]language.Message{}, make([]string, 0, len(p.Parts))

	var v Verdict

	for _, part := range p.Parts {
		t := cleanText(values[part.Name])

		value, message := part.judge(t.s)
		if t.verdict.Grade == Refused && t.verdict.Reason != Missing {
			message = t.verdict.Message
		}

		if t.broken {
			message = msgTwo
		}

		if !message.IsZero() {
			wrong[part.Name] = message

			continue
		}

		if repair, message := t.repair(); repair != "" {
			v.Repair, v.RepairMessage = repair, message
		}

		joined = append(joined, value)
	}

	if len(wrong) > 0 {
		return refused(WrongPart, Needs(p)), wrong
	}

	v.Number = strings.Join(joined, " ")
	if len(v.Number) > MaxLength {
		return refused(TooLong, msgLong.With(MaxLength)), map[string]language.Message{p.Parts[0].Name: msgLong.With(MaxLength)}
	}

	return v, nil
}

// Needs says which parts a game needs, with an example.
func Needs(p Product) language.Message {
	names, examples := language.Message{}, make([]string, len(p.Parts))

	for i, part := range p.Parts {
		examples[i] = part.Example

		if i == 0 {
			names = part.Label()
		} else {
			names = msgTwoParts.With(names, part.Label())
		}
	}

	return msgNeeds.With(names, strings.Join(examples, " "))
}

// Split takes a stored destination of a game apart, by the names of its parts. It is empty for one that doesn't have them.
func Split(p Product, no string) map[string]string {
	values := map[string]string{}
	fields := strings.Split(no, " ")

	extra := len(fields) - len(p.Parts)
	if len(p.Parts) == 0 || extra < 0 {
		return values
	}

	// Only the first part may have blanks of its own.
	first := strings.Join(fields[:extra+1], " ")

	for i, part := range p.Parts {
		if i == 0 {
			values[part.Name] = first
		} else {
			values[part.Name] = fields[extra+i]
		}
	}

	return values
}

// judgeGame judges a text in the normal form of a game, or plain digits.
func judgeGame(p Product, s string) Verdict {
	if len(p.Parts) == 0 {
		return Verdict{Number: s}
	}

	values := Split(p, s)
	if len(values) == 0 {
		return refused(WrongPart, Needs(p))
	}

	v, wrong := Join(p, values)
	if len(wrong) > 0 && v.Reason == WrongPart {
		v.Message = Needs(p)
	}

	return v
}

// readGame reads a destination of a game: the parts with a blank between, also as games show them, 551203880 (2010), or as
// programs join them, 551203880|2010.
func readGame(p Product, t text) Verdict {
	if t.broken {
		return refused(TwoNumbers, msgTwo)
	}

	n, s := number{}, t.s

	if !strings.ContainsAny(s, " |(#") && (len(p.Parts) == 0 || p.Parts[0].Form == PartDigits) {
		var v Verdict
		if s, v = n.repairCustomer(s); v.Grade == Refused {
			return v
		}
	}

	if len(p.Parts) > 1 {
		if rest, ok := strings.CutSuffix(s, ")"); ok && strings.Count(s, "(") == 1 {
			s = strings.Replace(rest, "(", " ", 1)
		}

		s = strings.Join(strings.Fields(strings.ReplaceAll(s, "|", " ")), " ")
	}

	v := judgeGame(p, s)
	if v.Grade != Refused && n.repair != "" {
		v.Repair, v.RepairMessage = n.repair, n.message
	}

	return v
}
