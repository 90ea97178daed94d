package schedule

import (
	"context"
	"database/sql"
	"time"

	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/money"
)

func scanID(row *sql.Rows) (id int64, err error) {
	err = row.Scan(&id)

	return id, err
}

// countTx counts the lines of a locked scheduled order by state. When none is open any more the order has ended: done,
// unless it was canceled.
func (s *Service) countTx(ctx context.Context, tx *db.Tx, now time.Time, o Order) error {
	var c Counts

	var charged, short int64

	err := tx.QueryRow(ctx, `SELECT
			COALESCE(SUM(CASE WHEN state IN ('waiting', 'placing') THEN 1 ELSE 0 END), 0), COALESCE(SUM(CASE state WHEN 'pending' THEN 1 ELSE 0 END), 0),
			COALESCE(SUM(CASE state WHEN 'success' THEN 1 ELSE 0 END), 0), COALESCE(SUM(CASE state WHEN 'failed' THEN 1 ELSE 0 END), 0),
			COALESCE(SUM(CASE state WHEN 'error' THEN 1 ELSE 0 END), 0), COALESCE(SUM(CASE state WHEN 'canceled' THEN 1 ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN state IN ('pending', 'success') THEN price ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN state = 'failed' AND reason_code = $2 THEN 1 ELSE 0 END), 0)
		FROM scheduled_lines WHERE client_id = $3 AND scheduled_order_id = $1`, o.ID, wallet.ErrInsufficientBalance.Code, o.ClientID).
		Scan(&c.Waiting, &c.Pending, &c.Success, &c.Failed, &c.Error, &c.Canceled, &charged, &short)
	if err != nil {
		return wrapError("count the lines of", o.ID, err)
	}

	status, ended := o.Status, momentOrNull(o.EndedAt)

	switch {
	case c.Open() > 0 && status == Done: // an order of a line was found that nobody knew of
		status, ended = Scheduled, nil
	case c.Open() > 0:
		ended = nil
	case o.EndedAt.IsZero():
		ended = clock.Micros(now)

		if status == Scheduled {
			status = Done
		}
	}

	_, err = tx.Exec(ctx, `UPDATE scheduled_orders SET waiting = $1, pending = $2, success = $3, failed = $4, error = $5, canceled = $6, charged = $7,
			status = $8, ended_at = $9, money_ended = $11 WHERE client_id = $12 AND id = $10`,
		c.Waiting, c.Pending, c.Success, c.Failed, c.Error, c.Canceled, charged, string(status), ended, o.ID, short, o.ClientID)
	if err != nil {
		return wrapError("store the counts of", o.ID, err)
	}

	if c.Open() == 0 && o.EndedAt.IsZero() {
		if status == Done {
			done := event.Event{ClientID: o.ClientID, Kind: event.ScheduledOrderDone, Subject: event.Subject(o.ID), At: s.deps.Clock.Now()}
			if err := event.AddTx(ctx, tx, done); err != nil {
				return err
			}
		}

		o.MoneyEnded = int(short)

		return s.tellEndTx(ctx, tx, o, c, money.Rupiah(charged))
	}

	return nil
}

func scanText(row *sql.Rows) (text string, err error) {
	err = row.Scan(&text)

	return text, err
}
