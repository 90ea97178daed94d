package db

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Row is one row of an answer.
type Row interface {
	Scan(dest ...any) error
}

// Group is a write transaction for a batch of requests. On PostgreSQL its
// statements wait and go out together in one round trip, the last ones with
// the COMMIT; conditions and rows to copy alone need neither BEGIN nor COMMIT
// (see ending). On SQLite they run at once, since there is no trip to save.
type Group struct {
	engine Engine
	after  []func()
	err    error // the first: nothing is committed after it

	// SQLite
	lite *liteWriter
	ctx  context.Context //nolint:containedctx // lives as long as the transaction that it belongs to

	// PostgreSQL
	conn   *pgx.Conn
	queue  *pgx.Batch // nil while nothing waits in it
	ending ending
	open   bool // BEGIN was sent
}

// Group runs fn in one write transaction made for batches and commits it when
// fn gives nil. Like Tx, it may run fn again after a deadlock.
func (d *DB) Group(ctx context.Context, fn func(g *Group) error) error {
	return retry(ctx, func() error {
		if d.engine == SQLite {
			return d.liteGroup(ctx, fn)
		}

		return d.postgresGroup(ctx, fn)
	})
}

func (d *DB) liteGroup(ctx context.Context, fn func(g *Group) error) error {
	if err := d.lite.acquire(ctx); err != nil {
		return err
	}
	defer d.lite.release()

	// With a context that can end, the driver starts a goroutine per statement,
	// a tenth of the cost of a batch; batches are short and bounded instead.
	ctx = context.WithoutCancel(ctx)
	g := &Group{engine: SQLite, lite: d.lite, ctx: ctx}

	err := d.lite.transaction(ctx, func() error {
		if err := fn(g); err != nil {
			return err
		}

		return g.Flush(ctx)
	})
	if err != nil {
		return err
	}

	g.committed()

	return nil
}

func (d *DB) postgresGroup(ctx context.Context, fn func(g *Group) error) error {
	conn, err := d.groups.Acquire(ctx)
	if err != nil {
		return classify(err)
	}
	defer conn.Release() // a broken connection is dropped from the pool there

	g := &Group{engine: Postgres, conn: conn.Conn()}

	err = g.run(ctx, fn)
	if hasCode(err, pgNoStatement) {
		// DISCARD, as poolers send it, made the server forget what the driver
		// believes to be prepared: another connection does it anew.
		_ = broken(ctx, g.conn.PgConn(), nil)
	}

	return err
}

func (g *Group) run(ctx context.Context, fn func(g *Group) error) error {
	err := fn(g)
	if err == nil {
		err = classify(g.err) // fn took no notice
	}

	if err != nil {
		return errors.Join(err, g.rollback(ctx))
	}

	if err := g.commit(ctx); err != nil {
		// The server's own answer says that nothing was committed; silence
		// says nothing.
		if refused(err) {
			return errors.Join(classify(err), g.rollback(ctx))
		}

		return classifyCommit(err)
	}

	g.committed()

	return nil
}

func (g *Group) committed() {
	for _, f := range g.after {
		f()
	}
}

func (g *Group) rollback(ctx context.Context) error {
	if !g.open || g.conn.IsClosed() {
		return nil
	}

	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTime)
	defer cancel()

	if _, err := g.conn.Exec(ctx, "ROLLBACK"); err != nil {
		return fmt.Errorf("roll back: %w", err)
	}

	return nil
}

// Engine tells the kind of database.
func (g *Group) Engine() Engine { return g.engine }

// AfterCommit runs f once the commit is acknowledged; never otherwise.
func (g *Group) AfterCommit(f func()) { g.after = append(g.after, f) }

// Exec adds a statement.
func (g *Group) Exec(text string, args ...any) {
	if g.engine == Postgres {
		g.queued().Queue(text, args...)

		return
	}

	if g.err == nil {
		_, g.err = g.lite.ExecContext(g.ctx, text, args...)
	}
}

// Query adds a query; each is called for every row, on PostgreSQL when Flush
// sends it.
func (g *Group) Query(text string, args []any, each func(row Row) error) {
	if g.engine == Postgres {
		g.queued().Queue(text, args...).Query(func(rows pgx.Rows) error {
			for rows.Next() {
				if err := each(rows); err != nil {
					return err
				}
			}

			return rows.Err()
		})

		return
	}

	if g.err == nil {
		g.err = g.liteQuery(text, args, each)
	}
}

func (g *Group) liteQuery(text string, args []any, each func(row Row) error) error {
	rows, err := g.lite.QueryContext(g.ctx, text, args...)
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

// ErrRefuted says that a condition which a batch required was not true, so that
// nothing of it was written.
var ErrRefuted = errors.New("a required condition does not hold")

// Require adds a condition, a boolean expression, without which nothing of the
// batch may be committed: Group then gives ErrRefuted. It costs no round trip,
// unlike a look at the answer of a Query before the rest is added. Arguments are
// int, int64 or []int64.
func (g *Group) Require(condition string, args ...any) {
	if g.engine == Postgres {
		g.ending.guard("SELECT 1 / (CASE WHEN "+condition+" THEN 1 ELSE 0 END)", args)

		return
	}

	g.Query("SELECT "+condition, args, func(row Row) error {
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

// Change adds an UPDATE that must touch so many rows: otherwise nothing of the
// batch is committed and Group gives ErrRefuted. On PostgreSQL conditions and
// changes go out after all other statements that wait with them. Arguments are
// as for Require.
func (g *Group) Change(rows int, text string, args ...any) {
	if g.engine == Postgres {
		g.ending.guard(fmt.Sprintf("WITH changed AS (%s RETURNING 1) SELECT 1 / CASE WHEN count(*) = $%d THEN 1 ELSE 0 END FROM changed",
			text, len(args)+1), append(args, rows))

		return
	}

	if g.err != nil {
		return
	}

	res, err := g.lite.ExecContext(g.ctx, text, args...)
	if err == nil {
		var n int64
		if n, err = res.RowsAffected(); err == nil && n != int64(rows) {
			err = ErrRefuted
		}
	}

	g.err = err
}

// Flush sends what was added and waits for the answers. The last statements
// need none: they go out with the COMMIT.
func (g *Group) Flush(ctx context.Context) error {
	if g.engine == Postgres && g.err == nil {
		g.err = g.send(ctx)
	}

	return classify(g.err)
}

// queued gives the queue of statements, with the BEGIN in front.
func (g *Group) queued() *pgx.Batch {
	if g.queue == nil {
		g.queue = &pgx.Batch{}

		if !g.open {
			g.queue.Queue("BEGIN")
		}
	}

	return g.queue
}

func (g *Group) send(ctx context.Context) error {
	if g.ending.empty() && g.queue == nil {
		return nil
	}

	g.queued() // rows must not be committed yet

	if err := g.sendQueue(ctx); err != nil {
		return err
	}

	return refuted(g.ending.send(ctx, g.conn, ""))
}

func (g *Group) commit(ctx context.Context) error {
	if g.ending.copies() {
		return g.commitRows(ctx)
	}

	g.ending.queueGuards(g)

	if g.queue == nil && !g.open {
		return nil // nothing was asked for
	}

	g.queued().Queue("COMMIT")

	return g.sendQueue(ctx)
}

// commitRows sends what is left of a batch with rows to copy. Unless a
// transaction was begun for something else, they make one by themselves.
func (g *Group) commitRows(ctx context.Context) error {
	if err := g.sendQueue(ctx); err != nil {
		return err
	}

	last := ""
	if g.open {
		last = "COMMIT"
	}

	return refuted(g.ending.send(ctx, g.conn, last))
}

func (g *Group) sendQueue(ctx context.Context) error {
	if g.queue == nil {
		return nil
	}

	g.open = true
	queue := g.queue
	g.queue = nil

	results := g.conn.SendBatch(ctx, queue)

	g.ending.encode() // while the server works on what was sent

	return refuted(results.Close())
}

func refuted(err error) error {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == pgDivisionByZero {
		return errors.Join(ErrRefuted, err) // nothing but Require and Change divides
	}

	return err
}
