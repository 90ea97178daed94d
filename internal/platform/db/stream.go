package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/stdlib"
)

// errDriver can't occur while openPostgres uses pgx.
var errDriver = errors.New("the connection is not pgx's")

// Stream calls fn for each row of a query, on the replica, if there is one, or on the read pool. fn must not keep the row. It
// is for exports: on PostgreSQL it uses the driver without database/sql, which takes a
// third of the time per row. An error of fn ends the query and is returned as it is.
func (d *DB) Stream(ctx context.Context, text string, args []any, fn func(row Row) error) error {
	if d.engine == SQLite {
		return d.liteStream(ctx, text, args, fn)
	}

	if done, err := d.fromReplica(ctx, text, args, fn); done {
		return err
	}

	return d.streamFrom(ctx, d.read, text, args, fn)
}

// streamFrom is Stream on one of the pools of PostgreSQL.
func (d *DB) streamFrom(ctx context.Context, pool *sql.DB, text string, args []any, fn func(row Row) error) error {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return classify(err)
	}
	defer conn.Close()

	var failed error // the error of fn, after which the connection is still usable

	err = conn.Raw(func(driver any) error {
		native, ok := driver.(*stdlib.Conn)
		if !ok {
			return errDriver
		}

		rows, err := native.Conn().Query(ctx, d.bare(text), args...)
		if err != nil {
			return fmt.Errorf("stream: %w", err)
		}
		defer rows.Close()

		for rows.Next() {
			if failed = fn(rows); failed != nil {
				return nil
			}
		}

		return rows.Err()
	})

	if failed != nil {
		return failed
	}

	return classify(err)
}

// liteStream reads over a separate connection with a small cache. A month of orders
// would fill the 64 MiB cache of a normal reader and evict the pages of everybody else.
func (d *DB) liteStream(ctx context.Context, text string, args []any, fn func(row Row) error) error {
	rows, err := d.stream.QueryContext(ctx, text, args...)
	if err != nil {
		return classify(err)
	}
	defer rows.Close()

	for rows.Next() {
		if err := fn(rows); err != nil {
			return err
		}
	}

	return classify(rows.Err())
}

// Read runs a query outside of a transaction. On PostgreSQL it uses the connections of batches, which prefer
// indexes, and plans the query anew.
func (d *DB) Read(ctx context.Context, text string, args []any, each func(row Row) error) error {
	if d.engine == Postgres {
		return d.Batch(ctx, func(b *Batch) error {
			b.PlanAnew()
			b.Query(text, args, each)

			return nil
		})
	}

	rows, err := d.Reader().Query(ctx, text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()

	for rows.Next() {
		if err := each(rows); err != nil {
			return err
		}
	}

	return classify(rows.Err())
}
