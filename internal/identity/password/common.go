package password

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
)

// commonPasswords are the commonest passwords and the words that most others
// are made of, here and in Indonesia: one a line, small letters.
//
//go:embed common.txt
var commonPasswords string

var commonSet = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}

	for line := range strings.SplitSeq(commonPasswords, "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			set[line] = true
		}
	}

	return set
})

// maxAdded is how many characters around a common word still leave it common:
// Password2026!, 1Sayang.
const maxAdded = 6

// common reports whether a password is among the commonest, as it
// is or varied: other case, digits and signs around it, letters replaced by the
// digits and signs that look like them.
func common(password string) bool {
	set := commonSet()
	password = strings.ToLower(password)

	if set[password] {
		return true
	}

	for _, text := range []string{password, leet.Replace(password)} {
		if set[text] {
			return true
		}

		first := strings.IndexFunc(text, unicode.IsLetter)
		if first < 0 {
			continue
		}

		last := strings.LastIndexFunc(text, unicode.IsLetter)
		if word := text[first : last+1]; len(text)-len(word) <= maxAdded && set[word] {
			return true
		}
	}

	// The word without what surrounds it, cut before signs are read as letters.
	bare := strings.TrimFunc(password, func(r rune) bool { return !unicode.IsLetter(r) && r != '@' && r != '$' })

	return len(password)-len(bare) <= maxAdded && set[leet.Replace(bare)]
}

var leet = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!", "i")
