package order

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// checkedLately is how long after a status query staff can't ask for another one.
const checkedLately = 5 * time.Second

// CheckNow has the supplier of a pending order asked at once what became of it, instead of at the next time. Errors: ErrState for an order
// that has ended, was not sent yet or was asked about a moment ago; ErrInFlight while a call is in flight.
func (s *Service) CheckNow(ctx context.Context, clientID, orderID int64, actor string) error {
	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()

		o, last, err := s.lockTx(ctx, tx, clientID, orderID)

		switch {
		case err != nil:
			return err
		case o.Status != Pending:
			return ErrState.Msg(msgEnded.With(o.Status))
		case last.State == "" || last.State == StatePrepared:
			return ErrState.Msg(msgNeverSent)
		case last.State == StateSending:
			return ErrInFlight.New()
		case now.Sub(last.AnsweredAt) < checkedLately:
			return ErrState.Msg(msgTooSoon)
		}

		_, err = tx.Exec(ctx, `UPDATE order_attempts SET next_check_at = $1 WHERE client_id = $2 AND order_id = $3 AND number = $4 AND state = $5`,
			clock.Micros(now), clientID, orderID, int64(last.Number), stateAnswered)
		if err != nil {
			return fmt.Errorf("check an order now: %w", err)
		}

		return audit.Write(ctx, tx, now, audit.Entry{Actor: actor, Client: clientID, Action: "order.check", Subject: "order:" + FormatID(orderID)})
	})
}
