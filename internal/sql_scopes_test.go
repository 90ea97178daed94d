package internal_test

import (
	"regexp"
	"slices"
	"strings"
)

// scope is one SELECT, INSERT, UPDATE or DELETE of a statement, without the ones inside it.
type scope struct {
	tokens []string
	tables []aliased // in the order in which they are named; the first is the one that is written
	writes bool
	locks  bool
}

// aliased is a table and the name that the scope has for it.
type aliased struct{ table, alias string }

var sqlToken = regexp.MustCompile(`'(?:[^']|'')*'|\{[^}]*\}|⟨unknown⟩|\$\d+|[A-Za-z_][A-Za-z_0-9]*|::|<>|<=|>=|\|\||--[^\n]*|\d+|\S`)

// inner stands in a scope for another one inside it.
const inner = "(inner)"

// scopesOf takes a statement apart.
func scopesOf(text string) []scope {
	tokens := slices.DeleteFunc(sqlToken.FindAllString(text, -1), func(s string) bool { return strings.HasPrefix(s, "--") })

	return cut(tokens)
}

func startsScope(token string) bool {
	return slices.Contains([]string{"SELECT", "WITH", "INSERT", "UPDATE", "DELETE", "VALUES"}, token)
}

// cut separates the scopes of a statement: those in brackets, those of a UNION, and the table of an INSERT from its SELECT.
func cut(tokens []string) (out []scope) {
	own := []string{}
	depth := 0
	end := func() {
		if len(own) > 0 {
			out = append(out, scopeOf(own))
		}

		own = []string{}
	}

	for i := 0; i < len(tokens); i++ {
		switch token := tokens[i]; {
		case token == "(" && i+1 < len(tokens) && startsScope(tokens[i+1]):
			last := closing(tokens, i)
			out = append(out, cut(tokens[i+1:last])...)
			own = append(own, inner)
			i = last

			continue
		case token == "(":
			depth++
		case token == ")":
			depth--
		case depth == 0 && (token == "UNION" || token == "EXCEPT" || token == "INTERSECT"):
			end()

			if i+1 < len(tokens) && tokens[i+1] == "ALL" {
				i++
			}

			continue
		case depth == 0 && token == "SELECT" && slices.Contains(own, "INTO"):
			end() // INSERT INTO ... SELECT
		}

		own = append(own, tokens[i])
	}

	end()

	return out
}

func closing(tokens []string, open int) int {
	depth := 0

	for i := open; i < len(tokens); i++ {
		switch tokens[i] {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return i
			}
		}
	}

	return len(tokens)
}

var word = regexp.MustCompile(`^[A-Za-z_]\w*$`)

// keywords can follow a table's name in place of an alias.
const keywords = " WHERE SET ON JOIN LEFT RIGHT INNER CROSS FULL ORDER GROUP LIMIT VALUES SELECT FROM USING AND OR UNION FOR WINDOW RETURNING DEFAULT HAVING OFFSET CONFLICT DO AS INDEXED NATURAL "

func scopeOf(tokens []string) scope {
	s := scope{tokens: tokens}

	for i := range tokens {
		before := ""
		if i > 0 {
			before = tokens[i-1]
		}

		switch tokens[i] {
		case "UPDATE":
			if before == "FOR" || before == "DO" {
				s.locks = s.locks || before == "FOR"

				continue
			}

			s.writes = true
		case "SHARE":
			s.locks = s.locks || before == "FOR"

			continue
		case "INTO", "DELETE":
			s.writes = true

			if tokens[i] == "DELETE" {
				continue
			}
		case "FROM", "JOIN", "USING":
			if before == "DISTINCT" { // IS DISTINCT FROM
				continue
			}
		default:
			continue
		}

		s.tables = append(s.tables, tablesAfter(tokens[i+1:])...)
	}

	return s
}

// tablesAfter reads a list of tables with their aliases.
func tablesAfter(tokens []string) (out []aliased) {
	for i := 0; i < len(tokens); {
		if tokens[i] == "ONLY" {
			i++

			continue
		}

		name := tokens[i]
		if !word.MatchString(name) && name != inner && name != unknown && !strings.HasPrefix(name, "{") {
			return out
		}

		i++
		if i < len(tokens) && tokens[i] == "(" && strings.ToLower(name) == name { // a function, or the columns of an INSERT
			i = closing(tokens, i) + 1
		}

		a := aliased{name, name}

		if i < len(tokens) && tokens[i] == "AS" {
			i++
		}

		if i < len(tokens) && word.MatchString(tokens[i]) && !strings.Contains(keywords, " "+tokens[i]+" ") {
			a.alias = tokens[i]
			i++
		}

		if i < len(tokens) && tokens[i] == "(" && a.alias != name { // the columns of an alias
			i = closing(tokens, i) + 1
		}

		out = append(out, a)

		if i >= len(tokens) || tokens[i] != "," {
			return out
		}

		i++
	}

	return out
}
