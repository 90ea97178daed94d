package schedule

import (
	"context"
	"time"

	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// Decision is what a user decides about a scheduled order.
type Decision struct {
	ClientID int64
	ID       int64
	Actor    string // user:12
	Address  string
}

// CancelResult is the result of Cancel.
type CancelResult struct {
	Lines  int // that will not be placed
	Status Status
}

// Cancel stops a scheduled order: lines that are waiting get no order, what was placed stays placed. The runs that follow in
// its series are canceled too. Errors: fault.ErrNotFound, ErrNotCancelable.
func (s *Service) Cancel(ctx context.Context, d Decision) (CancelResult, error) {
	var out CancelResult

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now, err := s.now(ctx, tx, d.ClientID)
		if err != nil {
			return err
		}

		o, err := getTx(ctx, tx, d.ClientID, d.ID, s.deps.DB.ForUpdate())
		if err != nil {
			return err
		}

		if o.Status != Scheduled && o.Status != Draft {
			return ErrNotCancelable.New()
		}

		stopped, err := s.stopTx(ctx, tx, now, o)
		if err != nil {
			return err
		}

		out = CancelResult{stopped, Canceled}

		if err := s.stopSeriesTx(ctx, tx, now, o); err != nil {
			return err
		}

		s.deps.Live.ChangedTx(tx, o.ClientID, LiveTopic)

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: d.Actor, Client: o.ClientID, Action: "scheduled_order.cancel", Subject: subject(o.ID), Address: d.Address,
			Detail: map[string]any{"lines": stopped},
		})
	})
	if err != nil {
		return CancelResult{}, wrapError("cancel", d.ID, err)
	}

	return out, nil
}

// stopTx cancels a locked scheduled order and returns the number of lines that get no order.
func (s *Service) stopTx(ctx context.Context, tx *db.Tx, now time.Time, o Order) (int, error) {
	stopped, err := tx.Exec(ctx, `UPDATE scheduled_lines SET state = 'canceled', updated_at = $1
		WHERE client_id = $2 AND scheduled_order_id = $3 AND state = 'waiting'`, clock.Micros(now), o.ClientID, o.ID)
	if err != nil {
		return 0, wrapError("cancel the lines of", o.ID, err)
	}

	_, err = tx.Exec(ctx, "UPDATE scheduled_orders SET status = 'canceled', waits_for = NULL WHERE client_id = $1 AND id = $2", o.ClientID, o.ID)
	if err != nil {
		return 0, wrapError("cancel", o.ID, err)
	}

	o.Status = Canceled

	return int(stopped), s.countTx(ctx, tx, now, o)
}

// stopSeriesTx cancels the runs of a series that follow one of them and have not begun.
func (s *Service) stopSeriesTx(ctx context.Context, tx *db.Tx, now time.Time, o Order) error {
	if !o.Repeats {
		return nil
	}

	rows, err := tx.Query(ctx, `SELECT id FROM scheduled_orders WHERE client_id = $3 AND series_id = $1 AND run > $2 AND status IN ('draft', 'scheduled')
		AND executed_at IS NULL ORDER BY run`, o.SeriesID, o.Run, o.ClientID)

	list, err := db.Collect(rows, err, scanID)
	if err != nil {
		return wrapError("find what follows", o.ID, err)
	}

	for _, id := range list {
		next, err := getTx(ctx, tx, o.ClientID, id, s.deps.DB.ForUpdate())
		if err != nil {
			return err
		}

		if _, err := s.stopTx(ctx, tx, now, next); err != nil {
			return err
		}
	}

	return nil
}
