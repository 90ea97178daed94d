package db

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
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
}

// Batch runs fn in one write transaction for batches and commits it when fn returns
// nil. Like Tx, it may run fn again after a deadlock.
func (d *DB) Batch(ctx context.Context, fn func(b *Batch) error) error {
	return retry(ctx, func() error {
		if d.engine == SQLite {
			return d.liteBatch(ctx, fn)
		}

		return d.postgresBatch(ctx, fn)
	})
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

	b.committed()

	return nil
}

func (d *DB) postgresBatch(ctx context.Context, fn func(b *Batch) error) error {
	conn, err := d.batches.Acquire(ctx)
	if err != nil {
		return classify(err)
	}
	defer conn.Release() // drops a broken connection from the pool

	b := &Batch{db: d, engine: Postgres, conn: conn.Conn()}

	err = b.run(ctx, fn)
	if hasCode(err, pgNoStatement) {
		// DISCARD, which poolers send, made the server forget prepared statements
		// that the driver still uses. Another connection prepares them again.
		_ = broken(ctx, b.conn.PgConn(), nil)
	}

	return err
}

func (b *Batch) run(ctx context.Context, fn func(b *Batch) error) error {
	err := fn(b)
	if err == nil {
		err = classify(b.err) // fn ignored it
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

	b.committed()

	return nil
}

func (b *Batch) committed() {
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
		b.queued().Queue(text, args...).Query(func(rows pgx.Rows) error {
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

// ErrRefuted means that a required condition of a batch was false, so nothing of the
// batch was written.
var ErrRefuted = errors.New("a required condition does not hold")

// Guard adds a condition, a boolean expression. If it is false, nothing of the
// batch is committed and Batch returns ErrRefuted. Unlike a Query whose answer is
// checked first, it costs no round trip. Arguments are int, int64 or []int64.
func (b *Batch) Guard(condition string, args ...any) {
	if b.engine == Postgres {
		b.last.guard("SELECT 1 / (CASE WHEN "+condition+" THEN 1 ELSE 0 END)", args)

		return
	}

	b.Query("SELECT "+condition, args, func(row Row) error {
		holds := false
		if err := row.Scan(&holds); err != nil {
			return err
		}

		if !holds {
			return ErrRefuted
		}

		return nil
	})
}

// ExecLast adds an UPDATE that must affect exactly the given number of rows. Otherwise
// nothing of the batch is committed and Batch returns ErrRefuted. On PostgreSQL
// conditions and changes are sent after all other queued statements. Arguments are
// as for Guard.
func (b *Batch) ExecLast(rows int, text string, args ...any) {
	if b.engine == Postgres {
		b.last.guard(expectSQL(text, len(args)), append(args, rows))

		return
	}

	if b.err != nil {
		return
	}

	n, err := b.liteExec(text, args)
	if err == nil && n != int64(rows) {
		err = ErrRefuted
	}

	b.err = err
}

// expectSQL is an UPDATE that fails unless it changes as many rows as its last argument says. The number is an argument,
// so that batches of all sizes are one statement, which is prepared and planned once.
func expectSQL(text string, args int) string {
	return fmt.Sprintf("WITH changed AS (%s RETURNING 1) SELECT 1 / CASE WHEN count(*) = $%d THEN 1 ELSE 0 END FROM changed", text, args+1)
}

// ExecExpect adds an UPDATE that must affect exactly the given number of rows. Otherwise nothing of the batch is
// committed and Batch returns ErrRefuted. Unlike ExecLast it keeps its place among the other statements, and takes
// arguments of all types.
func (b *Batch) ExecExpect(rows int, text string, args ...any) {
	if b.engine == SQLite {
		b.ExecLast(rows, text, args...)

		return
	}

	b.Exec(expectSQL(text, len(args)), append(slices.Clip(args), rows)...)
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
func (b *Batch) PlanAnew() {
	if b.engine == Postgres {
		b.Exec("SET LOCAL plan_cache_mode = force_custom_plan")
	}
}

// KeepPlans ends PlanAnew.
func (b *Batch) KeepPlans() {
	if b.engine == Postgres {
		b.Exec("SET LOCAL plan_cache_mode = auto")
	}
}

// Flush sends the queued statements and waits for the answers. The last statements
// of a batch need no Flush: they are sent with the COMMIT.
func (b *Batch) Flush(ctx context.Context) error {
	if b.engine == Postgres && b.err == nil {
		b.err = b.send(ctx)
	}

	return classify(b.err)
}

// queued returns the queue of statements, which starts with the BEGIN.
func (b *Batch) queued() *pgx.Batch {
	if b.queue == nil {
		b.queue = &pgx.Batch{}

		if !b.open {
			b.queue.Queue("BEGIN")
		}
	}

	return b.queue
}

func (b *Batch) send(ctx context.Context) error {
	if b.last.empty() && b.queue == nil {
		return nil
	}

	b.queued() // begins the transaction, so that the rows are not committed yet

	if err := b.sendQueue(ctx); err != nil {
		return err
	}

	return refuted(b.last.send(ctx, b.conn, ""))
}

func (b *Batch) commit(ctx context.Context) error {
	if b.last.copies() {
		return b.commitRows(ctx)
	}

	b.last.queueGuards(b)

	if b.queue == nil && !b.open {
		return nil // nothing is queued
	}

	b.queued().Queue("COMMIT")

	return b.sendQueue(ctx)
}

// commitRows sends the rest of a batch with rows to copy. Unless a transaction was
// begun already, this query is the whole transaction.
func (b *Batch) commitRows(ctx context.Context) error {
	if err := b.sendQueue(ctx); err != nil {
		return err
	}

	last := ""
	if b.open {
		last = "COMMIT"
	}

	return refuted(b.last.send(ctx, b.conn, last))
}

func (b *Batch) sendQueue(ctx context.Context) error {
	if b.queue == nil {
		return nil
	}

	b.open = true
	queue := b.queue
	b.queue = nil

	results := b.conn.SendBatch(ctx, queue)

	b.last.encode() // while the server works on the statements sent before

	return refuted(results.Close())
}

func refuted(err error) error {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == pgDivisionByZero {
		return errors.Join(ErrRefuted, err) // only Guard, ExecLast and ExecExpect use a division
	}

	return err
}
