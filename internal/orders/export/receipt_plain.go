package export

import (
	"strings"
	"unicode/utf8"
)

// plainWidth is the width of a receipt printer with 58 mm paper, in characters.
const plainWidth = 32

// plainText is the receipt for a receipt printer: the shop's name and the rest.
func (v *receiptView) plainText() (string, string) {
	line := strings.Repeat("-", plainWidth)

	lines := append(centred(v.When), line)

	for _, r := range v.Rows {
		lines = append(lines, spread(r.Label, r.Value)...)
	}

	if v.Token != "" {
		lines = append(lines, line)
		lines = append(lines, centred(strings.ToUpper(v.Words.Token))...)
		lines = append(lines, centred(v.Token)...)
	}

	lines = append(lines, line)
	lines = append(lines, spread(v.Words.Total, "Rp."+v.Total)...)
	lines = append(lines, strings.Repeat("=", plainWidth))
	lines = append(lines, centred(v.Words.Success)...)

	return strings.Join(centred(v.Shop), "\n"), strings.Join(lines, "\n") + "\n"
}

// spread puts a label left and its value right, on two lines if they don't fit on one.
func spread(label, value string) []string {
	free := plainWidth - utf8.RuneCountInString(label) - utf8.RuneCountInString(value)
	if free > 0 {
		return []string{label + strings.Repeat(" ", free) + value}
	}

	lines := []string{label}
	for _, part := range wrapped(value) {
		lines = append(lines, strings.Repeat(" ", plainWidth-utf8.RuneCountInString(part))+part)
	}

	return lines
}

func centred(text string) []string {
	lines := wrapped(text)
	for i, part := range lines {
		lines[i] = strings.Repeat(" ", (plainWidth-utf8.RuneCountInString(part))/2) + part
	}

	return lines
}

// wrapped wraps a text at its words and splits words longer than a line.
func wrapped(text string) []string {
	lines, current := []string{}, ""

	for word := range strings.FieldsSeq(text) {
		for current == "" && utf8.RuneCountInString(word) > plainWidth {
			letters := []rune(word)
			lines = append(lines, string(letters[:plainWidth]))
			word = string(letters[plainWidth:])
		}

		switch {
		case current == "":
			current = word
		case utf8.RuneCountInString(current)+1+utf8.RuneCountInString(word) <= plainWidth:
			current += " " + word
		default:
			rest := wrapped(word)
			last := len(rest) - 1
			lines = append(append(lines, current), rest[:last]...)
			current = rest[last]
		}
	}

	if current != "" {
		lines = append(lines, current)
	}

	return lines
}
