package internal_test

import (
	"slices"
	"strings"
	"testing"
)

// A row that a look found may be a new one when it is deleted: the statement repeats each condition of the look (db.PurgeByKey).
func TestPurgesRepeatTheConditionsOfTheirLook(t *testing.T) {
	t.Parallel()

	const lookAt, textAt, fewest = 2, 3, 3

	r := newSQLReader(t)
	calls := 0

	for _, c := range r.calls["PurgeByKey"] {
		at := place{in: c.in, at: c.call.Pos()}
		repeated := bareConditions(r.texts(c.call.Args[textAt], at)[0].text)
		calls++

		for _, condition := range bareConditions(r.texts(c.call.Args[lookAt], at)[0].text) {
			if !slices.Contains(repeated, condition) {
				t.Errorf("%s deletes rows without the condition %q of its look", c.in.name(), condition)
			}
		}
	}

	if calls < fewest {
		t.Errorf("only %d purges: the test doesn't see them any more", calls)
	}
}

// bareConditions are the conditions of a statement without the names of its table.
func bareConditions(text string) (out []string) {
	for _, c := range scopesOf(text)[0].conditions() {
		tokens := []string{}

		if columns := strings.Count(strings.Join(c.tokens, ""), "."); columns == 2 { // a join
			continue
		}

		for i, token := range c.tokens {
			alias := i+1 < len(c.tokens) && c.tokens[i+1] == "." || token == "."
			if !alias {
				tokens = append(tokens, token)
			}
		}

		out = append(out, strings.Join(tokens, " "))
	}

	return out
}
