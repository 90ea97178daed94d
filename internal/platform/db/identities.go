package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// identity is a column that PostgreSQL numbers, and the last number that it gave; 0: none.
type identity struct {
	table, column string
	last          int64
}

// identities reads the numbered columns of all tables. Citus makes a new sequence, which starts at 1, whenever it makes a table known or anew.
func identities(ctx context.Context, q runner) ([]identity, error) {
	rows, err := q.QueryContext(ctx, `SELECT c.relname, a.attname,
			COALESCE(pg_sequence_last_value(CAST(pg_get_serial_sequence(format('public.%I', c.relname), a.attname) AS regclass)), 0)
		FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace s ON s.oid = c.relnamespace
		WHERE s.nspname = 'public' AND c.relkind IN ('r', 'p') AND a.attidentity <> '' AND NOT a.attisdropped AND NOT relation_is_a_known_shard(c.oid)
		ORDER BY c.relname`)

	list, err := Collect(rows, err, func(row *sql.Rows) (i identity, err error) { return i, row.Scan(&i.table, &i.column, &i.last) })
	if err != nil {
		return nil, fmt.Errorf("read the sequences of tables: %w", err)
	}

	return list, nil
}

// raiseIdentities lets each numbered column go on after the greatest number that it has given or holds. before is what it had given.
func raiseIdentities(ctx context.Context, q runner, before []identity) ([]string, error) {
	now, err := identities(ctx, q)
	if err != nil {
		return nil, err
	}

	var done []string

	for _, i := range now {
		want := i.last

		for _, b := range before {
			if b.table == i.table && b.column == i.column {
				want = max(want, b.last)
			}
		}

		var most int64
		if err := q.QueryRowContext(ctx, "SELECT COALESCE(MAX("+i.column+"), 0) FROM "+i.table).Scan(&most); err != nil {
			return nil, fmt.Errorf("greatest %s of %s: %w", i.column, i.table, err)
		}

		if want = max(want, most); want == i.last {
			continue
		}

		if _, err := q.ExecContext(ctx, "SELECT setval(CAST(pg_get_serial_sequence($1, $2) AS regclass), $3)", i.table, i.column, want); err != nil {
			return nil, fmt.Errorf("sequence of %s: %w", i.table, err)
		}

		done = append(done, fmt.Sprintf("%s: %s goes on after %d", i.table, i.column, want))
	}

	return done, nil
}

// keepingIdentities has numbered columns go on where they were when the steps of a migration make Citus make a table anew. On a database
// without Citus it is one query.
func keepingIdentities(ctx context.Context, q runner, up func() (int, error)) func() (int, error) {
	return func() (int, error) {
		has, err := hasCitus(ctx, q)
		if err != nil {
			return 0, err
		}

		if !has {
			return up()
		}

		before, err := identities(ctx, q)
		if err != nil {
			return 0, err
		}

		steps, err := up()
		if err == nil && steps == 0 {
			return 0, nil
		}

		_, raiseErr := raiseIdentities(ctx, q, before) // also after the steps before one that failed

		return steps, errors.Join(err, raiseErr)
	}
}
