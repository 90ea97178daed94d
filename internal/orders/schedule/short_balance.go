package schedule

import (
	"context"
	"encoding/json"
	"time"

	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// shortWait is how long lines wait for the refunds of their own run when the balance is too low.
const shortWait = 15 * time.Minute

// unpaidState is the state of a line that the balance was too low for. Nobody places the waiting lines of an order that was canceled
// meanwhile, so such a line is canceled as well.
func unpaidState(o Order) LineState {
	if o.Status == Scheduled {
		return LineWaiting
	}

	return LineCanceled
}

// shortTx stores that the balance is too low for lines. They wait: orders of the same run that are pending may still fail, and what
// they refund pays further lines. If something was refunded since they were taken they are tried again at once.
func (s *Service) shortTx(ctx context.Context, tx *db.Tx, now time.Time, o *Order, lines *lineRows, refunded bool) error {
	if err := lines.storeRefusalsTx(ctx, tx, *o, clock.Micros(now)); err != nil || o.Status != Scheduled || refunded {
		return err
	}

	return setShortTx(ctx, tx, o, now)
}

// setShortTx stores since when the balance is too low; zero when an order of the run was refunded, so that the next line is tried again.
func setShortTx(ctx context.Context, tx *db.Tx, o *Order, since time.Time) error {
	o.ShortSince = since

	_, err := tx.Exec(ctx, "UPDATE scheduled_orders SET short_since = $1 WHERE client_id = $2 AND id = $3", momentOrNull(since), o.ClientID, o.ID)
	if err != nil {
		return wrapError("store the shortness of", o.ID, err)
	}

	return nil
}

// moneyEndedTx fails the waiting lines of a locked scheduled order whose counts are fresh, all with one reason, when the balance is too
// low and no refund can be waited for any more.
func (s *Service) moneyEndedTx(ctx context.Context, tx *db.Tx, now time.Time, o Order) (Order, error) {
	if !o.WaitsForMoney() || o.Counts.Pending > 0 && now.Sub(o.ShortSince) < shortWait {
		return o, nil
	}

	text, err := json.Marshal(textOf(msgMoneyEnded))
	if err != nil {
		return o, wrapError("store a refusal of", o.ID, err)
	}

	_, err = tx.Exec(ctx, `UPDATE scheduled_lines SET state = 'failed', reason_code = $1, reason = $2, updated_at = $3
		WHERE client_id = $4 AND scheduled_order_id = $5 AND state = 'waiting'`, wallet.ErrInsufficientBalance.Code, string(text), clock.Micros(now), o.ClientID, o.ID)
	if err != nil {
		return o, wrapError("end the lines of", o.ID, err)
	}

	return s.recountTx(ctx, tx, now, o)
}
