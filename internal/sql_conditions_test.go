package internal_test

import (
	"slices"
	"strings"
)

// condition is one that holds for each row that the scope reads or writes: a conjunct of WHERE, or of the ON of a join. An outer join's
// holds for the rows of its own table alone.
type condition struct {
	tokens []string
	outer  string // alias of the outer join's table; empty for the others
}

// conditions are the conjuncts of a scope's WHERE and ON.
func (s scope) conditions() (out []condition) {
	depth, outer := 0, ""

	for i, token := range s.tokens {
		switch {
		case token == "(":
			depth++
		case token == ")":
			depth--
		case depth > 0:
		case token == "JOIN":
			outer = s.outerTable(i)
		case token == "WHERE", token == "ON" && i+1 < len(s.tokens) && s.tokens[i+1] != "CONFLICT":
			if token == "WHERE" {
				outer = ""
			}

			for _, c := range conjuncts(s.tokens[i+1 : clauseEnd(s.tokens, i+1)]) {
				out = append(out, condition{c, outer})
			}
		}
	}

	return out
}

// outerTable is the table of a LEFT JOIN, empty for an inner join. RIGHT and FULL joins are not ours: their ON says nothing of either side.
func (s scope) outerTable(join int) string {
	before := join - 1
	if before >= 0 && s.tokens[before] == "OUTER" {
		before--
	}

	if before < 0 || !slices.Contains([]string{"LEFT", "RIGHT", "FULL"}, s.tokens[before]) {
		return ""
	}

	if tables := tablesAfter(s.tokens[join+1:]); len(tables) > 0 && s.tokens[before] == "LEFT" {
		return tables[0].alias
	}

	return unknown
}

// clauseEnd is where the clause ends that begins at a token.
func clauseEnd(tokens []string, start int) int {
	const ends = " WHERE GROUP ORDER HAVING WINDOW LIMIT OFFSET RETURNING FOR JOIN INNER LEFT RIGHT FULL CROSS NATURAL ON SET DO {JOIN} {FROM} "

	depth := 0

	for i := start; i < len(tokens); i++ {
		switch tokens[i] {
		case "(":
			depth++
		case ")":
			if depth--; depth < 0 {
				return i
			}
		default:
			called := i+1 < len(tokens) && tokens[i+1] == "(" && (tokens[i] == "LEFT" || tokens[i] == "RIGHT") // the functions
			if depth == 0 && !called && strings.Contains(ends, " "+tokens[i]+" ") {
				return i
			}
		}
	}

	return len(tokens)
}

// conjuncts are the parts of a condition that all must hold; beside an OR no part must.
func conjuncts(tokens []string) (out [][]string) {
	start, depth, between := 0, 0, false

	for i, token := range tokens {
		switch {
		case token == "(" || token == "CASE":
			depth++
		case token == ")" || token == "END":
			depth--
		case depth > 0:
		case token == "OR":
			return nil
		case token == "BETWEEN":
			between = true
		case token == "AND" && between:
			between = false
		case token == "AND":
			out, start = append(out, tokens[start:i]), i+1
		}
	}

	if start == 0 {
		if len(tokens) > 2 && tokens[0] == "(" && closing(tokens, 0) == len(tokens)-1 {
			return conjuncts(tokens[1 : len(tokens)-1])
		}

		return [][]string{tokens}
	}

	list := append(out, tokens[start:])
	out = nil

	for _, part := range list {
		out = append(out, conjuncts(part)...)
	}

	return out
}

// clientOf reads [alias .] client_id at the beginning of some tokens, and returns the rest.
func clientOf(tokens []string, first string) (alias string, rest []string) {
	switch {
	case len(tokens) > 0 && tokens[0] == "client_id":
		return first, tokens[1:]
	case len(tokens) > 2 && tokens[1] == "." && tokens[2] == "client_id":
		return tokens[0], tokens[3:]
	}

	return "", nil
}

// isParameters reports whether some tokens are a parameter, with its type or not, or ANY of a list of them.
func isParameters(tokens []string) bool {
	if len(tokens) > 3 && tokens[0] == "ANY" && tokens[1] == "(" && closing(tokens, 1) == len(tokens)-1 {
		return isParameter(tokens[2])
	}

	return len(tokens) > 0 && isParameter(tokens[0]) && (len(tokens) == 1 || tokens[1] == "::")
}

// equalClients are the conditions client_id = a parameter (other is empty) and a.client_id = b.client_id.
type equalClients struct{ alias, other, outer string }

func (s scope) equalClients(of map[string]bool) (out []equalClients) {
	first := ""
	if i := slices.IndexFunc(s.tables, func(t aliased) bool { return of[t.table] }); i >= 0 {
		first = s.tables[i].alias
	}

	for _, c := range s.conditions() {
		equals := slices.Index(c.tokens, "=")
		if equals < 0 {
			continue
		}

		left, right := c.tokens[:equals], c.tokens[equals+1:]
		a, more := clientOf(left, first)
		b, rest := clientOf(right, first)

		switch {
		case a != "" && len(more) == 0 && b != "" && len(rest) == 0:
			out = append(out, equalClients{a, b, c.outer})
		case a != "" && len(more) == 0 && isParameters(right):
			out = append(out, equalClients{a, "", c.outer})
		case b != "" && len(rest) == 0 && isParameters(left):
			out = append(out, equalClients{b, "", c.outer})
		}
	}

	return out
}

// bound are the tables of a scope whose client_id is a parameter, by their aliases: by themselves, or because they are joined by
// client_id with one that is.
func (s scope) bound(of map[string]bool) map[string]bool {
	out := map[string]bool{}
	bind := func(alias, outer string) {
		if outer == "" || alias == outer {
			out[alias] = true
		}
	}
	equal := s.equalClients(of)

	for range equal { // as often as one may lead to the next
		for _, e := range equal {
			switch {
			case e.other == "":
				bind(e.alias, e.outer)
			case out[e.alias]:
				bind(e.other, e.outer)
			case out[e.other]:
				bind(e.alias, e.outer)
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

	for _, e := range s.equalClients(of) {
		if e.other != "" {
			group[find(e.alias)] = find(e.other)
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

func isParameter(token string) bool {
	return strings.HasPrefix(token, "$") || strings.HasPrefix(token, "{") || token == "?"
}

// conflict is the key of ON CONFLICT, and whether there is one: without columns it is every key of the table.
func (s scope) conflict() (key []string, found bool) {
	for i, token := range s.tokens {
		if token == "CONFLICT" {
			if i+1 < len(s.tokens) && s.tokens[i+1] == "(" {
				key = s.tokens[i+2 : closing(s.tokens, i+1)]
			}

			return key, true
		}
	}

	return nil, false
}
