package settlement

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

const (
	// charges and refunds select the rows of a period: $1 is the settlement, $2 its first row, $3 its last one and $4 the client. o is
	// the charge of a refunded order.
	charges = "settlement_history WHERE client_id = $4 AND settlement_id = $1 AND seq BETWEEN $2 AND $3 AND action = 'payment'"
	refunds = `settlement_history r JOIN settlement_history o ON o.client_id = r.client_id AND o.order_id = r.order_id AND o.action = 'payment'
		WHERE r.client_id = $4 AND r.settlement_id = $1 AND r.seq BETWEEN $2 AND $3 AND r.action = 'refund'`
)

// rows are the arguments of charges and refunds.
func (p Period) rows() []any { return []any{p.SettlementID, p.firstSeq, p.lastSeq, p.ClientID} }

// billTx computes what a period costs from its rows of history.
func billTx(ctx context.Context, tx *db.Tx, p Period) (Bill, error) {
	b := p.Bill

	if err := tx.QueryRow(ctx, "SELECT COALESCE(-SUM(amount), 0) FROM "+charges, p.rows()...).Scan(&b.Used); err != nil {
		return b, fmt.Errorf("orders: %w", err)
	}

	var own money.Rupiah // refunds of the period's own orders

	err := tx.QueryRow(ctx, `SELECT COALESCE(SUM(CASE WHEN o.seq >= $2 THEN r.amount ELSE 0 END), 0),
		COALESCE(SUM(CASE WHEN o.seq < $2 THEN r.amount ELSE 0 END), 0) FROM `+refunds, p.rows()...).Scan(&own, &b.Refunded)
	if err != nil {
		return b, fmt.Errorf("refunds: %w", err)
	}

	b.Used -= own
	credit := b.CreditBefore + b.Refunded
	b.CreditAfter = credit - min(credit, b.Used)

	return b, nil
}

// draft is what the invoice of a closed period is made of.
func draft(st Settlement, p Period, zone *time.Location) Draft {
	due := clock.DayOf(p.ClosedAt.In(zone)).AddDays(st.DueDays)

	return Draft{
		Bill: p.Bill, ClientID: st.ClientID, SettlementID: st.ID, PeriodID: p.ID, From: p.From, To: p.To,
		DueOn: due, DueAt: due.End(zone),
	}
}
