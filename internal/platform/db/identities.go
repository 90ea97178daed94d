package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// identity is a column that PostgreSQL numbers, by the names that stand in statements, and the last number that it gave; 0: none.
type identity struct {
	name                    string // of the table, for people
	table, column, sequence string
	last                    int64
}

// identities reads the numbered columns of all tables. Citus makes a new sequence, which starts at 1, whenever it makes a table known or anew.
func identities(ctx context.Context, q runner) ([]identity, error) {
	rows, err := q.QueryContext(ctx, `SELECT i.name, i.in_sql, quote_ident(i.attname), i.sequence, COALESCE(pg_sequence_last_value(CAST(i.sequence AS regclass)), 0)
		FROM (SELECT c.relname AS name, format('public.%I', c.relname) AS in_sql, a.attname,
				pg_get_serial_sequence(format('public.%I', c.relname), a.attname) AS sequence
			FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace s ON s.oid = c.relnamespace
			WHERE s.nspname = 'public' AND c.relkind IN ('r', 'p') AND a.attidentity <> '' AND NOT a.attisdropped AND NOT relation_is_a_known_shard(c.oid)) i
		ORDER BY i.name`)

	list, err := Collect(rows, err, func(row *sql.Rows) (i identity, err error) {
		return i, row.Scan(&i.name, &i.table, &i.column, &i.sequence, &i.last)
	})
	if err != nil {
		return nil, fmt.Errorf("read the sequences of tables: %w", err)
	}

	return list, nil
}

// raiseIdentities lets each numbered column go on after the greatest number that it has given or holds. before is what it had given.
func raiseIdentities(ctx context.Context, tx *sql.Tx, before []identity) ([]string, error) {
	now, err := identities(ctx, tx)
	if err != nil {
		return nil, err
	}

	var done []string

	for _, i := range now {
		for _, b := range before {
			if b.table == i.table && b.column == i.column {
				i.last = max(i.last, b.last)
			}
		}

		raised, err := i.raise(ctx, tx)
		if err != nil {
			return nil, fmt.Errorf("sequence of %s: %w", i.name, err)
		}

		if raised > 0 {
			done = append(done, fmt.Sprintf("%s: %s goes on after %d", i.name, i.column, raised))
		}
	}

	return done, nil
}

// raise lets the column go on after the greatest number that it has given or holds, and returns that number, or 0 if it does so already. Nobody
// takes a number meanwhile: it is never set back.
func (i identity) raise(ctx context.Context, tx *sql.Tx) (int64, error) {
	if _, err := tx.ExecContext(ctx, "LOCK TABLE "+i.table+" IN SHARE ROW EXCLUSIVE MODE"); err != nil {
		return 0, err
	}

	var most int64
	if err := tx.QueryRowContext(ctx, "SELECT COALESCE(MAX("+i.column+"), 0) FROM "+i.table).Scan(&most); err != nil {
		return 0, err
	}

	var raised sql.NullInt64

	err := tx.QueryRowContext(ctx, `SELECT MAX(setval(CAST($1 AS regclass), w.number))
		FROM (SELECT GREATEST(CAST($2 AS BIGINT), CAST($3 AS BIGINT)) AS number) w WHERE w.number > COALESCE(pg_sequence_last_value(CAST($1 AS regclass)), 0)`,
		i.sequence, i.last, most).Scan(&raised)

	return raised.Int64, err
}

// keepingIdentities has numbered columns go on where they were when the steps of a migration make Citus make a table anew. On a database
// without Citus it is one query.
func keepingIdentities(ctx context.Context, pool *sql.DB, up func() (int, error)) func() (int, error) {
	return func() (int, error) {
		has, err := hasCitus(ctx, pool)
		if err != nil {
			return 0, err
		}

		if !has {
			return up()
		}

		before, err := identities(ctx, pool)
		if err != nil {
			return 0, err
		}

		steps, err := up()
		if err == nil && steps == 0 {
			return 0, nil
		}

		return steps, errors.Join(err, raiseAfter(ctx, pool, before)) // also after the steps before one that failed
	}
}

// raiseAfter is raiseIdentities in a transaction of its own, which is repeated after a deadlock with writers.
func raiseAfter(ctx context.Context, pool *sql.DB, before []identity) error {
	return retry(ctx, func() error {
		tx, err := pool.BeginTx(ctx, nil)
		if err != nil {
			return fmt.Errorf("sequences of tables: %w", err)
		}

		// It waits for writers of each table, however long they take.
		if _, err := tx.ExecContext(ctx, "SET LOCAL lock_timeout = 0"); err != nil {
			return errors.Join(fmt.Errorf("sequences of tables: %w", err), ignoreDone(tx.Rollback()))
		}

		if _, err := raiseIdentities(ctx, tx, before); err != nil {
			return errors.Join(err, ignoreDone(tx.Rollback()))
		}

		return tx.Commit()
	})
}
