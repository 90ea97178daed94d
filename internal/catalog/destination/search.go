package destination

import (
	"slices"
	"strings"
)

// Writings lists the stored forms that a typed text may stand for, the text itself first: a search compares with each of them.
// Rows that were stored before there was one form are found, too.
func Writings(typed string) []string {
	t := cleanText(typed)
	out := []string{strings.TrimSpace(typed)}

	add := func(s string) {
		if s != "" && len(s) <= MaxLength && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}

	if t.verdict.Grade == Refused {
		return out
	}

	add(t.s)

	if letters, no, rest, ok := plate(t.s); ok {
		add(strings.TrimSpace(letters + " " + no + " " + rest))
	}

	if rest, ok := strings.CutSuffix(t.s, ")"); ok { // 551203880 (2010)
		add(strings.Join(strings.Fields(strings.Replace(rest, "(", " ", 1)), " "))
	}

	if name, tag, ok := strings.Cut(t.s, "#"); ok {
		add(strings.TrimSpace(name) + "#" + strings.TrimSpace(tag))
	}

	add(strings.Join(strings.Fields(strings.ReplaceAll(t.s, "|", " ")), " "))

	n, v := readGroups(t.s, true)
	if v.Grade == Refused {
		return out
	}

	add(n.digits)

	if n.plus {
		add("+" + n.digits) // of a contact
	}

	add(strings.TrimPrefix(n.digits, "00"))

	if no, ours := national(n); ours {
		add(no)
	}

	const group, printed = 4, 16
	if len(n.digits) == printed { // a card as it is printed
		add(n.digits[:group] + " " + n.digits[group:2*group] + " " + n.digits[2*group:3*group] + " " + n.digits[3*group:])
	}

	return out
}

// Fragments lists the parts of stored forms that a typed part of a number may stand for, in small letters: 62812 may be the
// beginning of 0812.
func Fragments(typed string) []string {
	t := cleanText(typed)
	out := []string{strings.ToLower(strings.TrimSpace(typed))}

	if t.verdict.Grade == Refused {
		return out
	}

	add := func(s string) {
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}

	add(strings.ToLower(t.s))

	digits := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" .-()+", r) {
			return -1
		}

		return r
	}, t.s)

	if !allDigits(digits) || digits == "" {
		return out
	}

	add(digits)

	for _, before := range []string{"0062", country} {
		if rest := strings.TrimPrefix(strings.TrimPrefix(digits, before), "0"); strings.HasPrefix(digits, before) && strings.HasPrefix(rest, "8") {
			add("0" + rest)
		}
	}

	return out
}

// Key is the form in which the numbers of contacts are compared: one for all ways to write a number. It is empty for a text that
// no contact can have.
func Key(typed string) string {
	t := cleanText(typed)
	if t.verdict.Grade == Refused {
		return ""
	}

	if n, v := readGroups(t.s, true); v.Grade != Refused {
		if no, ours := national(n); ours {
			return no
		}

		return n.digits
	}

	if rest, ok := strings.CutSuffix(t.s, ")"); ok {
		t.s = strings.Replace(rest, "(", "", 1)
	}

	key := strings.ReplaceAll(strings.ToUpper(t.s), " ", "")
	if len(key) > MaxLength {
		return ""
	}

	return key
}
