package db

import (
	"fmt"
	"strings"
)

// QueryKeys adds a query for many keys, given by columns of text. The query reads them from the table keys (k1, k2, ...);
// its other arguments are numbered after the columns. PostgreSQL gets all keys at once. SQLite gets one after the other:
// there are no round trips.
func (b *Batch) QueryKeys(text string, columns [][]string, each func(row Row) error, more ...any) {
	b.forKeys(columns, more, func(with string, args []any) { b.Query(with+text, args, each) })
}

// ExecKeys adds a statement for many keys, as QueryKeys does.
func (b *Batch) ExecKeys(text string, columns [][]string, more ...any) {
	b.forKeys(columns, more, func(with string, args []any) { b.Exec(with+text, args...) })
}

func (b *Batch) forKeys(columns [][]string, more []any, run func(with string, args []any)) {
	names, places := make([]string, len(columns)), make([]string, len(columns))

	for i := range columns {
		names[i], places[i] = fmt.Sprintf("k%d", i+1), fmt.Sprintf("$%d", i+1)
	}

	with := "WITH keys (" + strings.Join(names, ", ") + ") AS "

	if b.engine == Postgres {
		args := make([]any, 0, len(columns)+len(more))
		for _, c := range columns {
			args = append(args, c)
		}

		run(with+"(SELECT * FROM unnest("+strings.Join(places, "::text[], ")+"::text[])) ", append(args, more...))

		return
	}

	with += "(VALUES (" + strings.Join(places, ", ") + ")) "

	for row := range columns[0] {
		args := make([]any, 0, len(columns)+len(more))
		for _, c := range columns {
			args = append(args, c[row])
		}

		run(with, append(args, more...))
	}
}
