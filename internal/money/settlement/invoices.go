package settlement

import (
	"context"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// Bill is what a period costs. CreditBefore + Refunded - CreditAfter is what the invoice is less than Used.
type Bill struct {
	Used         money.Rupiah // orders of the period, less those that were refunded in it
	Refunded     money.Rupiah // refunds, in the period, of orders of closed periods
	CreditBefore money.Rupiah // credit that the period before left, and credit notes for paid invoices
	CreditAfter  money.Rupiah // credit that is left for the next one, since this one used less
}

// Credited is what the invoice is less than Used.
func (b Bill) Credited() money.Rupiah { return b.CreditBefore + b.Refunded - b.CreditAfter }

// Amount is what the client pays.
func (b Bill) Amount() money.Rupiah { return b.Used - b.Credited() }

// Draft is what the invoice of a closed period is made of. StreamOrders gives the orders behind it.
type Draft struct {
	Bill

	ClientID     int64
	SettlementID int64
	PeriodID     int64
	From         time.Time
	To           time.Time // the first moment after the period
	DueOn        clock.Day // last day to pay, in the client's zone
	DueAt        time.Time // end of that day: overdue from then
}

// LimitRelease is an amount that no longer burdens a limit: of an invoice that was paid, or of a credit note.
type LimitRelease struct {
	ClientID     int64
	SettlementID int64
	Amount       money.Rupiah // zero releases nothing
	Key          string       // posts once for each client: invoice/LKT-INV-2026-000001, credit-note/LKT-CN-2026-000001
	DocumentNo   string       // of the invoice or credit note; shown in the history
}

// ReleaseTx gives an amount back to a limit, in the transaction that marks an invoice as paid or credits it. It locks the
// settlement. The caller then stores what the unpaid invoices block (BlockTx), read after this lock. The same key again
// changes nothing; with another input it is ErrPostingConflict.
func (s *Service) ReleaseTx(ctx context.Context, tx *db.Tx, now time.Time, r LimitRelease) error {
	st, err := lockTx(ctx, tx, r.ClientID, r.SettlementID)
	if err != nil || r.Amount == 0 {
		return err
	}

	return postOnceTx(ctx, tx, now, st, posting{action: InvoicePaid, amount: r.Amount, key: r.Key, sourceReference: r.DocumentNo})
}

// CarryTx is ReleaseTx for a credit of an invoice that was paid already: the client gets it back with the next invoice,
// that of the open period, whose id it returns.
func (s *Service) CarryTx(ctx context.Context, tx *db.Tx, now time.Time, r LimitRelease) (periodID int64, err error) {
	if err := s.ReleaseTx(ctx, tx, now, r); err != nil {
		return 0, err
	}

	err = tx.QueryRow(ctx, `UPDATE settlement_periods SET credit_before = credit_before + $1 WHERE client_id = $2 AND settlement_id = $3 AND closed_at IS NULL
		RETURNING id`, int64(r.Amount), r.ClientID, r.SettlementID).Scan(&periodID)
	if err != nil {
		return 0, wrapError("carry a credit of", r.SettlementID, err)
	}

	return periodID, nil
}

// BlockTx stores the time from which unpaid invoices stop new orders; zero is never. The caller has locked the settlement
// (ReleaseTx, or a close) before it read that time, so that of two payments the second one sees the first.
func (s *Service) BlockTx(ctx context.Context, tx *db.Tx, clientID, settlementID int64, from time.Time) error {
	var blocked any
	if !from.IsZero() {
		blocked = clock.Micros(from)
	}

	_, err := tx.Exec(ctx, "UPDATE settlements SET blocked_at = $1 WHERE id = $2 AND client_id = $3", blocked, settlementID, clientID)
	if err != nil {
		return wrapError("block orders from", settlementID, err)
	}

	s.deps.Live.ChangedTx(tx, clientID, LiveTopic)

	return nil
}

// PeriodOrder is one order of a period: what was charged in it, or a credit for an order of an earlier one.
type PeriodOrder struct {
	OrderID   int64
	ClientRef string
	Amount    money.Rupiah // a credit is negative
	Credit    bool
	At        time.Time
}

// StreamOrders calls each for every order of a closed period, in the order of the history, and returns its first error. An
// order that was charged and refunded in the period is left out. The sum of the amounts is Used - Refunded.
func (s *Service) StreamOrders(ctx context.Context, clientID, periodID int64, each func(o PeriodOrder) error) error {
	p, err := s.Period(ctx, clientID, periodID)
	if err != nil {
		return err
	}

	err = s.deps.DB.Stream(ctx, `SELECT h.order_id, h.reference, -h.amount, h.action = 'refund', h.created_at
		FROM settlement_history h LEFT JOIN settlement_history o ON o.client_id = h.client_id AND o.order_id = h.order_id AND o.action <> h.action
		WHERE h.client_id = $4 AND h.settlement_id = $1 AND h.seq BETWEEN $2 AND $3
			AND (h.action = 'payment' AND (o.seq IS NULL OR o.seq > $3) OR h.action = 'refund' AND o.seq < $2)
		ORDER BY h.seq`, []any{p.SettlementID, p.firstSeq, p.lastSeq, p.ClientID}, func(row db.Row) error {
		var (
			o  PeriodOrder
			at int64
		)

		if err := row.Scan(&o.OrderID, &o.ClientRef, &o.Amount, &o.Credit, &at); err != nil {
			return err
		}

		o.At = clock.FromMicros(at)

		return each(o)
	})
	if err != nil {
		return wrapError("orders of a period of", p.SettlementID, err)
	}

	return nil
}
