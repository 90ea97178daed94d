package schedule

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// now is the time by the clock of a client: that of a sandbox may have been moved forward.
func (s *Service) now(ctx context.Context, q db.Querier, clientID int64) (time.Time, error) {
	ahead, err := s.deps.People.ClockAhead(ctx, q, clientID)

	return s.deps.Clock.Now().Add(ahead), err
}

// replacedTx reports whether a client is a sandbox that was begun anew: what was planned in it runs no more.
func (s *Service) replacedTx(ctx context.Context, tx *db.Tx, clientID int64) (bool, error) {
	if !clientid.IsSandbox(clientID) {
		return false, nil
	}

	c, err := s.deps.People.ClientTx(ctx, tx, clientID)

	return !c.Active && err == nil, err
}

// ClockMovedTx makes the runs due whose moments have come by the clock of a sandbox, which the same transaction moved forward. It comes last in
// it: a node's queue waits for the rows of jobs.
func (s *Service) ClockMovedTx(ctx context.Context, tx *db.Tx, clientID int64) error {
	rows, err := tx.Query(ctx, `SELECT id, scheduled_at FROM scheduled_orders
		WHERE client_id = $1 AND ended_at IS NULL AND status = 'scheduled' AND executed_at IS NULL ORDER BY id`, clientID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Order, error) {
		o := Order{ClientID: clientID}

		var at int64

		err := row.Scan(&o.ID, &at)
		o.ScheduledAt = clock.FromMicros(at)

		return o, err
	})
	if err != nil {
		return fmt.Errorf("find the planned runs of sandbox %d: %w", clientID, err)
	}

	return s.enqueueAllTx(ctx, tx, list)
}
