package publichost

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// Lengths of a name in the DNS (RFC 1035).
const (
	maxName  = 253
	maxLabel = 63
)

// private are the last labels of names that the public DNS doesn't have.
var private = []string{
	"arpa", "corp", "home", "internal", "intranet", "invalid", "lan", "local", "localdomain", "localhost", "onion", "private", "test",
}

// isPublicName reports whether a name in lower case can be one of the public DNS. Names are written in ASCII: browsers read other digits (full
// width, in circles) as an address, and other letters as a name that looks like another one. A name in another script is written as
// the DNS has it, xn--.
func isPublicName(host string) bool {
	host = strings.TrimSuffix(host, ".")
	labels := strings.Split(host, ".")
	last := labels[len(labels)-1]

	if len(labels) == 1 || len(host) > maxName || last == "" || slices.Contains(private, last) {
		return false
	}

	// A number as the last part is another way to write an IPv4 address: 0x7f.1, 0177.0.0.1.
	return !isDigit(rune(last[0])) && !slices.ContainsFunc(labels, func(label string) bool { return !isLabel(label) })
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func isLabel(label string) bool {
	other := strings.ContainsFunc(label, func(r rune) bool { return !isDigit(r) && (r < 'a' || r > 'z') && r != '-' && r != '_' })
	if label == "" || len(label) > maxLabel || other || strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") {
		return false
	}

	if !strings.HasPrefix(label, "xn--") {
		return true
	}

	text, err := idna.Lookup.ToUnicode(label)

	return err == nil && !looksLikeAnother(text)
}

// lookalikes are letters of other scripts that people can't tell from Latin ones (Unicode Technical Standard 39).
const lookalikes = "аеорсухіјѕһԁԛԝѵӏьвкмнт" + "αορντικυχγεηω" + "օսոհցքզ" + "ıɑɡɩ"

// looksLikeAnother reports whether a label mixes Latin with another script, or is made of letters alone that look Latin.
func looksLikeAnother(label string) bool {
	var latin, foreign, alike int

	for _, r := range label {
		switch {
		case !unicode.IsLetter(r):
		case strings.ContainsRune(lookalikes, r):
			alike++
			foreign++
		case unicode.Is(unicode.Latin, r):
			latin++
		default:
			foreign++
		}
	}

	return foreign > 0 && latin > 0 || alike > 0 && alike == foreign
}
