package schedule

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/idempotency"
)

const (
	openRetry = time.Minute

	// canceledCounts is how long a canceled order counts as an open one.
	canceledCounts = time.Hour
)

// Room refuses a caller whose client has no room for another scheduled order, before its lines are read. The repeat of a call that made one
// is let in, to get its answer. Error: fault.ErrBusy.
func (s *Service) Room(ctx context.Context, clientID int64, call, key string) error {
	now, err := s.now(ctx, s.deps.DB.Reader(), clientID)
	if err != nil {
		return err
	}

	full := bound(ctx, s.deps.DB.Reader(), now, clientID)
	if !fault.ErrBusy.Is(full) {
		return full
	}

	_, made, err := idempotency.Find[int64](ctx, s.deps.Keys, idempotency.Request{ClientID: clientID, Call: call, Key: key})
	if err != nil || made {
		return err
	}

	return full
}

// bound refuses more scheduled orders than MaxOpen that are open or were canceled in the last hour, and more than MaxCanceled lines
// that were canceled within a day: whoever makes and cancels orders in a loop stores no more.
func bound(ctx context.Context, q db.Querier, now time.Time, clientID int64) error {
	var open, fresh, lines int

	err := q.QueryRow(ctx, "SELECT COUNT(*) FROM scheduled_orders WHERE client_id = $1 AND ended_at IS NULL", clientID).Scan(&open)
	if err != nil {
		return fmt.Errorf("count the open scheduled orders of client %d: %w", clientID, err)
	}

	err = q.QueryRow(ctx, `SELECT COALESCE(SUM(CASE WHEN ended_at > $2 THEN 1 ELSE 0 END), 0), COALESCE(SUM(canceled), 0) FROM scheduled_orders
		WHERE client_id = $1 AND status = 'canceled' AND ended_at > $3 AND executed_at IS NULL AND created_at > $3`,
		clientID, clock.Micros(now.Add(-canceledCounts)), clock.Micros(now.AddDate(0, 0, -1))).Scan(&fresh, &lines)
	if err != nil {
		return fmt.Errorf("count the canceled scheduled orders of client %d: %w", clientID, err)
	}

	if open+fresh < MaxOpen && lines < MaxCanceled {
		return nil
	}

	busy := fault.ErrBusy.Msg(msgTooManyOpen.With(open))
	busy.RetryAfter = openRetry

	if open < MaxOpen {
		busy = fault.ErrBusy.Msg(msgTooManyCanceled)
		busy.RetryAfter = canceledCounts
	}

	return busy
}
