package password

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
)

// commonPasswords holds common passwords and the words that many others are made of, here
// and in Indonesia. Each line has one, in small letters.
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

// maxAdded is how many characters around a common word still count as a common password:
// Password2026!, 1Sayang.
const maxAdded = 6

// common reports whether a password is a common one or a variant of it: in other case,
// with digits and signs around it, or with letters replaced by similar digits and signs.
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

	// The word alone, cut before signs are read as letters.
	bare := strings.TrimFunc(password, func(r rune) bool { return !unicode.IsLetter(r) && r != '@' && r != '$' })

	return len(password)-len(bare) <= maxAdded && set[leet.Replace(bare)]
}

var leet = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!", "i")
