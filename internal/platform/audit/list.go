package audit

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// Query selects entries of the log, newest first. Zero values select all.
type Query struct {
	Client      int64
	Actor       string
	Subject     string
	Action      string
	From, Until time.Time
	Before      int64 // the cursor: only older entries
	Limit       int
}

// Line is an entry as it was stored.
type Line struct {
	Entry

	ID   int64
	At   time.Time
	Text string // the detail, JSON
}

// List reads a page of the log.
func List(ctx context.Context, q db.Querier, in Query) ([]Line, error) {
	w := &db.Where{}
	w.Condition("1 = 1")

	for _, f := range []struct{ condition, value string }{{"actor = ", in.Actor}, {"subject = ", in.Subject}, {"action = ", in.Action}} {
		if f.value != "" {
			w.Add(f.condition, f.value)
		}
	}

	if in.Client != 0 {
		w.Add("client_id = ", in.Client)
	}

	if !in.From.IsZero() {
		w.Add("at >= ", clock.Micros(in.From))
	}

	if !in.Until.IsZero() {
		w.Add("at < ", clock.Micros(in.Until))
	}

	if in.Before > 0 {
		w.Add("id < ", in.Before)
	}

	rows, err := q.Query(ctx, `SELECT id, at, actor, COALESCE(client_id, 0), action, subject, reason, detail, address
		FROM audit_log WHERE `+w.Text()+" ORDER BY id DESC LIMIT "+w.Arg(in.Limit), w.Args...)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (l Line, err error) {
		var at int64

		err = row.Scan(&l.ID, &at, &l.Actor, &l.Client, &l.Action, &l.Subject, &l.Reason, &l.Text, &l.Address)
		l.At = clock.FromMicros(at)

		return l, err
	})
	if err != nil {
		return nil, fmt.Errorf("list the audit log: %w", err)
	}

	return list, nil
}
