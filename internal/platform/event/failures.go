package event

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// Failure is a fact that was set aside, since it made a consumer fail or follows such a one of the same subject.
type Failure struct {
	Event

	Consumer   string
	Failures   int    // 0: it waits behind another
	Error      string // the last one
	SetAsideAt time.Time
	DueAt      time.Time // when it is tried again; zero: it waits behind another
}

const failureColumns = "seq, " + columns + ", consumer, failures, error, set_aside_at, COALESCE(due_at, 0)"

func scanFailure(row db.Row) (f Failure, err error) {
	var aside, due int64

	f.Event, err = scanEvent(row, &f.Consumer, &f.Failures, &f.Error, &aside, &due)
	f.SetAsideAt = clock.FromMicros(aside)

	if due != 0 {
		f.DueAt = clock.FromMicros(due)
	}

	return f, err
}

// Failures lists facts that are set aside, by consumer and position, at most limit. An empty consumer means all.
func (r *Record) Failures(ctx context.Context, consumer string, limit int) ([]Failure, error) {
	rows, err := r.d.Reader().Query(ctx, "SELECT "+failureColumns+" FROM event_failures WHERE consumer = $1 OR $1 = '' ORDER BY consumer, seq LIMIT $2",
		consumer, limit)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Failure, error) { return scanFailure(row) })
	if err != nil {
		return nil, fmt.Errorf("list events that are set aside: %w", err)
	}

	return list, nil
}

// RetryTx makes a fact due that was set aside; if it waits behind another of its subject, that one. It is tried within about a second. It
// returns false when no such fact is set aside.
func (r *Record) RetryTx(ctx context.Context, tx *db.Tx, consumer string, position int64) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE event_failures SET due_at = $1 WHERE consumer = $2 AND due_at IS NOT NULL
		AND subject = (SELECT subject FROM event_failures WHERE consumer = $2 AND seq = $3)`, clock.Micros(r.clk.Now()), consumer, position)
	if err != nil {
		return false, fmt.Errorf("retry event %d of %s: %w", position, consumer, err)
	}

	return n > 0, nil
}

// DropTx deletes a fact that was set aside: the consumer never handles it. The next one of its subject is due. It returns false when no such
// fact is set aside.
func (r *Record) DropTx(ctx context.Context, tx *db.Tx, consumer string, position int64) (bool, error) {
	var f Failure

	err := tx.QueryRow(ctx, "SELECT name FROM event_positions WHERE name = $1"+r.d.ForUpdate(), consumer).Scan(&f.Consumer)
	if err == nil {
		f.Position = position
		err = tx.QueryRow(ctx, "SELECT subject FROM event_failures WHERE consumer = $1 AND seq = $2", consumer, position).Scan(&f.Subject)
	}

	switch {
	case errors.Is(err, sql.ErrNoRows):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("drop event %d of %s: %w", position, consumer, err)
	}

	return true, r.removeTx(ctx, tx, &f)
}

// removeTx deletes a fact that was set aside, and lets the next one of its subject be due. The consumer's position is locked.
func (r *Record) removeTx(ctx context.Context, tx *db.Tx, f *Failure) error {
	for _, s := range []struct {
		text string
		args []any
	}{
		{"DELETE FROM event_failures WHERE consumer = $1 AND seq = $2", []any{f.Consumer, f.Position}},
		{"UPDATE event_positions SET set_aside = set_aside - 1 WHERE name = $1", []any{f.Consumer}},
		{`UPDATE event_failures SET due_at = $1 WHERE consumer = $2 AND due_at IS NULL
			AND seq = (SELECT MIN(seq) FROM event_failures WHERE consumer = $2 AND subject = $3)`, []any{clock.Micros(r.clk.Now()), f.Consumer, f.Subject}},
	} {
		if _, err := tx.Exec(ctx, s.text, s.args...); err != nil {
			return fmt.Errorf("remove event %d of %s: %w", f.Position, f.Consumer, err)
		}
	}

	return nil
}
