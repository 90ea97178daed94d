package db

import (
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Exec adds a statement.
func (b *Batch) Exec(text string, args ...any) {
	if b.engine == Postgres {
		b.queued().Queue(text, args...)

		return
	}

	if b.err == nil {
		_, b.err = b.lite.ExecContext(b.ctx, text, args...)
	}
}

// Query adds a query. It calls each for every row, on PostgreSQL during Flush.
func (b *Batch) Query(text string, args []any, each func(row Row) error) {
	if b.engine == Postgres {
		b.queued().Queue(b.db.bare(text), args...).Query(func(rows pgx.Rows) error {
			for rows.Next() {
				if err := each(rows); err != nil {
					return err
				}
			}

			return rows.Err()
		})

		return
	}

	if b.err == nil {
		b.err = b.liteQuery(text, args, each)
	}
}

func (b *Batch) liteQuery(text string, args []any, each func(row Row) error) error {
	rows, err := b.lite.QueryContext(b.ctx, text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()

	for rows.Next() {
		if err := each(rows); err != nil {
			return err
		}
	}

	return rows.Err()
}

// ExecCount adds a statement and calls counted with the number of rows it changed, on PostgreSQL during Flush. On SQLite it
// costs less than a RETURNING, for which a table is built.
func (b *Batch) ExecCount(counted func(rows int64), text string, args ...any) {
	if b.engine == Postgres {
		b.queued().Queue(text, args...).Exec(func(tag pgconn.CommandTag) error {
			counted(tag.RowsAffected())

			return nil
		})

		return
	}

	if b.err == nil {
		n, err := b.liteExec(text, args)
		b.err = err

		counted(n)
	}
}

// liteExec runs a statement of SQLite and returns how many rows it changed.
func (b *Batch) liteExec(text string, args []any) (int64, error) {
	res, err := b.lite.ExecContext(b.ctx, text, args...)
	if err != nil {
		return 0, err
	}

	return res.RowsAffected()
}

// PlanAnew makes PostgreSQL plan the further statements of the batch for their arguments, until KeepPlans. While a
// table is empty all its indexes cost the same, and a plan that was cached then may use an index of the client alone,
// and read all of the client's rows for each key. A statement whose conditions fit one index alone doesn't need it.
// A Citus does so without it.
func (b *Batch) PlanAnew() {
	if b.engine == Postgres && !b.db.Distributed() {
		b.Exec("SET LOCAL plan_cache_mode = force_custom_plan")
	}
}

// KeepPlans ends PlanAnew.
func (b *Batch) KeepPlans() {
	if b.engine == Postgres && !b.db.Distributed() {
		b.Exec("SET LOCAL plan_cache_mode = auto")
	}
}
