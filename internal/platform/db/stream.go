package db

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/stdlib"
)

// errDriver can't happen while openPostgres uses pgx.
var errDriver = errors.New("the connection is not pgx's")

// Stream hands each row of a query on the reading pool to fn, which must not
// keep it. It is for exports: PostgreSQL's driver is used without database/sql
// in between, which takes a third of the time per row. An error of fn ends the
// query and is given back as it is.
func (d *DB) Stream(ctx context.Context, text string, args []any, fn func(row Row) error) error {
	if d.engine == SQLite {
		return d.liteStream(ctx, text, args, fn)
	}

	conn, err := d.read.Conn(ctx)
	if err != nil {
		return classify(err)
	}
	defer conn.Close()

	var failed error // of fn: the connection is as good as before

	err = conn.Raw(func(driver any) error {
		native, ok := driver.(*stdlib.Conn)
		if !ok {
			return errDriver
		}

		rows, err := native.Conn().Query(ctx, text, args...)
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

// liteStream reads over a connection of its own with the smallest cache: a
// month of orders would fill that of a reader, 64 MiB, and push out of it what
// everybody else asks for.
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
