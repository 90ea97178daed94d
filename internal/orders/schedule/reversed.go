package schedule

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
)

const (
	reversedKind  = "schedule.reversed"
	reversedEvery = time.Minute
	// maxReversed bounds one run of the job; the next run continues.
	maxReversed = 1_000
)

func (s *Service) registerReversedJobs() {
	s.Jobs.Handle(reversedKind, job.KindOptions{Workers: 1}, func(ctx context.Context, _ job.Job) error { return s.Reverse(ctx) })
	s.Jobs.Every(reversedKind, reversedEvery, reversedKind)
}

// Reverse makes lines fail whose orders succeeded and were reversed by staff later, and takes them from what their scheduled
// orders have charged. Each reversal has a review, so no other orders are read.
func (s *Service) Reverse(ctx context.Context) error {
	type owner struct{ client, id int64 }

	rows, err := s.DB.Reader().Query(ctx, `SELECT DISTINCT l.client_id, l.scheduled_order_id
		FROM order_reviews r JOIN scheduled_lines l ON l.order_id = r.order_id AND l.client_id = r.client_id
		JOIN orders o ON o.client_id = r.client_id AND o.id = r.order_id
		WHERE r.kind = 'reversal' AND l.state = 'success' AND o.status = 3 LIMIT $1`, maxReversed)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (o owner, err error) { return o, row.Scan(&o.client, &o.id) })
	if err != nil {
		return fmt.Errorf("find reversed lines: %w", err)
	}

	for _, o := range list {
		if err := s.DB.Tx(ctx, func(tx *db.Tx) error { return s.reverseTx(ctx, tx, o.client, o.id) }); err != nil {
			return failed("reverse lines of", o.id, err)
		}
	}

	return nil
}

func (s *Service) reverseTx(ctx context.Context, tx *db.Tx, clientID, id int64) error {
	now := s.Clock.Now()

	o, err := getTx(ctx, tx, clientID, id, s.DB.ForUpdate())
	if err != nil {
		return err
	}

	_, err = tx.Exec(ctx, `UPDATE scheduled_lines SET state = 'failed', updated_at = $1 FROM order_reviews r, orders o
		WHERE scheduled_lines.scheduled_order_id = $2 AND scheduled_lines.state = 'success' AND r.order_id = scheduled_lines.order_id
			AND r.kind = 'reversal' AND o.client_id = scheduled_lines.client_id AND o.id = r.order_id AND o.status = 3`,
		clock.Micros(now), o.ID)
	if err != nil {
		return err
	}

	s.Live.ChangedTx(tx, o.ClientID, LiveTopic)

	return s.countTx(ctx, tx, now, o)
}
