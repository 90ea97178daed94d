package settlement

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// Invoices makes and knows the invoices of closed periods (package invoice).
type Invoices interface {
	// IssueTx stores the invoice of a closed period in the transaction of the close, which holds the lock of the
	// settlement. It is called once for each close with Used above zero, and again only if that transaction failed.
	// The amount may be zero: then the invoice needs no payment.
	IssueTx(ctx context.Context, tx *db.Tx, now time.Time, d Draft) error
	// BlockedFromTx is the time from which the unpaid invoices of a settlement stop new orders: the smallest
	// Draft.BlockedFrom of them. Zero is never.
	BlockedFromTx(ctx context.Context, tx *db.Tx, settlementID int64) (time.Time, error)
	// Blocked is BlockedFromTx of all settlements with unpaid invoices, in one reading.
	Blocked(ctx context.Context) (map[int64]time.Time, error)
}

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

// Draft is what an invoice is made of. StreamLines gives its lines.
type Draft struct {
	Bill

	ClientID     int64
	SettlementID int64
	PeriodID     int64
	From         time.Time
	To           time.Time // the first moment after the period
	DueOn        clock.Day // last day to pay, in the client's zone
	BlockedFrom  time.Time // begin of the day after it
}

// UseInvoices sets what issues invoices. Without it no period is closed. Call it before the jobs start.
func (s *Service) UseInvoices(i Invoices) { s.invoices = i }

// Freed is the payment of an invoice.
type Freed struct {
	ClientID     int64
	SettlementID int64
	Amount       money.Rupiah // zero frees nothing
	Key          string       // posts once for each client: invoice/INV-2026-000001
	Reference    string       // shown in the history: the invoice's number
}

// FreeTx makes what a paid invoice was about free again, in the transaction that marks the invoice as paid. Mark it first,
// since FreeTx asks for the unpaid ones (BlockedFromTx). The same key again changes nothing; with another input it is
// ErrPostingConflict.
func (s *Service) FreeTx(ctx context.Context, tx *db.Tx, now time.Time, f Freed) error {
	st, err := lockTx(ctx, tx, f.ClientID, f.SettlementID)
	if err != nil {
		return err
	}

	if f.Amount != 0 {
		p := posting{action: InvoicePaid, amount: f.Amount, key: f.Key, reference: f.Reference}
		if err := postOnceTx(ctx, tx, now, st, p); err != nil {
			return err
		}
	}

	return s.blockTx(ctx, tx, st)
}

// CarryTx is FreeTx for what is credited of an invoice that was paid already: the client gets it back with the next invoice, that of the
// open period, whose id it returns.
func (s *Service) CarryTx(ctx context.Context, tx *db.Tx, now time.Time, f Freed) (periodID int64, err error) {
	if err := s.FreeTx(ctx, tx, now, f); err != nil {
		return 0, err
	}

	err = tx.QueryRow(ctx, `UPDATE settlement_periods SET credit_before = credit_before + $1 WHERE settlement_id = $2 AND closed_at IS NULL RETURNING id`,
		int64(f.Amount), f.SettlementID).Scan(&periodID)
	if err != nil {
		return 0, failed("carry a credit of", f.SettlementID, err)
	}

	return periodID, nil
}

// blockTx stores from when unpaid invoices stop new orders.
func (s *Service) blockTx(ctx context.Context, tx *db.Tx, st Settlement) error {
	if s.invoices == nil {
		return nil
	}

	from, err := s.invoices.BlockedFromTx(ctx, tx, st.ID)
	if err != nil {
		return err
	}

	var blocked any
	if !from.IsZero() {
		blocked = clock.Micros(from)
	}

	if _, err := tx.Exec(ctx, "UPDATE settlements SET blocked_at = $1 WHERE id = $2", blocked, st.ID); err != nil {
		return failed("block orders from", st.ID, err)
	}

	s.Live.ChangedTx(tx, st.ClientID, LiveTopic)

	return nil
}

// CheckBlocks stores anew from when unpaid invoices stop orders, where that changed without a close or a payment: by a setting. Call it at
// the start.
func (s *Service) CheckBlocks(ctx context.Context) error {
	if s.invoices == nil {
		return nil
	}

	want, err := s.invoices.Blocked(ctx)
	if err != nil {
		return err
	}

	var stale []Settlement

	err = s.DB.Read(ctx, "SELECT "+settlementColumns+" FROM settlements", nil, func(row db.Row) error {
		st, err := scanSettlement(row)
		if err == nil && !st.BlockedAt.Equal(want[st.ID]) {
			stale = append(stale, st)
		}

		return err
	})
	if err != nil {
		return fmt.Errorf("read what stops orders: %w", err)
	}

	for _, st := range stale {
		err := s.DB.Tx(ctx, func(tx *db.Tx) error {
			st, err := lockTx(ctx, tx, st.ClientID, st.ID)
			if err != nil {
				return err
			}

			return s.blockTx(ctx, tx, st)
		})
		if err != nil {
			return err
		}
	}

	return nil
}

// Line is one order of an invoice: what was charged in its period, or a credit for an order of an earlier one.
type Line struct {
	OrderID   int64
	Reference string       // of the client
	Amount    money.Rupiah // a credit is negative
	Credit    bool
	At        time.Time
}

// StreamLines calls each for every line of a closed period, in the order of the history. An order that was charged and
// refunded in the period has no line. The sum of the lines is Used - Refunded.
func (s *Service) StreamLines(ctx context.Context, clientID, periodID int64, each func(l Line) error) error {
	p, err := s.Period(ctx, clientID, periodID)
	if err != nil {
		return err
	}

	err = s.DB.Stream(ctx, `SELECT h.order_id, h.reference, -h.amount, h.action = 'refund', h.created_at
		FROM settlement_history h LEFT JOIN settlement_history o ON o.order_id = h.order_id AND o.action <> h.action
		WHERE h.settlement_id = $1 AND h.seq BETWEEN $2 AND $3
			AND (h.action = 'payment' AND (o.seq IS NULL OR o.seq > $3) OR h.action = 'refund' AND o.seq < $2)
		ORDER BY h.seq`, []any{p.SettlementID, p.firstSeq, p.lastSeq}, func(row db.Row) error {
		var (
			l  Line
			at int64
		)

		if err := row.Scan(&l.OrderID, &l.Reference, &l.Amount, &l.Credit, &at); err != nil {
			return err
		}

		l.At = clock.FromMicros(at)

		return each(l)
	})
	if err != nil {
		return failed("lines of a period of", p.SettlementID, err)
	}

	return nil
}
