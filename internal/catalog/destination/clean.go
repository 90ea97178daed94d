package destination

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"loket/internal/platform/language"
)

// text is what a person or a file gave, without what can't be seen: spaces of all kinds are single blanks, dashes of all kinds
// hyphens, digits of all scripts 0 to 9.
type text struct {
	s                       string
	hidden, scripts, quoted bool
	broken                  bool // a line break or tab is within: cells of a table stand so
	verdict                 Verdict
}

func (t *text) repair() (Repair, language.Message) {
	switch {
	case t.quoted:
		return RepairedFormula, msgFixedFormula
	case t.scripts:
		return RepairedDigits, msgFixedDigits
	case t.hidden:
		return RepairedHidden, msgFixedHidden
	}

	return "", language.Message{}
}

// maxRaw is far above any number with everything around it.
const maxRaw = 400

func cleanText(raw string) text {
	t := text{}

	if len(raw) > maxRaw {
		t.verdict = refused(TooLong, msgLong.With(MaxLength))

		return t
	}

	if !utf8.ValidString(raw) {
		t.verdict = refused(Character, msgUnreadable)

		return t
	}

	var b strings.Builder

	for _, r := range raw {
		if !t.take(&b, r) {
			return t
		}
	}

	t.s = b.String()
	if strings.ContainsAny(strings.Trim(t.s, " \n"), "\n") {
		t.broken = true
	}

	t.s = strings.Join(strings.Fields(t.s), " ")
	t.unquote()

	if t.s == "" {
		t.verdict = refused(Missing, msgMissing)
	}

	return t
}

// take adds a character. It is false when the text is refused.
func (t *text) take(b *strings.Builder, r rune) bool {
	switch {
	case r < utf8.RuneSelf && r >= ' ' && r != 0x7f: // most
		b.WriteRune(r)
	case r == '\t' || r == '\n' || r == '\r' || r == '\v' || r == '\f' || r == '\u0085' || r == '\u2028' || r == '\u2029':
		b.WriteByte('\n')
	case hidden(r):
		t.hidden = true
	case unicode.Is(unicode.Zs, r):
		b.WriteByte(' ')
	case unicode.Is(unicode.Pd, r) || r == '\u2212':
		b.WriteByte('-')
	case r == '·' || r == '•' || r == '․' || r == '∙':
		b.WriteByte('.')
	case r >= '\uff01' && r <= '\uff5e': // the wide forms of ASCII
		t.scripts = true

		b.WriteRune(r - 0xfee0)
	case unicode.Is(unicode.Nd, r):
		t.scripts = true

		b.WriteByte(digitOf(r))
	case unicode.IsPrint(r):
		b.WriteRune(r)
	default: // also the mark that turns the order of what follows around
		t.verdict = refused(Character, msgUnreadable)

		return false
	}

	return true
}

// hidden reports characters that nobody sees and that mean nothing in a number: zero widths, direction marks, variants.
func hidden(r rune) bool {
	switch {
	case r >= '\u200b' && r <= '\u200f', r >= '\u202a' && r <= '\u202d', r >= '\u2060' && r <= '\u2064', r >= '\u2066' && r <= '\u2069':
		return true
	case r >= '\ufe00' && r <= '\ufe0f', r == '\ufeff', r == '\u00ad', r == '\u034f', r == '\u061c', r == '\u180e':
		return true
	}

	return false
}

// digitOf is the ASCII digit of a decimal digit of any script: each script has its ten in a row.
func digitOf(r rune) byte {
	const mathematical = 0x1d7ce // five times ten in a row

	if r >= mathematical {
		if n := r - mathematical; n < 50 { //nolint:mnd // as above
			return byte('0' + n%10)
		}
	}

	n := byte(0)
	for n < 9 && unicode.Is(unicode.Nd, r-1) {
		r, n = r-1, n+1
	}

	return '0' + n
}

// unquote takes off what spreadsheets put around a number so that it stays a text: '0812, ="0812", "0812".
func (t *text) unquote() {
	const quotes = `'"` + "`´‘’‚“”„′″"

	for was := ""; was != t.s; {
		was = t.s

		if rest, ok := strings.CutPrefix(t.s, "="); ok && rest != "" && strings.ContainsAny(rest[:1], `"0123456789`) {
			t.s = strings.TrimSpace(rest)
		}

		first, _ := utf8.DecodeRuneInString(t.s)
		if bare := strings.TrimSpace(strings.Trim(t.s, quotes)); bare != "" && strings.ContainsRune(quotes, first) {
			t.s = bare
		}

		t.quoted = t.quoted || t.s != was
	}
}
