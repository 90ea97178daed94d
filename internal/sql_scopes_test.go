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

	for i := 0; i < len(tokens); i++ {
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

// bound are the tables of a scope whose client_id is a parameter, by their aliases: by themselves, or because they are joined by
// client_id with one that is.
func (s scope) bound(of map[string]bool) map[string]bool {
	out := map[string]bool{}
	same := [][2]string{}
	first := ""

	for _, t := range s.tables {
		if of[t.table] && first == "" {
			first = t.alias
		}
	}

	for i, token := range s.tokens {
		if token != "client_id" || s.optional(i) {
			continue
		}

		alias, start := first, i
		if i >= 2 && s.tokens[i-1] == "." {
			alias, start = s.tokens[i-2], i-2
		}

		if right := s.tokens[i+1:]; len(right) > 1 && right[0] == "=" {
			switch {
			case isParameter(right[1]):
				out[alias] = true
			case len(right) > 3 && right[1] == "ANY" && right[2] == "(" && isParameter(right[3]):
				out[alias] = true
			case len(right) > 3 && right[2] == "." && right[3] == "client_id":
				same = append(same, [2]string{alias, right[1]})
			}
		}

		if start >= 2 && s.tokens[start-1] == "=" && isParameter(s.tokens[start-2]) {
			out[alias] = true
		}
	}

	for range same {
		for _, pair := range same {
			if out[pair[0]] || out[pair[1]] {
				out[pair[0]], out[pair[1]] = true, true
			}
		}
	}

	return out
}

// joined reports whether all tables of clients in the scope are joined by client_id.
func (s scope) joined(of map[string]bool) bool {
	group := map[string]string{}

	var find func(string) string

	find = func(a string) string {
		if group[a] == "" || group[a] == a {
			return a
		}

		return find(group[a])
	}

	for i, token := range s.tokens {
		if token == "client_id" && i >= 2 && s.tokens[i-1] == "." && i+4 < len(s.tokens) && s.tokens[i+1] == "=" && s.tokens[i+3] == "." && s.tokens[i+4] == "client_id" {
			group[find(s.tokens[i-2])] = find(s.tokens[i+2])
		}
	}

	roots := map[string]bool{}

	for _, t := range s.tables {
		if of[t.table] {
			roots[find(t.alias)] = true
		}
	}

	return len(roots) < 2 && (len(roots) == 0 || !s.outside() || slices.Contains(s.tokens, "client_id"))
}

// outside reports whether a scope names tables of the one around it.
func (s scope) outside() bool {
	for i, token := range s.tokens {
		if i > 0 && token == "." && !slices.ContainsFunc(s.tables, func(t aliased) bool { return t.alias == s.tokens[i-1] }) {
			return s.tokens[i-1] != "excluded"
		}
	}

	return false
}

// parted reports whether the scope's windows are of one client each.
func (s scope) parted() bool {
	for i, token := range s.tokens {
		if token == "PARTITION" && i+2 < len(s.tokens) {
			end := i + slices.Index(append(s.tokens[i:], ")"), ")")
			if !slices.Contains(s.tokens[i:end], "client_id") {
				return false
			}
		}
	}

	return true
}

// optional reports whether a token stands in brackets beside an OR, so that its condition may not hold.
func (s scope) optional(at int) bool {
	depth := 0

	for i := at; i >= 0; i-- {
		switch s.tokens[i] {
		case ")":
			depth++
		case "(":
			if depth--; depth < 0 {
				depth = 0

				if s.hasOr(i) {
					return true
				}
			}
		}
	}

	return false
}

func (s scope) hasOr(open int) bool {
	depth := 0

	for _, token := range s.tokens[open:closing(s.tokens, open)] {
		switch {
		case token == "(":
			depth++
		case token == ")":
			depth--
		case token == "OR" && depth == 1:
			return true
		}
	}

	return false
}

func isParameter(token string) bool {
	return strings.HasPrefix(token, "$") || strings.HasPrefix(token, "{") || token == "?"
}

// conflict is the key of ON CONFLICT, nil for none.
func (s scope) conflict() []string {
	for i, token := range s.tokens {
		if token == "CONFLICT" && i+1 < len(s.tokens) && s.tokens[i+1] == "(" {
			return s.tokens[i+2 : closing(s.tokens, i+1)]
		}
	}

	return nil
}
