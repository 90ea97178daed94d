package event

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/safetext"
)

const (
	mostRetryWait = time.Hour
	// mostRetried is the most facts that a consumer is handed again before it gets new ones.
	mostRetried = 20
	// mostCause bounds a stored error, in bytes.
	mostCause = 2000
)

// setAside stores a fact that makes a consumer fail, and moves its position past it. Facts are copied: the record may delete its own
// before the consumer can handle them.
func (r *Record) setAside(ctx context.Context, c *consumer, e Event, to int64, cause error) (busy bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, partTime)
	defer cancel()

	stored := false

	busy, err = r.move(ctx, c, to, func(tx *db.Tx, _ int64) (int64, error) {
		stored = true

		return 1, r.storeAside(ctx, tx, c, e, 1, clip(cause), clock.Micros(r.clk.Now().Add(r.retryWait(1))))
	})
	if err != nil || busy || !stored {
		return busy, err
	}

	c.failed = cmp.Or(c.failed, cause)
	r.log.LogAttrs(ctx, slog.LevelError, "an event was set aside", append(about(c, e), slog.Any("error", cause))...)

	return false, nil
}

func about(c *consumer, e Event) []slog.Attr {
	return []slog.Attr{
		slog.String("consumer", c.Name), slog.Int64("position", e.Position), slog.String("kind", string(e.Kind)), slog.String("subject", e.Subject),
		slog.Int64("client", e.ClientID),
	}
}

func clip(cause error) string {
	return safetext.MakeStorable(safetext.ClipBytes(cause.Error(), mostCause))
}

// retryWait is the time until a fact is tried again.
func (r *Record) retryWait(failures int) time.Duration {
	return backOff(r.opt.Retry, failures, mostRetryWait)
}

func (r *Record) storeAside(ctx context.Context, tx *db.Tx, c *consumer, e Event, failures int, cause string, due any) error {
	_, err := tx.Exec(ctx, `INSERT INTO event_failures (consumer, seq, `+columns+`, failures, error, set_aside_at, due_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		c.Name, e.Position, e.ClientID, string(e.Kind), e.Subject, e.Channel, e.Data, clock.Micros(e.At), failures, cause, clock.Micros(r.clk.Now()), due)
	if err != nil {
		return fmt.Errorf("set event %d aside: %w", e.Position, err)
	}

	return nil
}

// putBehind takes those out of a portion whose subjects have facts that are set aside: they wait behind them. aside is how many there are;
// without any it does nothing. It returns the others, and how many wait.
func (r *Record) putBehind(ctx context.Context, tx *db.Tx, c *consumer, list []Event, aside int64) (free []Event, behind int64, err error) {
	if aside == 0 {
		return list, 0, nil
	}

	subjects := make([]string, len(list))
	for i, e := range list {
		subjects[i] = e.Subject
	}

	text, err := json.Marshal(subjects)
	if err != nil {
		return nil, 0, fmt.Errorf("subjects of events: %w", err)
	}

	rows, err := tx.Query(ctx, "SELECT DISTINCT subject FROM event_failures WHERE consumer = $1 AND subject IN (SELECT k.value FROM "+
		tx.Engine().List("$2")+" k)", c.Name, string(text))

	waiting := map[string]bool{}

	if _, err := db.Collect(rows, err, func(row *sql.Rows) (s string, err error) {
		err = row.Scan(&s)
		waiting[s] = true

		return s, err
	}); err != nil {
		return nil, 0, fmt.Errorf("subjects of events that are set aside: %w", err)
	}

	for _, e := range list {
		if !waiting[e.Subject] {
			free = append(free, e)

			continue
		}

		if err := r.storeAside(ctx, tx, c, e, 0, "", nil); err != nil {
			return nil, 0, err
		}

		behind++
	}

	return free, behind, nil
}

// retryDue hands a consumer facts again that were set aside, each in a transaction of its own, when they are due. again: it handled some, so
// more may be due, as those that waited behind them; the next call looks for them at once, and others look once in Look. Without facts that
// are set aside it asks nothing of the database.
func (r *Record) retryDue(ctx context.Context, c *consumer) (again bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()

	if c.aside.Load() == 0 || time.Since(c.retriedAt) < r.opt.Look {
		return false, nil
	}

	_, handled, err := r.retrySome(ctx, c)
	if err != nil || handled == 0 {
		c.retriedAt = time.Now()

		return false, err
	}

	return true, nil
}

// retrySome hands a consumer up to mostRetried facts again that were set aside and are due. found: there were some. handled is how many of
// them are not set aside any more; the others failed again, or another node has them.
func (r *Record) retrySome(ctx context.Context, c *consumer) (found bool, handled int, err error) {
	var list []Failure

	err = r.d.Read(ctx, "SELECT "+failureColumns+" FROM event_failures WHERE consumer = $1 AND due_at <= $2 ORDER BY due_at, seq LIMIT $3",
		[]any{c.Name, clock.Micros(r.clk.Now()), mostRetried}, func(row db.Row) error {
			f, err := scanFailure(row)
			list = append(list, f)

			return err
		})
	if err != nil {
		return false, 0, fmt.Errorf("events that were set aside: %w", err)
	}

	for i := range list {
		ok, err := r.retry(ctx, c, &list[i])
		if err != nil {
			return true, handled, err
		}

		if ok {
			handled++
		}
	}

	return len(list) > 0, handled, nil
}

// retry hands a fact that was set aside to its consumer again. ok: it was handled, and the next one of its subject is due. If the consumer
// fails again, the fact waits longer than before.
func (r *Record) retry(ctx context.Context, c *consumer, f *Failure) (ok bool, err error) {
	called := false

	err = r.change(ctx, c, f, func(ctx context.Context, tx *db.Tx) error {
		called = true

		if err := safely(func() error { return c.Handle(ctx, tx, []Event{f.Event}) }); err != nil {
			return err
		}

		return r.removeTx(ctx, tx, f)
	})

	switch {
	case err == nil && called:
		r.log.LogAttrs(ctx, slog.LevelInfo, "an event that was set aside was handled", append(about(c, f.Event), slog.Int("failures", f.Failures))...)

		return true, nil
	case err == nil: // another node has it
		return false, nil
	case called && ctx.Err() == nil: // if the database is away, this fails, too
		return false, r.postpone(ctx, c, f, err)
	}

	return false, err
}

// postpone counts a failure of a fact that was set aside.
func (r *Record) postpone(ctx context.Context, c *consumer, f *Failure, cause error) error {
	f.Failures++
	c.failed = cmp.Or(c.failed, cause)
	r.log.LogAttrs(ctx, slog.LevelWarn, "an event that was set aside failed again",
		append(about(c, f.Event), slog.Int("failures", f.Failures), slog.Any("error", cause))...)

	return r.change(ctx, c, f, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE event_failures SET failures = $1, error = $2, due_at = $3 WHERE consumer = $4 AND seq = $5",
			f.Failures, clip(cause), clock.Micros(r.clk.Now().Add(r.retryWait(f.Failures))), f.Consumer, f.Position)

		return err
	})
}

// change runs fn in a transaction that holds the consumer's position, if the fact is still set aside and due. It does nothing while another
// node has the position.
func (r *Record) change(ctx context.Context, c *consumer, f *Failure, fn func(ctx context.Context, tx *db.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, partTime)
	defer cancel()

	err := r.d.Tx(ctx, func(tx *db.Tx) error {
		var aside int64

		err := tx.QueryRow(ctx, "SELECT set_aside FROM event_positions WHERE name = $1"+r.d.SkipLocked(), c.Name).Scan(&aside)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}

		if err != nil {
			return err
		}

		err = tx.QueryRow(ctx, "SELECT set_aside_at FROM event_failures WHERE consumer = $1 AND seq = $2 AND due_at <= $3",
			c.Name, f.Position, clock.Micros(r.clk.Now())).Scan(&aside)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}

		if err != nil {
			return err
		}

		return fn(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("event %d, which was set aside: %w", f.Position, err)
	}

	return nil
}
