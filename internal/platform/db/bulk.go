package db

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Bulk is a write transaction for loading many rows: by COPY on PostgreSQL, by
// prepared multi-row inserts on SQLite. The demo's history is loaded with it, and it
// is the limit in benchmarks of other ways of writing.
type Bulk struct {
	engine Engine
	lite   *liteWriter
	tx     pgx.Tx
}

// Bulk runs fn in one write transaction and commits it when fn returns nil. It never
// runs fn again, since the rows come from an iterator that may be used up.
func (d *DB) Bulk(ctx context.Context, fn func(b *Bulk) error) error {
	if d.engine == SQLite {
		if err := d.lite.acquire(ctx); err != nil {
			return err
		}
		defer d.lite.release()

		return d.lite.transaction(ctx, func() error { return fn(&Bulk{engine: SQLite, lite: d.lite}) })
	}

	conn, err := d.batches.Acquire(ctx)
	if err != nil {
		return classify(err)
	}
	defer conn.Release()

	tx, err := conn.Begin(ctx)
	if err != nil {
		return classify(err)
	}

	if err := fn(&Bulk{engine: Postgres, tx: tx}); err != nil {
		rollback := tx.Rollback(context.WithoutCancel(ctx))
		if errors.Is(rollback, pgx.ErrTxClosed) {
			rollback = nil
		}

		return errors.Join(err, rollback)
	}

	return classifyCommit(tx.Commit(ctx))
}

// Copy loads rows into a table in its own transaction; see Bulk.Copy.
func (d *DB) Copy(ctx context.Context, table string, columns []string, rows iter.Seq[[]any]) (int64, error) {
	var n int64

	err := d.Bulk(ctx, func(b *Bulk) (err error) {
		n, err = b.Copy(ctx, table, columns, rows)

		return err
	})

	return n, err
}

// Exec runs a statement in the transaction.
func (b *Bulk) Exec(ctx context.Context, text string, args ...any) error {
	if b.engine == Postgres {
		_, err := b.tx.Exec(ctx, text, args...)

		return classify(err)
	}

	_, err := b.lite.ExecContext(ctx, text, args...)

	return classify(err)
}

// Copy loads rows into a table and returns their number. A row has one value (int64,
// string, bool or nil) for each column. The iterator may reuse the slice for the next
// row. Names of the table and columns must be constants, never input.
func (b *Bulk) Copy(ctx context.Context, table string, columns []string, rows iter.Seq[[]any]) (int64, error) {
	if b.engine == Postgres {
		next, stop := iter.Pull(rows)
		defer stop()

		n, err := b.tx.CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromFunc(func() ([]any, error) {
			row, _ := next()

			return row, nil // a nil row ends the copy
		}))
		if err != nil {
			return n, fmt.Errorf("copy into %s: %w", table, classify(err))
		}

		return n, nil
	}

	n, err := b.insert(ctx, table, columns, rows)
	if err != nil {
		return n, fmt.Errorf("copy into %s: %w", table, classify(err))
	}

	return n, nil
}

func (b *Bulk) insert(ctx context.Context, table string, columns []string, rows iter.Seq[[]any]) (int64, error) {
	full := insertText(b.engine, table, columns, maxInsertRows)
	values := make([]any, 0, maxInsertRows*len(columns))

	var n int64

	for row := range rows {
		if len(row) != len(columns) {
			return n, fmt.Errorf("a row has %d values for %d columns", len(row), len(columns))
		}

		values = append(values, row...)
		n++

		if len(values) == cap(values) {
			if _, err := b.lite.ExecContext(ctx, full, values...); err != nil {
				return n, err
			}

			values = values[:0]
		}
	}

	if len(values) == 0 {
		return n, nil
	}

	_, err := b.lite.ExecContext(ctx, insertText(b.engine, table, columns, len(values)/len(columns)), values...)

	return n, err
}

// insertText is the text of an insert of several rows. SQLite's driver looks up
// numbered placeholders by name, which costs a fifth of the time, so it gets plain
// ones. SQLite also keeps a statement journal to undo a statement that fails halfway.
// Here a failure ends the whole transaction, so OR FAIL avoids the journal, except in
// tables whose key is the row id.
func insertText(engine Engine, table string, columns []string, rows int) string {
	var b strings.Builder

	b.WriteString("INSERT ")

	if engine == SQLite {
		b.WriteString("OR FAIL ")
	}

	b.WriteString("INTO " + table + " (" + strings.Join(columns, ", ") + ") VALUES ")

	for place := range rows * len(columns) {
		switch {
		case place == 0:
			b.WriteString("(")
		case place%len(columns) == 0:
			b.WriteString("), (")
		default:
			b.WriteString(", ")
		}

		if engine == SQLite {
			b.WriteString("?")
		} else {
			b.WriteString("$" + strconv.Itoa(place+1))
		}
	}

	b.WriteString(")")

	return b.String()
}
