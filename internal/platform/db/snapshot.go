package db

import (
	"context"
	"database/sql"
	"errors"
)

// Snapshot runs fn with all data as of one moment. It is for questions about whole tables,
// which take as long as they need: on PostgreSQL without the time limit of statements, and
// without nested loops, which the planner prefers while it believes that a table is small,
// and which then take hours.
func (d *DB) Snapshot(ctx context.Context, fn func(q Querier) error) error {
	options := &sql.TxOptions{ReadOnly: true}
	if d.engine == Postgres {
		options.Isolation = sql.LevelRepeatableRead
	}

	inner, err := d.read.BeginTx(ctx, options)
	if err != nil {
		return classify(err)
	}

	tx := &Tx{db: d, run: inner, engine: d.engine}

	if d.engine == Postgres {
		if _, err := tx.Exec(ctx, "SELECT set_config('statement_timeout', '0', TRUE), set_config('enable_nestloop', 'off', TRUE)"); err != nil {
			return errors.Join(err, ignoreDone(inner.Rollback()))
		}
	}

	return errors.Join(fn(tx), ignoreDone(inner.Rollback()))
}
