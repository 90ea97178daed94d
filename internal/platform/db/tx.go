package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Querier runs SQL: a transaction, or the reading pool.
type Querier interface {
	// Exec runs a statement and returns the number of affected rows.
	Exec(ctx context.Context, text string, args ...any) (int64, error)
	Query(ctx context.Context, text string, args ...any) (*sql.Rows, error)
	QueryRow(ctx context.Context, text string, args ...any) Row
}

// singleRow is the result of QueryRow.
type singleRow struct{ row *sql.Row }

// Scan copies the columns of the first row. Without a row the error is sql.ErrNoRows;
// an outage of the database is fault.ErrUnavailable.
func (r singleRow) Scan(into ...any) error { return classify(r.row.Scan(into...)) }

type runner interface {
	ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, text string, args ...any) *sql.Row
}

// Tx is a write transaction. It is passed as a parameter: the function that opens it
// commits it, helpers take it.
type Tx struct {
	db     *DB
	run    runner
	engine Engine
	after  []func()
}

// Exec implements Querier.
func (t *Tx) Exec(ctx context.Context, text string, args ...any) (int64, error) {
	res, err := t.run.ExecContext(ctx, text, args...)
	if err != nil {
		return 0, classify(err)
	}

	n, err := res.RowsAffected()
	if err != nil {
		return 0, fmt.Errorf("rows affected: %w", err)
	}

	return n, nil
}

// Query implements Querier.
func (t *Tx) Query(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	rows, err := t.run.QueryContext(ctx, t.db.bare(text), args...)

	return rows, classify(err)
}

// QueryRow implements Querier.
func (t *Tx) QueryRow(ctx context.Context, text string, args ...any) Row {
	return singleRow{t.run.QueryRowContext(ctx, t.db.bare(text), args...)}
}

// Engine is the kind of database.
func (t *Tx) Engine() Engine { return t.engine }

// AfterCommit registers f to run after an acknowledged commit.
func (t *Tx) AfterCommit(f func()) { t.after = append(t.after, f) }

// Limits of the retries after a deadlock or a serialisation failure.
const (
	maxTries  = 6
	firstWait = 5 * time.Millisecond
)

// Tx runs fn in one write transaction and commits it when fn returns nil. fn may run again
// after a deadlock, so outside the transaction it may only set what each run sets again.
// When the answer of the commit is lost, Tx returns fault.ErrOutcomeUnknown.
func (d *DB) Tx(ctx context.Context, fn func(tx *Tx) error) error {
	if d.engine == SQLite {
		return retry(ctx, func() error { return d.liteTx(ctx, fn) })
	}

	return retry(ctx, func() error { return d.retryOnNewShards(ctx, func() error { return d.postgresTx(ctx, fn) }) })
}

func retry(ctx context.Context, try func() error) error {
	wait := firstWait

	for n := 1; ; n++ {
		err := try()
		if err == nil || n == maxTries || !isRetryable(err) {
			return err
		}

		select {
		case <-ctx.Done():
			return err
		case <-time.After(wait + rand.N(wait)):
			wait *= 2
		}
	}
}

func (d *DB) postgresTx(ctx context.Context, fn func(tx *Tx) error) error {
	inner, err := d.write.BeginTx(ctx, nil)
	if err != nil {
		return classify(err)
	}

	tx := &Tx{db: d, run: inner, engine: Postgres}

	if err := fn(tx); err != nil {
		return errors.Join(err, ignoreDone(inner.Rollback()))
	}

	if err := inner.Commit(); err != nil {
		return classifyCommit(err)
	}

	tx.runAfterCommit()

	return nil
}

func (d *DB) liteTx(ctx context.Context, fn func(tx *Tx) error) error {
	if err := d.lite.acquire(ctx); err != nil {
		return err
	}
	defer d.lite.release()

	tx := &Tx{db: d, run: d.lite, engine: SQLite}
	if err := d.lite.transaction(ctx, func() error { return fn(tx) }); err != nil {
		return err
	}

	tx.runAfterCommit()

	return nil
}

// transaction runs fn between BEGIN IMMEDIATE and COMMIT. Both ignore cancellation of the
// caller: the driver may report it for a BEGIN that took effect, and an open transaction
// would block every other writer.
func (w *liteWriter) transaction(ctx context.Context, fn func() error) (err error) {
	end := context.WithoutCancel(ctx)

	if err := ctx.Err(); err != nil {
		return fmt.Errorf("before begin: %w", err)
	}

	if _, err := w.ExecContext(end, "BEGIN IMMEDIATE"); err != nil {
		return classify(err)
	}

	committed := false

	defer func() {
		if !committed { // also when fn panics
			if _, rollback := w.ExecContext(end, "ROLLBACK"); rollback != nil && err == nil {
				err = classify(rollback)
			}
		}
	}()

	if err := fn(); err != nil {
		return err
	}

	if err := ctx.Err(); err != nil {
		return fmt.Errorf("before commit: %w", err)
	}

	if _, err := w.ExecContext(end, "COMMIT"); err != nil {
		return classify(err)
	}

	committed = true

	return nil
}

func (t *Tx) runAfterCommit() {
	for _, f := range t.after {
		f()
	}
}

func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}

	return err
}

// Reader returns the read pool. It reads committed data, which may be stale by the time
// the caller acts: decisions about money read in their own write transaction.
func (d *DB) Reader() Querier { return reader{d} }

type reader struct{ d *DB }

func (r reader) Exec(_ context.Context, text string, _ ...any) (int64, error) {
	return 0, errors.New("the reading pool does not write: " + text)
}

func (r reader) Query(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	if s := r.preparedStatement(ctx, text); s != nil {
		rows, err := s.QueryContext(ctx, args...)

		return rows, classify(err)
	}

	rows, err := r.d.read.QueryContext(ctx, r.d.bare(text), args...)

	return rows, classify(err)
}

func (r reader) QueryRow(ctx context.Context, text string, args ...any) Row {
	if s := r.preparedStatement(ctx, text); s != nil {
		return singleRow{s.QueryRowContext(ctx, args...)}
	}

	return singleRow{r.d.read.QueryRowContext(ctx, r.d.bare(text), args...)}
}

func (r reader) preparedStatement(ctx context.Context, text string) *sql.Stmt {
	if r.d.engine == Postgres {
		return nil
	}

	return r.d.cache.get(ctx, text)
}

// Collect scans all rows of a query and closes them.
func Collect[T any](rows *sql.Rows, err error, scan func(row *sql.Rows) (T, error)) ([]T, error) {
	if err != nil {
		return nil, err
	}

	defer rows.Close()

	out := []T{}

	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("read a row: %w", err)
		}

		out = append(out, v)
	}

	if err := rows.Err(); err != nil {
		return nil, classify(err)
	}

	return out, nil
}

// NextSequence increments a named sequence and returns the new value.
func NextSequence(ctx context.Context, tx *Tx, name string) (int64, error) {
	var v int64

	err := tx.QueryRow(ctx, `
		INSERT INTO sequences (name, value) VALUES ($1, 1)
		ON CONFLICT (name) DO UPDATE SET value = sequences.value + 1
		RETURNING value`, name).Scan(&v)
	if err != nil {
		return 0, fmt.Errorf("sequence %s: %w", name, classify(err))
	}

	return v, nil
}
