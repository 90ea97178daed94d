package internal_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A server that only passes an UPDATE on to the one with the rows refuses what isn't the same at any time (docs/architecture.md#growing):
// text || number depends on settings of the session, text || CAST(number AS TEXT) doesn't.
func TestUpdatesAreTheSameAtAnyTime(t *testing.T) {
	t.Parallel()

	of, numbers := clientTables(), numbersOfMigrations(t)

	for _, s := range newSQLReader(t).statements() {
		if fault := unsteady(s.text, of, numbers); fault != "" {
			t.Errorf("%s: %s:\n%s", s.at, fault, s.text)
		}
	}
}

func TestUnsteadyUpdatesAreFound(t *testing.T) {
	t.Parallel()

	of, numbers := clientTables(), map[string]bool{"id": true, "line": true}

	for _, c := range []struct {
		text   string
		steady bool
	}{
		{"UPDATE orders SET reason = 'no ' || id WHERE client_id = $1", false},
		{"UPDATE orders SET reason = orders.id || ' no' WHERE client_id = $1", false},
		{"UPDATE scheduled_lines AS l SET order_id = o.id FROM orders o WHERE o.client_ref = $4 || '-' || l.line", false},
		{"INSERT INTO contacts (client_id) VALUES ($1) ON CONFLICT (client_id, code) DO UPDATE SET name = 'x' || excluded.id", false},
		{"UPDATE orders SET reason = concat('no ', id) WHERE client_id = $1", false},
		{"UPDATE orders SET updated_at = extract(epoch FROM now()) WHERE client_id = $1", false},
		{"UPDATE orders SET reason = 'no ' || CAST(id AS TEXT) WHERE client_id = $1", true},
		{"UPDATE orders SET reason = 'no ' || product_code WHERE client_id = $1", true},
		{"SELECT 'order ' || id FROM orders", true},
		{"UPDATE jobs SET last_error = 'of ' || id", true},
		{"UPDATE orders SET status = 3 WHERE client_id = $1 AND client_ref IN (SELECT 'a' || id FROM contacts)", false},
	} {
		if found := unsteady(c.text, of, numbers); (found == "") != c.steady {
			t.Errorf("%q: %s", found, c.text)
		}
	}
}

// unsteadyFunctions don't give the same at any time for the same arguments.
const unsteadyFunctions = " now clock_timestamp statement_timestamp current_timestamp random concat concat_ws format to_char to_timestamp date_trunc "

// unsteady is what in an UPDATE of a client's table depends on more than its arguments and columns.
func unsteady(text string, of, numbers map[string]bool) string {
	scopes := scopesOf(text)
	if !slices.ContainsFunc(scopes, func(s scope) bool {
		return s.writes && len(s.tables) > 0 && of[s.tables[0].table] && slices.Contains(s.tokens, "UPDATE")
	}) {
		return ""
	}

	for _, s := range scopes {
		for i, token := range s.tokens {
			called := i+1 < len(s.tokens) && s.tokens[i+1] == "("

			switch {
			case called && strings.Contains(unsteadyFunctions, " "+strings.ToLower(token)+" "):
				return token + " isn't the same at any time"
			case token != "||" || i == 0 || i+1 == len(s.tokens):
			case numbers[s.tokens[i-1]], numbers[columnAt(s.tokens[i+1:])]:
				return "a text || a number: write CAST(number AS TEXT)"
			}
		}
	}

	return ""
}

// columnAt is the column that some tokens begin with, without the name of its table.
func columnAt(tokens []string) string {
	if len(tokens) > 2 && tokens[1] == "." {
		return tokens[2]
	}

	return tokens[0]
}

var numberColumn = regexp.MustCompile(`(?m)^\s+(\w+)\s+(?:BIGINT|INTEGER)\b`)

// numbersOfMigrations are the names of the columns that hold numbers, in any table.
func numbersOfMigrations(t *testing.T) map[string]bool {
	t.Helper()

	out := map[string]bool{}

	sourceFiles(t, []string{".sql"}, func(file, text string) {
		if strings.HasPrefix(file, "internal/platform/db/migrations/") {
			for _, m := range numberColumn.FindAllStringSubmatch(text, -1) {
				out[m[1]] = true
			}
		}
	})

	if len(out) < 100 {
		t.Fatalf("only %d columns with numbers: the test doesn't see them any more", len(out))
	}

	return out
}
