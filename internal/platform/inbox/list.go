package inbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// Record is a notice with what became of it, for staff.
type Record struct {
	Notice

	Body      string
	AppliedAt time.Time // zero while it waits
	Result    string
}

// Filter selects notices for a list.
type Filter struct {
	// Source is a kind and a code, as bank:bca; "" is every one.
	Source string
	// Subject is an account or our reference at a supplier; "" is every one.
	Subject string
	// Waiting leaves out those that were applied.
	Waiting bool
	Limit   int
}

const recordColumns = columns + ", body, COALESCE(applied_at, 0), result"

func scanRecord(row db.Row) (Record, error) {
	var (
		r                 Record
		source            string
		received, applied int64
	)

	err := row.Scan(&r.ID, &source, &r.Subject, &r.Content, &r.Attempts, &received, &r.Body, &applied, &r.Result)
	if err != nil {
		return r, fmt.Errorf("read a notice: %w", err)
	}

	r.Kind, r.Code = parseSource(source)
	r.ReceivedAt = clock.FromMicros(received)

	if applied > 0 {
		r.AppliedAt = clock.FromMicros(applied)
	}

	return r, nil
}

// List returns notices, the newest first.
func (i *Inbox) List(ctx context.Context, f Filter) ([]Record, error) {
	var w db.Where

	w.Condition("TRUE")

	if f.Source != "" {
		w.Add("source = ", f.Source)
	}

	if f.Subject != "" {
		subject := "CAST(" + w.Arg(f.Subject) + " AS TEXT)"
		// The first characters find it by the index inbox_notices_subject.
		w.Condition("subject = " + subject + " AND substr(subject, 1, 64) = substr(" + subject + ", 1, 64)")
	}

	if f.Waiting {
		w.Condition("applied_at IS NULL")
	}

	rows, err := i.deps.DB.Reader().Query(ctx, "SELECT "+recordColumns+" FROM inbox_notices WHERE "+w.Text()+
		" ORDER BY received_at DESC, id DESC LIMIT "+w.Arg(int64(max(f.Limit, 1))), w.Args...)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Record, error) { return scanRecord(row) })
	if err != nil {
		return nil, fmt.Errorf("list notices: %w", err)
	}

	return list, nil
}

// Get returns a notice. Error: fault.ErrNotFound.
func (i *Inbox) Get(ctx context.Context, id string) (Record, error) {
	r, err := scanRecord(i.deps.DB.Reader().QueryRow(ctx, "SELECT "+recordColumns+" FROM inbox_notices WHERE id = $1", id))
	if errors.Is(err, sql.ErrNoRows) {
		return r, fault.ErrNotFound.New()
	}

	return r, err
}
