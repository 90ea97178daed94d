package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// CheckEnvironment refuses variables whose names are those of a setting but for one or two letters: the setting would silently keep its
// default. Others that begin with LOKET_ are left alone, since orchestrators and scripts make some of their own.
func CheckEnvironment(environment, known []string) error {
	found := []error{}

	for _, entry := range environment {
		name, _, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, "LOKET_") || slices.Contains(known, name) {
			continue
		}

		if h := hint(name, known); h != "" {
			found = append(found, fmt.Errorf("%s in the environment is no setting%s", name, h))
		}
	}

	return errors.Join(found...)
}

// mostWrong is how many letters a misspelt name may have wrong, of at least so many times as many.
const mostWrong, lettersOfAWrongOne = 2, 3

// hint names the setting that was probably meant, or is empty.
func hint(name string, known []string) string {
	nearest, least := "", mostWrong+1

	for _, k := range known {
		if d := distance(name, k); d < least && d*lettersOfAWrongOne <= len(k)-len("LOKET_") {
			nearest, least = k, d
		}
	}

	if nearest == "" {
		return ""
	}

	return "; did you mean " + nearest + "?"
}

// distance is how many letters must be inserted, deleted or replaced to make one text of the other (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}

	for i := range len(a) {
		above := row[0] // row[j] of the row before
		row[0] = i + 1

		for j := range len(b) {
			replaced := above
			if a[i] != b[j] {
				replaced++
			}

			above = row[j+1]
			row[j+1] = min(replaced, above+1, row[j]+1)
		}
	}

	return row[len(b)]
}
