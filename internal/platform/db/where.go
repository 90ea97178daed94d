package db

import (
	"strconv"
	"strings"
)

// Where collects the conditions of a statement and its arguments. The zero value has none.
type Where struct {
	Args       []any
	conditions []string
}

// Arg adds an argument and returns its placeholder.
func (w *Where) Arg(value any) string {
	w.Args = append(w.Args, value)

	return "$" + strconv.Itoa(len(w.Args))
}

// ArgHiddenFromPlanner adds an integer argument wrapped in a sub-select, so that PostgreSQL uses a generic plan. Without it
// every call is planned anew, because the estimates for large clients differ from those for the others.
func (w *Where) ArgHiddenFromPlanner(value int64) string {
	return "(SELECT CAST(" + w.Arg(value) + " AS BIGINT))"
}

// HiddenClient adds a client's id as ArgHiddenFromPlanner does. It stands behind "client_id = ", where a Citus gets the bare argument
// (client_names.go): it sends a statement to the server of its client only if it sees which client that is.
func (w *Where) HiddenClient(id int64) string { return w.ArgHiddenFromPlanner(id) }

// Add adds a condition that ends with its argument: Add("id = ", 7).
func (w *Where) Add(condition string, value any) { w.Condition(condition + w.Arg(value)) }

// Condition adds a whole condition, whose arguments were added by Arg.
func (w *Where) Condition(text string) { w.conditions = append(w.conditions, text) }

// Text joins the conditions by AND.
func (w *Where) Text() string { return strings.Join(w.conditions, " AND ") }

// Containing is the condition that an expression, which has small letters, contains a text in any case.
func (w *Where) Containing(expression, text string) string {
	escaped := strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(strings.ToLower(text))

	return expression + " LIKE " + w.Arg("%"+escaped+"%") + ` ESCAPE '\'`
}
