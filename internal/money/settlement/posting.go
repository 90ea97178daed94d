package settlement

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// posting is one change of what is left of a limit. It has the id of an order, or else a key.
type posting struct {
	action          Action
	amount          money.Rupiah // with the sign of the action
	orderID         int64
	key             string // the same key of a client posts once
	sourceReference string
}

// postOnceTx is appendTx for a posting whose key may come again. A repeat changes nothing; with another input it is
// ErrPostingConflict.
func postOnceTx(ctx context.Context, tx *db.Tx, now time.Time, st Settlement, p posting) error {
	first, err := scanEntry(tx.QueryRow(ctx, "SELECT "+entryColumns+" FROM settlement_history WHERE client_id = $1 AND posting_key = $2",
		st.ClientID, p.key))

	switch {
	case errors.Is(err, sql.ErrNoRows):
		_, err = appendTx(ctx, tx, now, st, p)

		return err
	case err == nil && (first.Action != p.action || first.Amount != p.amount || first.SourceRef != p.sourceReference):
		return ErrPostingConflict.New()
	}

	return err
}

// appendTx writes a row of history of a locked settlement and the new balance, and the new limit when the row is about it.
// A balance below zero is ErrInsufficientLimit.
func appendTx(ctx context.Context, tx *db.Tx, now time.Time, st Settlement, p posting) (Settlement, error) {
	if st.Balance+p.amount < 0 {
		return st, ErrInsufficientLimit.New()
	}

	st.seq++
	st.changed = max(st.changed, clock.Micros(now))

	e := Entry{
		SettlementID: st.ID, Seq: st.seq, ClientID: st.ClientID, Action: p.action, Amount: p.amount, BalanceBefore: st.Balance,
		BalanceAfter: st.Balance + p.amount, OrderID: p.orderID, SourceRef: p.sourceReference, CreatedAt: clock.FromMicros(st.changed),
	}
	st.Balance = e.BalanceAfter

	if p.action.contra() == Granted {
		st.Limit += p.amount
	}

	_, err := tx.Exec(ctx, "UPDATE settlements SET balance = $1, credit_limit = $2, seq = $3, changed_at = $4 WHERE client_id = $5 AND id = $6",
		int64(st.Balance), int64(st.Limit), st.seq, st.changed, st.ClientID, st.ID)
	if err != nil {
		return st, wrapError("change the balance of", st.ID, err)
	}

	var order, key any
	if p.orderID != 0 {
		order = p.orderID
	} else {
		key = p.key
	}

	_, err = tx.Exec(ctx, `INSERT INTO settlement_history (settlement_id, seq, client_id, action, amount, balance_before, balance_after,
			contra, order_id, posting_key, reference, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		e.SettlementID, e.Seq, e.ClientID, string(e.Action), int64(e.Amount), int64(e.BalanceBefore), int64(e.BalanceAfter),
		string(e.Action.contra()), order, key, e.SourceRef, st.changed)
	if err != nil {
		return st, wrapError("write the history of", st.ID, err)
	}

	return st, nil
}

// RefundTx returns the charge of an order to its limit. The caller must have moved the order to failed in the same
// transaction. The database refuses a second refund of an order.
func RefundTx(ctx context.Context, tx *db.Tx, now time.Time, clientID, orderID int64, price money.Rupiah, reference string) error {
	st, err := lockOfClientTx(ctx, tx, clientID)
	if err != nil {
		return err
	}

	_, err = appendTx(ctx, tx, now, st, posting{action: Refund, amount: price, orderID: orderID, sourceReference: reference})

	return err
}

// OfOrder returns the history rows of an order: its payment and its refund, if any, the oldest first.
func OfOrder(ctx context.Context, q db.Querier, clientID, orderID int64) ([]Entry, error) {
	rows, err := q.Query(ctx, "SELECT "+entryColumns+" FROM settlement_history WHERE order_id = $1 AND client_id = $2 ORDER BY seq",
		orderID, clientID)

	return db.Collect(rows, err, func(row *sql.Rows) (Entry, error) { return scanEntry(row) })
}
