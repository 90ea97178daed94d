package dispatch

import (
	"context"
	"fmt"
	"time"

	"loket/internal/catalog"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// prepareTx stores a further attempt, which waits for its supplier. The caller has locked the order's row
// and found it pending.
func prepareTx(ctx context.Context, tx *db.Tx, now time.Time, o order.Order, number int, sku catalog.SKU) (order.Attempt, error) {
	a := order.Attempt{
		OrderID: o.ID, Number: number, ClientID: o.ClientID, Supplier: sku.Supplier, SKU: sku.Code,
		Reference: order.AttemptKey{ClientID: o.ClientID, OrderID: o.ID, Number: number}.String(), State: order.StatePrepared, PreparedAt: now,
	}

	_, err := tx.Exec(ctx, `INSERT INTO order_attempts (order_id, number, client_id, supplier, sku, reference, state, prepared_at)
		VALUES ($1, $2, $3, $4, $5, $6, 'prepared', $7)`,
		a.OrderID, a.Number, a.ClientID, a.Supplier, a.SKU, a.Reference, clock.Micros(now))
	if err != nil {
		return order.Attempt{}, fmt.Errorf("store an attempt: %w", err)
	}

	return a, nil
}

// answerCountsSQL is the condition that an outcome, which was reported after a number of status queries, still counts for an
// attempt. An end
// is never overwritten, and silence never replaces a known outcome. "Nothing created" counts only while no status query
// was recorded, and an open outcome only while no further one was: that query is in flight, and its answer counts.
func answerCountsSQL(outcome, checks string) string {
	return `(CASE WHEN ` + outcome + ` = 'failed_not_created' THEN outcome IS NULL AND checks = 0
		WHEN ` + outcome + ` IN ('pending', 'unknown') AND checks <> ` + checks + ` THEN FALSE
		ELSE outcome IS NULL OR outcome = 'unknown' OR (outcome = 'pending' AND ` + outcome + ` <> 'unknown') END)`
}

// storeAnswerTx stores the answer of a supplier with what went over the wire, and reports whether it counts (see answerCountsSQL). An answer
// without a price keeps the cost of an earlier one.
func storeAnswerTx(ctx context.Context, tx *db.Tx, now time.Time, a order.Attempt, answer supplier.Answer, nextCheck time.Time) (bool, error) {
	if err := order.StoreExchangeTx(ctx, tx, now, a, answer); err != nil {
		return false, err
	}

	n, err := tx.Exec(ctx, `UPDATE order_attempts SET state = 'answered', outcome = $1, code = $2, message = $3,
			serial_number = $4, cost = COALESCE(NULLIF(CAST($5 AS BIGINT), 0), cost), answered_at = $6, next_check_at = $7
		WHERE order_id = $8 AND number = $9 AND client_id = $10 AND `+answerCountsSQL("$1", "$11"),
		answer.Outcome.String(), answer.Code, order.ClipMessage(answer.Message), answer.SerialNumber, int64(max(answer.Price, money.Rupiah(0))),
		clock.Micros(now), db.NullMicros(nextCheck), a.OrderID, a.Number, a.ClientID, a.Checks)
	if err != nil {
		return false, fmt.Errorf("store an answer: %w", err)
	}

	return n == 1, nil
}

// storeOpenAnswerTx is storeAnswerTx for an open outcome. Silence doesn't change "pending", but the next status query is
// scheduled.
func storeOpenAnswerTx(ctx context.Context, tx *db.Tx, now time.Time, a order.Attempt, answer supplier.Answer, nextCheck time.Time) error {
	stored, err := storeAnswerTx(ctx, tx, now, a, answer, nextCheck)
	if err != nil || stored {
		return err
	}

	_, err = tx.Exec(ctx, `UPDATE order_attempts SET state = 'answered', next_check_at = $1
		WHERE order_id = $2 AND number = $3 AND client_id = $4 AND outcome = 'pending' AND checks = $5`,
		db.NullMicros(nextCheck), a.OrderID, a.Number, a.ClientID, a.Checks)
	if err != nil {
		return fmt.Errorf("store when an attempt is asked for next: %w", err)
	}

	return nil
}
