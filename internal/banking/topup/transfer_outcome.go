package topup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/banking"
	"loket/internal/platform/audit"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// TransferOutcome is what became of a transfer.
type TransferOutcome struct {
	Status   string // credited, suspense, returned
	Why      string // matched, late, unmatched, unknown_account, wallet_inactive
	ClientID int64  // that it was credited to, else 0
	OrderNo  string // of the order that it paid, or was probably meant for; empty: none
}

// String says it to staff: credited to client 1: matched 00032611211432150700000.
func (o TransferOutcome) String() string {
	if o.Status == transferCredited {
		return fmt.Sprintf("credited to client %d: %s %s", o.ClientID, o.Why, o.OrderNo)
	}

	return o.Status + ": " + o.Why + " " + o.OrderNo
}

// outcome is that of a transfer that is stored now.
func (t transfer) outcome() TransferOutcome {
	o := TransferOutcome{Status: t.status, Why: t.why}

	if t.order != nil {
		o.OrderNo = t.order.No
	}

	if t.status == transferCredited {
		o.ClientID = t.order.ClientID
	}

	return o
}

// firstOutcomeTx returns what became of a mutation that was received before, as it is now. One with another amount than the
// first is recorded in the audit log.
func firstOutcomeTx(ctx context.Context, tx *db.Tx, now time.Time, m banking.Mutation) (o TransferOutcome, found bool, err error) {
	var (
		id    int64
		first money.Rupiah
	)

	err = tx.QueryRow(ctx, `SELECT t.id, t.amount, t.status, t.why, COALESCE(t.client_id, 0), COALESCE(o.reference, '')
		FROM bank_transfers t LEFT JOIN topup_orders o ON o.id = t.order_id
		WHERE t.bank_code = $1 AND t.account_no = $2 AND t.mutation_id = $3`, m.Bank, m.AccountNo, m.ID).
		Scan(&id, &first, &o.Status, &o.Why, &o.ClientID, &o.OrderNo)

	switch {
	case errors.Is(err, sql.ErrNoRows):
		return TransferOutcome{}, false, nil
	case err != nil:
		return TransferOutcome{}, false, fmt.Errorf("look for a repeat: %w", err)
	case first == m.Amount:
		return o, true, nil
	}

	return o, true, audit.Write(ctx, tx, now, audit.Entry{
		Actor: audit.System, Action: "transfer.contradiction", Subject: fmt.Sprintf("transfer:%d", id),
		Reason: "The bank reported the same mutation with another amount",
		Detail: map[string]any{"amount": int64(first), "reported": int64(m.Amount)},
	})
}
