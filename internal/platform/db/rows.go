package db

import (
	"context"
	"slices"
	"strconv"
	"strings"
)

// Columns are the values of many rows for one statement, by columns of one length. The statement is written once for
// both engines and names the values of a row in braces:
//
//	b.ExecRowsExpect(db.Columns{{"client", clients}, {"id", ids}, {"serial", serials}},
//		`UPDATE orders AS o SET serial_number = {serial}, updated_at = $1 {FROM} WHERE o.client_id = {client} AND o.id = {id}`, now)
//
// PostgreSQL gets all rows at once: {FROM} becomes FROM unnest(...), and {serial} is a column of it. SQLite has no round
// trips and gets one prepared statement for each row: {FROM} is empty, and {serial} is an argument. So does PostgreSQL for
// a single row: joining it would make a lone order wait half as long again. Other forms of
// {FROM} are {USING} of a DELETE, {JOIN} behind the tables of a SELECT, and {FROM SORTED}, which gives the rows in the
// order of the first column, so that PostgreSQL locks what they change in that order. An INSERT reads
// "SELECT {a}, {b} {FROM} WHERE TRUE ON CONFLICT ...". The other arguments are $1, $2 and so on.
//
// No two rows may change the same row of a table: PostgreSQL would apply one of them.
type Columns []Column

// input is the name of the table of the rows on PostgreSQL, and number the name of its column with their numbers.
const (
	input  = "input"
	number = "number_of_row"
)

func (c Columns) rows() int {
	if len(c) == 0 {
		return 0
	}

	return length(c[0].Values)
}

// ExecRows adds a statement for many rows.
func (b *Batch) ExecRows(rows Columns, text string, args ...any) {
	rows.each(b.db, text, args, func(_, _ int, text string, args []any) { b.Exec(text, args...) })
}

// QueryRows adds a query for many rows, or a statement with RETURNING. It calls each for every row of the result, as
// Query does.
func (b *Batch) QueryRows(rows Columns, text string, args []any, each func(row Row) error) {
	rows.each(b.db, text, args, func(_, _ int, text string, args []any) { b.Query(text, args, each) })
}

// ReadRows is Read for many rows: each is called for every row of the result.
func (d *DB) ReadRows(ctx context.Context, rows Columns, text string, args []any, each func(row Row) error) error {
	var err error

	rows.each(d, text, args, func(_, _ int, text string, args []any) {
		if err == nil {
			err = d.Read(ctx, text, args, each)
		}
	})

	return err
}

// ExecRowsExpect is ExecRows that must change as many rows as it is given. Otherwise nothing of the batch is committed
// and Batch returns ErrRefuted.
func (b *Batch) ExecRowsExpect(rows Columns, text string, args ...any) {
	rows.each(b.db, text, args, func(_, n int, text string, args []any) { b.ExecExpect(n, text, args...) })
}

// ExecRowsLast is ExecRowsExpect that is sent after all other statements, as ExecLast is. All columns are []int64.
func (b *Batch) ExecRowsLast(rows Columns, text string, args ...any) {
	rows.each(b.db, text, args, func(_, n int, text string, args []any) { b.ExecLast(n, text, args...) })
}

// ExecRowsChanged adds an UPDATE or DELETE, which ends with its conditions. It calls changed with the number of each
// given row, from 0, that changed a row of the table, on PostgreSQL during Flush.
func (b *Batch) ExecRowsChanged(rows Columns, changed func(row int), text string, args ...any) {
	if b.engine == SQLite {
		rows.each(b.db, text, args, func(row, _ int, text string, args []any) {
			b.ExecCount(func(n int64) {
				if n > 0 {
					changed(row)
				}
			}, text, args...)
		})

		return
	}

	numbers := make([]int64, rows.rows())
	for i := range numbers {
		numbers[i] = int64(i)
	}

	b.QueryRows(append(slices.Clip(rows), Column{number, numbers}), text+" RETURNING {"+number+"}", args, func(row Row) error {
		var n int64

		err := row.Scan(&n)
		if err == nil {
			changed(int(n))
		}

		return err
	})
}

// ExecRows runs a statement for many rows and returns the number of affected rows. For an INSERT with ON CONFLICT DO NOTHING a Citus counts the rows
// that were left out, too.
func (t *Tx) ExecRows(ctx context.Context, rows Columns, text string, args ...any) (int64, error) {
	var (
		total int64
		err   error
	)

	rows.each(t.db, text, args, func(_, _ int, text string, args []any) {
		if err != nil {
			return
		}

		var n int64

		n, err = t.Exec(ctx, text, args...)
		total += n
	})

	return total, err
}

// each calls run with the engine's statements: one for all rows, or for those of a shard of a Citus, or one for each row. row is the first of n.
func (c Columns) each(d *DB, text string, args []any, run func(row, n int, text string, args []any)) {
	if c.rows() == 0 {
		return
	}

	if d.engine == SQLite {
		c.eachRow(d.engine, text, args, run)

		return
	}

	for _, part := range c.byShard(d.shardsNow()) {
		if part.rows() == 1 {
			part.eachRow(d.engine, text, args, run)

			continue
		}

		all := slices.Grow(slices.Clip(args), len(part)+1)
		for _, column := range part {
			all = append(all, column.Values)
		}

		named := text
		if clients, found := part.clientsToName(d, text); found {
			all = append(all, clients)
			named = nameClients(text, len(all), len(clients))
		}

		run(0, part.rows(), part.statement(named, len(args)), all)
	}
}

// clientsToName are the clients of the rows if this database wants them to be named in a statement besides.
func (c Columns) clientsToName(d *DB, text string) ([]int64, bool) {
	i := c.clients()
	if i < 0 || !d.Distributed() || !namesClients(text) {
		return nil, false
	}

	clients, ok := c[i].Values.([]int64)
	if !ok {
		return nil, false
	}

	return distinctClients(clients), true
}

// eachRow calls run with the statement of one row, for each. SQLite has run the statement when run returns, so the arguments are not kept
// for the next; PostgreSQL gets one row.
func (c Columns) eachRow(engine Engine, text string, args []any, run func(row, n int, text string, args []any)) {
	text = replaceBraces(text, func(name string) string { return c.argument(engine, name, len(args)) })
	all := slices.Grow(slices.Clip(args), len(c))[:len(args)+len(c)]

	for row := range c.rows() {
		for i, column := range c {
			all[len(args)+i] = at(column.Values, row)
		}

		run(row, 1, text, all)
	}
}

// replaceBraces replaces what stands in braces.
func replaceBraces(text string, replacement func(name string) string) string {
	var out strings.Builder

	for {
		before, rest, found := strings.Cut(text, "{")
		out.WriteString(before)

		if !found {
			return out.String()
		}

		name, after, _ := strings.Cut(rest, "}")
		out.WriteString(replacement(name))

		text = after
	}
}

// sources are what stands before the table of the rows. SORTED gives the rows in the order of the first column.
var sources = map[string]string{"FROM": "FROM ", "USING": "USING ", "JOIN": "CROSS JOIN ", "FROM SORTED": "FROM "}

// argument is what a name in braces means for a single row. The columns are the arguments behind the first ones.
func (c Columns) argument(engine Engine, name string, first int) string {
	if _, source := sources[name]; source {
		return ""
	}

	i := c.column(name)
	place := "$" + strconv.Itoa(first+i+1)

	if engine == SQLite {
		return place
	}

	return place + "::" + typeName(c[i].Values)
}

// statement is that for many rows on PostgreSQL.
func (c Columns) statement(text string, first int) string {
	return replaceBraces(text, func(name string) string {
		switch source, found := sources[name]; {
		case !found:
			return input + "." + c[c.column(name)].Name
		case name == "FROM SORTED":
			return source + "(SELECT " + c.names() + " FROM " + c.source(first) + " ORDER BY " + c[0].Name + ") AS " + input
		default:
			return source + c.source(first)
		}
	})
}

// column is the place of a column.
func (c Columns) column(name string) int {
	i := slices.IndexFunc(c, func(column Column) bool { return column.Name == name })
	if i < 0 {
		panic("db: no column has the name " + name)
	}

	return i
}

// source is the table of the rows on PostgreSQL.
func (c Columns) source(first int) string {
	arrays := make([]string, len(c))
	for i, column := range c {
		arrays[i] = "$" + strconv.Itoa(first+i+1) + "::" + typeName(column.Values) + "[]"
	}

	return "unnest(" + strings.Join(arrays, ", ") + ") AS " + input + " (" + c.names() + ")"
}

func (c Columns) names() string {
	names := make([]string, len(c))
	for i, column := range c {
		names[i] = column.Name
	}

	return strings.Join(names, ", ")
}

func typeName(values any) string {
	switch values.(type) {
	case []int64, []*int64:
		return "bigint"
	case []bool:
		return "boolean"
	case [][]byte:
		return "bytea"
	default:
		return "text"
	}
}
