package order

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/supplier"
)

// FailTx moves an order from a state to failed and refunds it. Only the transaction that moves
// the row refunds, so there is one refund.
func FailTx(ctx context.Context, tx *db.Tx, now time.Time, o Order, from Status, reason supplier.Reason) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE orders SET status = $1, refunded = TRUE, reason = $2, updated_at = $3
		WHERE client_id = $4 AND id = $5 AND status = $6`,
		int64(Failed), ClipMessage(string(reason)), clock.Micros(now), o.ClientID, o.ID, int64(from))
	if err != nil {
		return false, fmt.Errorf("end an order: %w", err)
	}

	if n == 0 {
		return false, nil
	}

	if err := refundTx(ctx, tx, now, o); err != nil {
		return false, err
	}

	kind := event.OrderFailed
	if from == Success {
		kind = event.OrderReversed

		if err := recordRefundTx(ctx, tx, &o, now); err != nil {
			return false, err
		}
	}

	return true, event.AddTx(ctx, tx, EndEvent(&o, kind, now))
}

// WithdrawTx ends an attempt that waits, so that no worker sends it. It returns false when it was sent, or moved to
// another supplier.
func WithdrawTx(ctx context.Context, tx *db.Tx, now time.Time, a Attempt, code string) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE order_attempts SET state = 'answered', outcome = 'failed_not_created', code = $1, answered_at = $2
		WHERE order_id = $3 AND number = $4 AND client_id = $5 AND supplier = $6 AND `+UnsentSQL(""),
		code, clock.Micros(now), a.OrderID, a.Number, a.ClientID, a.Supplier)
	if err != nil {
		return false, fmt.Errorf("withdraw an attempt: %w", err)
	}

	return n == 1, nil
}

// UnsentSQL is the condition that an attempt waits and was never sent. It doesn't name the state: PostgreSQL would
// look the attempt up in the index of waiting attempts, which is long behind a backlog.
func UnsentSQL(table string) string {
	return table + "sent_at IS NULL AND " + table + "outcome IS NULL"
}
