package sandbox

import (
	"context"
	"fmt"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/clientid"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// MaxMove is the most that one call moves the clock of a sandbox.
const MaxMove = 40 * 24 * time.Hour

// Clock is the clock of a sandbox.
type Clock struct {
	Now   time.Time
	Ahead time.Duration // of the real one
}

// MoveClock moves the clock of a sandbox forward. What is due by then happens: runs of scheduled orders begin within seconds; closes of periods,
// with their invoices, and invoices that become overdue are there when it returns. It moves again when it is repeated; after an error all that the
// clock made due follows within a minute. Errors: ErrNotSandbox, fault.ErrValidation, fault.ErrNotFound.
func (s *Service) MoveClock(ctx context.Context, by identity.By, sandboxID int64, forward time.Duration) (Clock, error) {
	switch {
	case !clientid.IsSandbox(sandboxID):
		return Clock{}, ErrNotSandbox.New()
	case forward <= 0 || forward > MaxMove:
		return Clock{}, fault.InvalidField("days", msgMove)
	}

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		if err := s.deps.Identity.MoveClockTx(ctx, tx, by, sandboxID, forward); err != nil {
			return err
		}

		if err := s.deps.Settlements.ClockMovedTx(ctx, tx, sandboxID); err != nil {
			return err
		}

		return s.deps.Schedules.ClockMovedTx(ctx, tx, sandboxID)
	})
	if err == nil {
		err = s.deps.Periods.CloseDueOf(ctx, sandboxID)
	}

	if err == nil {
		err = s.deps.Invoices.RecordOverdueOf(ctx, sandboxID)
	}

	if err != nil {
		return Clock{}, fmt.Errorf("move the clock of sandbox %d: %w", sandboxID, err)
	}

	return s.clock(ctx, sandboxID)
}

func (s *Service) clock(ctx context.Context, sandboxID int64) (Clock, error) {
	ahead, err := s.deps.Identity.ClockAhead(ctx, s.deps.DB.Reader(), sandboxID)

	return Clock{s.deps.Clock.Now().Add(ahead), ahead}, err
}
