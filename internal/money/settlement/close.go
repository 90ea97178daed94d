package settlement

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/job"
	"loket/internal/platform/required"
)

// The job that closes periods, and how often it runs.
const (
	closeKind  = "settlement.close"
	closeEvery = time.Minute
	// maxDue bounds the settlements of one run; the next run continues.
	maxDue = 1000
)

// Invoices issues and knows the invoices of closed periods. Package invoice implements it, which imports this one.
type Invoices interface {
	// IssueTx stores the invoice of a closed period in the transaction of the close, which holds the lock of the
	// settlement. It is called once for each close with Used above zero, and again only if that transaction failed.
	// The amount may be zero: then the invoice needs no payment.
	IssueTx(ctx context.Context, tx *db.Tx, now time.Time, d Draft) error
	// BlockedFromTx is the time from which the unpaid invoices of a settlement stop new orders: the smallest Draft.DueAt
	// of them. Zero is never.
	BlockedFromTx(ctx context.Context, tx *db.Tx, settlementID int64) (time.Time, error)
	// BlockedSettlements is BlockedFromTx of all settlements with unpaid invoices, in one reading.
	BlockedSettlements(ctx context.Context) (map[int64]time.Time, error)
}

// PeriodCloser closes the periods of settlements and has their invoices issued.
type PeriodCloser struct {
	settlements *Service
	invoices    Invoices
}

// NewPeriodCloser makes a PeriodCloser and registers its job. All parts are required.
func NewPeriodCloser(settlements *Service, invoices Invoices, jobs *job.Queue) *PeriodCloser {
	c := &PeriodCloser{settlements, invoices}
	required.Fields(*c)

	jobs.Handle(closeKind, job.KindOptions{Workers: 1}, func(ctx context.Context, _ job.Job) error { return c.CloseDue(ctx) })
	jobs.Every(closeKind, closeEvery, closeKind)

	return c
}

// CloseDue closes all periods that are over. It is safe to run twice, also at the same time: each close locks its
// settlement and looks again.
func (c *PeriodCloser) CloseDue(ctx context.Context) error {
	s := c.settlements

	type due struct{ client, id int64 }

	// By the clock of each client. A sandbox that was replaced closes nothing.
	rows, err := s.deps.DB.Reader().Query(ctx, `SELECT p.client_id, p.settlement_id FROM settlement_periods p JOIN clients c ON c.id = p.client_id
		WHERE p.closed_at IS NULL AND p.ends_at <= $1 + c.clock_ahead AND (c.active OR c.sandbox_of IS NULL)
		ORDER BY p.ends_at, p.id LIMIT $2`, clock.Micros(s.deps.Clock.Now()), maxDue)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (d due, err error) {
		err = row.Scan(&d.client, &d.id)

		return d, err
	})
	if err != nil {
		return fmt.Errorf("find periods that are over: %w", err)
	}

	var all error // the error of one settlement must not stop the closes of others

	for _, d := range list {
		all = errors.Join(all, c.closeMissed(ctx, d.client, d.id))
	}

	return errors.Join(all, ctx.Err())
}

// CloseDueOf is CloseDue for one client, whose clock was moved. One without a settlement has nothing to close.
func (c *PeriodCloser) CloseDueOf(ctx context.Context, clientID int64) error {
	st, err := c.settlements.OfClient(ctx, clientID)

	switch {
	case fault.ErrNotFound.Is(err):
		return nil
	case err != nil:
		return err
	}

	return errors.Join(c.closeMissed(ctx, clientID, st.ID), ctx.Err())
}

// closeMissed closes the periods of a settlement that are over: one close for each end that was missed.
func (c *PeriodCloser) closeMissed(ctx context.Context, clientID, id int64) error {
	for more := true; more && ctx.Err() == nil; {
		err := c.settlements.deps.DB.Tx(ctx, func(tx *db.Tx) (err error) {
			more, err = c.closeTx(ctx, tx, clientID, id)

			return err
		})
		if err != nil {
			return wrapError("close the period of", id, err)
		}
	}

	return nil
}

// closeTx closes the open period of a settlement if it is over, opens the next one, and issues the invoice. It reports
// whether it closed one.
func (c *PeriodCloser) closeTx(ctx context.Context, tx *db.Tx, clientID, id int64) (bool, error) {
	s := c.settlements

	st, err := lockTx(ctx, tx, clientID, id)
	if err != nil {
		return false, err
	}

	now, err := s.now(ctx, tx, clientID)
	if err != nil {
		return false, err
	}

	p, err := openPeriodTx(ctx, tx, clientID, id)
	if err != nil || now.Before(p.To) {
		return false, err
	}

	if clientid.IsSandbox(clientID) { // its clock jumps over ends of periods: each is closed at its moment
		now = p.To
	}

	zone, err := s.zoneTx(ctx, tx, clientID)
	if err != nil {
		return false, err
	}

	if p, err = storeCloseTx(ctx, tx, now, st, p); err != nil {
		return false, err
	}

	next := Period{
		SettlementID: id, ClientID: clientID, Number: p.Number + 1, From: p.To, To: st.Days.NextEnd(p.To, zone), Days: st.Days,
		Limit: st.Limit, MaxLimit: st.MaxLimit, Bill: Bill{CreditBefore: p.Bill.CreditAfter}, firstSeq: p.lastSeq + 1,
	}
	if err := openTx(ctx, tx, next); err != nil {
		return false, err
	}

	if p.Bill.Used > 0 {
		if err := c.invoices.IssueTx(ctx, tx, now, draft(st, p, zone)); err != nil {
			return false, err
		}
	}

	s.deps.Log.LogAttrs(ctx, slog.LevelInfo, "a settlement's period was closed", slog.Int64("client", clientID), slog.Int64("period", p.ID))

	return true, c.blockTx(ctx, tx, st)
}

// blockTx stores from when the unpaid invoices of a locked settlement stop new orders.
func (c *PeriodCloser) blockTx(ctx context.Context, tx *db.Tx, st Settlement) error {
	from, err := c.invoices.BlockedFromTx(ctx, tx, st.ID)
	if err != nil {
		return err
	}

	return c.settlements.BlockTx(ctx, tx, st.ClientID, st.ID, from)
}

// storeCloseTx finds the rows of history of an open period and stores its close. The settlement is locked, so there is
// no further row; those that are written later have times after the period's end.
func storeCloseTx(ctx context.Context, tx *db.Tx, now time.Time, st Settlement, p Period) (Period, error) {
	end := clock.Micros(p.To)

	err := tx.QueryRow(ctx, `SELECT seq FROM settlement_history WHERE client_id = $4 AND settlement_id = $1 AND seq >= $2 AND created_at < $3
		ORDER BY seq DESC LIMIT 1`, st.ID, p.firstSeq, end, st.ClientID).Scan(&p.lastSeq)
	if errors.Is(err, sql.ErrNoRows) {
		p.lastSeq, err = p.firstSeq-1, nil
	}

	if err != nil {
		return p, wrapError("find the last row of a period of", st.ID, err)
	}

	if p.Bill, err = billTx(ctx, tx, p); err != nil {
		return p, wrapError("sum up a period of", st.ID, err)
	}

	p.ClosedAt, p.Limit, p.MaxLimit = now, st.Limit, st.MaxLimit

	_, err = tx.Exec(ctx, `UPDATE settlement_periods SET last_seq = $1, used = $2, refunded = $3, credit_after = $4, credit_limit = $5,
			max_limit = $6, closed_at = $7 WHERE client_id = $8 AND id = $9`,
		p.lastSeq, int64(p.Bill.Used), int64(p.Bill.Refunded), int64(p.Bill.CreditAfter), int64(p.Limit), int64(p.MaxLimit),
		clock.Micros(now), p.ClientID, p.ID)
	if err != nil {
		return p, wrapError("close a period of", st.ID, err)
	}

	_, err = tx.Exec(ctx, "UPDATE settlements SET changed_at = $1 WHERE client_id = $2 AND id = $3", max(st.changed, end), st.ClientID, st.ID)
	if err != nil {
		return p, wrapError("close a period of", st.ID, err)
	}

	return p, nil
}

// openTx stores a new period.
func openTx(ctx context.Context, tx *db.Tx, p Period) error {
	id, err := db.NextSequence(ctx, tx, "settlement_periods")
	if err != nil {
		return err
	}

	_, err = tx.Exec(ctx, `INSERT INTO settlement_periods (id, settlement_id, client_id, number, starts_at, ends_at, first_seq, days,
			credit_limit, max_limit, credit_before)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		id, p.SettlementID, p.ClientID, p.Number, clock.Micros(p.From), clock.Micros(p.To), p.firstSeq, int64(p.Days),
		int64(p.Limit), int64(p.MaxLimit), int64(p.Bill.CreditBefore))
	if err != nil {
		return wrapError("open a period of", p.SettlementID, err)
	}

	return nil
}
