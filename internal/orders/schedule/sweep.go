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
	// sweepAfter is how long the lines of an order that was canceled before its run are kept. Until then they can be retried.
	sweepAfter = 30 * 24 * time.Hour

	sweepKind  = "schedule.sweep"
	sweepEvery = time.Hour
	// maxSwept bounds one run of the job; the next run continues.
	maxSwept = 50
)

func (s *Service) registerSweepJobs() {
	s.deps.Jobs.Handle(sweepKind, job.KindOptions{Workers: 1}, func(ctx context.Context, _ job.Job) error {
		_, err := s.Sweep(ctx)

		return err
	})
	s.deps.Jobs.Every(sweepKind, sweepEvery, sweepKind)
}

// Sweep deletes the lines of orders that were canceled before their run, 30 days later, and returns the number of these orders. The
// orders and their counts stay. No line had an order of its own: nothing that was paid is deleted.
func (s *Service) Sweep(ctx context.Context) (int, error) {
	now := s.deps.Clock.Now()

	rows, err := s.deps.DB.Reader().Query(ctx, `SELECT client_id, id FROM scheduled_orders
		WHERE status = 'canceled' AND swept_at IS NULL AND ended_at <= $1 AND executed_at IS NULL LIMIT $2`, clock.Micros(now.Add(-sweepAfter)), maxSwept)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (o Order, err error) { return o, row.Scan(&o.ClientID, &o.ID) })
	if err != nil {
		return 0, fmt.Errorf("find canceled scheduled orders: %w", err)
	}

	for _, o := range list {
		err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
			_, err := tx.Exec(ctx, "DELETE FROM scheduled_lines WHERE client_id = $1 AND scheduled_order_id = $2 AND state = 'canceled' AND order_id IS NULL",
				o.ClientID, o.ID)
			if err != nil {
				return err
			}

			_, err = tx.Exec(ctx, "UPDATE scheduled_orders SET swept_at = $1 WHERE client_id = $2 AND id = $3", clock.Micros(now), o.ClientID, o.ID)

			return err
		})
		if err != nil {
			return 0, wrapError("sweep", o.ID, err)
		}
	}

	return len(list), nil
}
