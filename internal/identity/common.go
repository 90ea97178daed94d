package identity

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

// maxDressing is how much around a common word does not make it uncommon:
// Password2026!, 1Sayang.
const maxDressing = 6

// commonPassword reports whether a password is among the commonest, as it is
// or dressed up the way that people and programs do: capitals, digits and
// signs around it, letters written as the digits and signs that look like them.
func commonPassword(password string) bool {
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
		if word := text[first : last+1]; len(text)-len(word) <= maxDressing && set[word] {
			return true
		}
	}

	// What remains when the dressing is cut before the letters are read.
	bare := strings.TrimFunc(password, func(r rune) bool { return !unicode.IsLetter(r) && r != '@' && r != '$' })

	return len(password)-len(bare) <= maxDressing && set[leet.Replace(bare)]
}

var leet = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!", "i")
