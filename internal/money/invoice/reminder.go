package invoice

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
)

// stage is a mail about an invoice, by its name in invoice_mails.
type stage string

// The mails: at the issue, three days before the due day, on it, and on the day after.
const (
	issued  stage = "issued"
	before  stage = "before"
	due     stage = "due"
	overdue stage = "overdue"
)

// reminders are the mails that follow the issue, in their order.
func reminders() []stage { return []stage{before, due, overdue} }

// reminderHour is when reminders are sent, after midnight of the client's zone.
const reminderHour = 8 * time.Hour

// remindAt is when a reminder is due. dueAt is the end of the due day.
func remindAt(dueAt time.Time, st stage) time.Time {
	days := 0

	switch st {
	case before:
		days = -4
	case due:
		days = -1
	case overdue, issued:
	}

	return dueAt.AddDate(0, 0, days).Add(reminderHour)
}

// nextReminder returns the first reminder that is due after a time, or the zero time.
func nextReminder(dueAt, after time.Time) time.Time {
	for _, st := range reminders() {
		if at := remindAt(dueAt, st); at.After(after) {
			return at
		}
	}

	return time.Time{}
}

// lastReminder returns the newest reminder that was due at a time. Of several that a stopped program missed only this one
// is sent.
func lastReminder(dueAt, now time.Time) (found stage) {
	for _, st := range reminders() {
		if !remindAt(dueAt, st).After(now) {
			found = st
		}
	}

	return found
}

// The job that sends reminders. It decides by the rows alone, so it may run at any time on any node.
const (
	remindKind  = "invoice.remind"
	remindEvery = time.Minute
	// maxDue bounds one run; the next run continues.
	maxDue = 200
)

// The job that deletes what broken uploads left.
const (
	sweepKind  = "invoice.sweep"
	sweepEvery = time.Hour
	// partialAge is the age from which an unfinished file has no writer any more.
	partialAge = time.Hour
)

func (s *Service) registerJobs() {
	s.deps.Jobs.Handle(remindKind, job.KindOptions{Workers: 1}, func(ctx context.Context, _ job.Job) error { return s.Remind(ctx) })
	s.deps.Jobs.Every(remindKind, remindEvery, remindKind)

	s.deps.Jobs.Handle(overdueKind, job.KindOptions{Workers: 1}, func(ctx context.Context, _ job.Job) error { return s.RecordOverdue(ctx) })
	s.deps.Jobs.Every(overdueKind, overdueEvery, overdueKind)

	s.deps.Jobs.Handle(sweepKind, job.KindOptions{Workers: 1}, func(ctx context.Context, _ job.Job) error { return s.Sweep(ctx) })
	s.deps.Jobs.Every(sweepKind, sweepEvery, sweepKind)
}

// Remind sends the reminders that are due.
func (s *Service) Remind(ctx context.Context) error {
	return s.eachDue(ctx, "remind of", "SELECT invoice_id FROM invoice_states WHERE remind_at <= $1 ORDER BY remind_at LIMIT $2", s.remindTx)
}

// eachDue changes invoices one by one, each in a transaction of its own. The query finds those whose moment, $1, has come, at most $2; more
// are its further values. One
// invoice that fails doesn't stop the others.
func (s *Service) eachDue(ctx context.Context, what, query string, change func(ctx context.Context, tx *db.Tx, id int64) error, more ...any) error {
	rows, err := s.deps.DB.Reader().Query(ctx, query, append([]any{clock.Micros(s.deps.Clock.Now()), maxDue}, more...)...)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (id int64, err error) { return id, row.Scan(&id) })
	if err != nil {
		return fmt.Errorf("%s invoices that are due: %w", what, err)
	}

	var failed error

	for _, id := range list {
		if err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error { return change(ctx, tx, id) }); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s invoice %d: %w", what, id, err))
		}

		if err := ctx.Err(); err != nil {
			return errors.Join(failed, err)
		}
	}

	return failed
}

// remindTx sends the reminder of one invoice, unless another node did or the invoice was paid meanwhile.
func (s *Service) remindTx(ctx context.Context, tx *db.Tx, id int64) error {
	now := s.deps.Clock.Now()

	i, err := s.lockTx(ctx, tx, id)
	if err != nil || !i.Status.Open() {
		return err
	}

	var next *int64

	if at := nextReminder(i.DueAt, now); !at.IsZero() {
		micros := clock.Micros(at)
		next = &micros
	}

	if _, err := tx.Exec(ctx, "UPDATE invoice_states SET remind_at = $1 WHERE invoice_id = $2", next, id); err != nil {
		return fmt.Errorf("set the next reminder: %w", err)
	}

	st := lastReminder(i.DueAt, now)
	if st == "" {
		return nil
	}

	client, err := s.deps.Clients.ClientTx(ctx, tx, i.ClientID)
	if err != nil {
		return fmt.Errorf("finance address: %w", err)
	}

	return s.sendTx(ctx, tx, now, &i, st, client)
}
