package db

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Row is one row of a result.
type Row interface {
	Scan(dest ...any) error
}

// Batch is a write transaction for a batch of requests. On PostgreSQL its
// statements are queued and sent together in one round trip, the last ones with the
// COMMIT. Conditions and copied rows alone need neither BEGIN nor COMMIT (see
// postgresCommit). On SQLite statements run at once: there are no round trips.
type Batch struct {
	db     *DB
	engine Engine
	after  []func()
	err    error // the first: nothing is committed after it

	// SQLite
	lite *liteWriter
	ctx  context.Context //nolint:containedctx // lives as long as the transaction that it belongs to

	// PostgreSQL
	conn  *pgx.Conn
	queue *pgx.Batch // nil while it is empty
	last  postgresCommit
	open  bool // BEGIN was sent

	hidden, byInsert bool // on a Citus: see chooseCopies
	direct           bool // on the worker of a Citus that has the rows: see BatchOf
}

// Batch runs fn in one write transaction for batches and commits it when fn returns
// nil. Like Tx, it may run fn again after a deadlock.
func (d *DB) Batch(ctx context.Context, fn func(b *Batch) error) error {
	if d.engine == SQLite {
		return retry(ctx, func() error { return d.liteBatch(ctx, fn) })
	}

	return retry(ctx, func() error { return d.retryOnNewShards(ctx, func() error { return d.postgresBatch(ctx, fn) }) })
}

func (d *DB) liteBatch(ctx context.Context, fn func(b *Batch) error) error {
	if err := d.lite.acquire(ctx); err != nil {
		return err
	}
	defer d.lite.release()

	// With a cancellable context the driver starts a goroutine for each statement, a
	// tenth of the cost of a batch. Batches are short and have a time limit instead.
	ctx = context.WithoutCancel(ctx)
	b := &Batch{db: d, engine: SQLite, lite: d.lite, ctx: ctx}

	err := d.lite.transaction(ctx, func() error {
		if err := fn(b); err != nil {
			return err
		}

		return b.Flush(ctx)
	})
	if err != nil {
		return err
	}

	b.runAfterCommit()

	return nil
}

func (d *DB) postgresBatch(ctx context.Context, fn func(b *Batch) error) error {
	conn, err := d.batches.Acquire(ctx)
	if err != nil {
		return classify(err)
	}
	defer conn.Release() // drops a broken connection from the pool

	return d.batchOn(ctx, &Batch{db: d, engine: Postgres, conn: conn.Conn()}, fn)
}

// batchOn runs a batch on its connection.
func (d *DB) batchOn(ctx context.Context, b *Batch, fn func(b *Batch) error) error {
	err := b.run(ctx, fn)
	if b.hidden {
		err = (&Batch{db: d, engine: Postgres, conn: b.conn, direct: b.direct, byInsert: true}).run(ctx, fn)
	}

	if hasCode(err, pgNoStatement) {
		// DISCARD, which poolers send, made the server forget prepared statements
		// that the driver still uses. Another connection prepares them again.
		_ = closeBroken(ctx, b.conn.PgConn(), nil)
	}

	return err
}

func (b *Batch) run(ctx context.Context, fn func(b *Batch) error) error {
	err := fn(b)
	if err == nil {
		err = classify(b.err) // fn ignored it
	}

	if err == nil && b.engine == Postgres && b.db.Distributed() && b.chooseCopies() {
		err = b.Flush(ctx) // the error of a COPY that comes with a COMMIT would not say which of the two was refused
	}

	if err != nil {
		return errors.Join(err, b.rollback(ctx))
	}

	if err := b.commit(ctx); err != nil {
		// An error answer of the server proves that nothing was committed. A missing
		// answer proves nothing.
		if refused(err) {
			return errors.Join(classify(err), b.rollback(ctx))
		}

		return classifyCommit(err)
	}

	b.runAfterCommit()

	return nil
}

func (b *Batch) runAfterCommit() {
	for _, f := range b.after {
		f()
	}
}

func (b *Batch) rollback(ctx context.Context) error {
	if !b.open || b.conn.IsClosed() {
		return nil
	}

	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTime)
	defer cancel()

	if _, err := b.conn.Exec(ctx, "ROLLBACK"); err != nil {
		return fmt.Errorf("roll back: %w", err)
	}

	return nil
}

// Engine is the kind of database.
func (b *Batch) Engine() Engine { return b.engine }

// AfterCommit registers f to run after an acknowledged commit.
func (b *Batch) AfterCommit(f func()) { b.after = append(b.after, f) }

// Flush sends the queued statements and waits for the answers. The last statements
// of a batch need no Flush: they are sent with the COMMIT.
func (b *Batch) Flush(ctx context.Context) error {
	if b.engine == Postgres && b.err == nil {
		b.err = b.send(ctx)
	}

	return classify(b.err)
}
