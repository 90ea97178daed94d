package settlement

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

const (
	settlementColumns = `id, client_id, active, able_topup, credit_limit, max_limit, balance, COALESCE(blocked_at, 0), days, due_days,
		created_at, seq, changed_at`
	entryColumns  = "settlement_id, seq, client_id, action, amount, balance_before, balance_after, COALESCE(order_id, 0), reference, created_at, COALESCE(posting_key, '')"
	periodColumns = `p.id, p.settlement_id, p.client_id, p.number, p.starts_at, p.ends_at, p.days, p.credit_limit, p.max_limit,
		p.used, p.refunded, p.credit_before, p.credit_after, COALESCE(p.closed_at, 0), p.first_seq, COALESCE(p.last_seq, 0)`
)

func scanSettlement(row db.Row) (Settlement, error) {
	var (
		s                Settlement
		blocked, created int64
	)

	err := row.Scan(&s.ID, &s.ClientID, &s.Active, &s.AbleTopup, &s.Limit, &s.MaxLimit, &s.Balance, &blocked, &s.Days, &s.DueDays,
		&created, &s.seq, &s.changed)
	if errors.Is(err, sql.ErrNoRows) {
		return Settlement{}, NoSuchSettlement()
	}

	if err != nil {
		return Settlement{}, fmt.Errorf("read a settlement: %w", err)
	}

	if blocked != 0 {
		s.BlockedAt = clock.FromMicros(blocked)
	}

	s.CreatedAt = clock.FromMicros(created)

	return s, nil
}

func scanEntry(row db.Row) (Entry, error) {
	var (
		e       Entry
		created int64
	)

	err := row.Scan(&e.SettlementID, &e.Seq, &e.ClientID, &e.Action, &e.Amount, &e.BalanceBefore, &e.BalanceAfter, &e.OrderID,
		&e.SourceRef, &created, &e.key)
	if err != nil {
		return Entry{}, fmt.Errorf("read a row of history: %w", err)
	}

	e.CreatedAt = clock.FromMicros(created)

	return e, nil
}

func scanPeriod(row db.Row) (Period, error) {
	var (
		p                Period
		from, to, closed int64
	)

	err := row.Scan(&p.ID, &p.SettlementID, &p.ClientID, &p.Number, &from, &to, &p.Days, &p.Limit, &p.MaxLimit,
		&p.Bill.Used, &p.Bill.Refunded, &p.Bill.CreditBefore, &p.Bill.CreditAfter, &closed, &p.firstSeq, &p.lastSeq)
	if errors.Is(err, sql.ErrNoRows) {
		return Period{}, NoSuchPeriod()
	}

	if err != nil {
		return Period{}, fmt.Errorf("read a period: %w", err)
	}

	p.From, p.To = clock.FromMicros(from), clock.FromMicros(to)

	if closed != 0 {
		p.ClosedAt = clock.FromMicros(closed)
	}

	return p, nil
}

// OfClientTx finds the settlement of a client, or fault.ErrNotFound.
func OfClientTx(ctx context.Context, q db.Querier, clientID int64) (Settlement, error) {
	return scanSettlement(q.QueryRow(ctx, "SELECT "+settlementColumns+" FROM settlements WHERE client_id = $1", clientID))
}

// lockTx reads a settlement of a client and locks it until the transaction ends. Every change of a settlement locks it
// first. Errors: fault.ErrNotFound.
func lockTx(ctx context.Context, tx *db.Tx, clientID, id int64) (Settlement, error) {
	return scanSettlement(tx.QueryRow(ctx, "SELECT "+settlementColumns+" FROM settlements WHERE id = $1 AND client_id = $2"+
		tx.Engine().ForUpdate(), id, clientID))
}

// lockOfClientTx is lockTx by the client alone.
func lockOfClientTx(ctx context.Context, tx *db.Tx, clientID int64) (Settlement, error) {
	return scanSettlement(tx.QueryRow(ctx, "SELECT "+settlementColumns+" FROM settlements WHERE client_id = $1"+
		tx.Engine().ForUpdate(), clientID))
}

// openPeriodTx reads the open period of a locked settlement.
func openPeriodTx(ctx context.Context, q db.Querier, clientID, settlementID int64) (Period, error) {
	return scanPeriod(q.QueryRow(ctx, "SELECT "+periodColumns+" FROM settlement_periods p WHERE p.client_id = $1 AND p.settlement_id = $2 AND p.closed_at IS NULL",
		clientID, settlementID))
}

func wrapError(what string, settlementID int64, err error) error {
	return fmt.Errorf("%s settlement %d: %w", what, settlementID, err)
}
