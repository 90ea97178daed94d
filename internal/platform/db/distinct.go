package db

import (
	"context"
	"slices"
	"strconv"
)

// Distinct says which values of a column ReadDistinct gives: those behind After in their order, or all if it is nil, at most Limit.
type Distinct struct {
	Column string
	After  any
	Limit  int
}

// ReadDistinct reads which values a column has in the rows of a look, in their order. The look selects the column and ends with its
// conditions:
//
//	d.ReadDistinct(ctx, db.Distinct{Column: "client_id", Limit: 100}, "SELECT client_id FROM orders WHERE status = $1", []any{5}, each)
//
// It hops from value to value over an index that begins with the columns of the conditions and this one. So a value with many rows costs no more
// than one with few. A Citus refuses to hop over several servers: each of them reads all rows of the look there.
func (d *DB) ReadDistinct(ctx context.Context, want Distinct, look string, args []any, each func(row Row) error) error {
	text, all := want.Hops(look, args)
	if d.Distributed() {
		text, all = want.grouped(look, args)
	}

	return d.Read(ctx, text, all, each)
}

// Hops is the statement of ReadDistinct with its arguments.
func (want Distinct) Hops(look string, args []any) (string, []any) {
	// MIN wouldn't do: a PostgreSQL that doesn't know the number of rows reads all of them for it.
	next := func(after string) string {
		if after != "" {
			after = " AND " + want.Column + " > " + after
		}

		return "(" + look + after + " ORDER BY " + want.Column + " LIMIT 1)"
	}

	limit := "$" + strconv.Itoa(len(args)+1)
	args = append(slices.Clip(args), int64(want.Limit))
	first := ""

	if want.After != nil {
		first = "$" + strconv.Itoa(len(args)+1)
		args = append(args, want.After)
	}

	return `WITH RECURSIVE found (value, n) AS (
			SELECT ` + next(first) + `, 1
			UNION ALL
			SELECT ` + next("f.value") + `, f.n + 1 FROM found f WHERE f.value IS NOT NULL AND f.n < ` + limit + `
		)
		SELECT f.value FROM found f WHERE f.value IS NOT NULL ORDER BY f.n`, args
}

// grouped is the statement of ReadDistinct on a Citus.
func (want Distinct) grouped(look string, args []any) (string, []any) {
	args = append(slices.Clip(args), int64(want.Limit))
	limit := "$" + strconv.Itoa(len(args))

	if want.After != nil {
		args = append(args, want.After)
		look += " AND " + want.Column + " > $" + strconv.Itoa(len(args))
	}

	return look + " GROUP BY " + want.Column + " ORDER BY " + want.Column + " LIMIT " + limit, args
}
