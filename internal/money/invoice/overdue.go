package invoice

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
)

// Overdue reports whether an invoice is open after its due day, now.
func (s *Service) Overdue(ctx context.Context, i *Invoice) (bool, error) {
	now, err := s.now(ctx, s.deps.DB.Reader(), i.ClientID)

	return i.Overdue(now), err
}

// The job that records which invoices are overdue.
const (
	overdueKind  = "invoice.overdue"
	overdueEvery = time.Minute
)

// RecordOverdue records each open invoice that is overdue as an event, once, whether or not its client is reminded of it. The event's moment
// is the end of the due day.
func (s *Service) RecordOverdue(ctx context.Context) error {
	// By the clock of each client. A sandbox that was replaced gets no events.
	return s.eachDue(ctx, "record as overdue", `SELECT s.invoice_id FROM invoice_states s JOIN clients c ON c.id = s.client_id
		WHERE s.due_at <= $1 + c.clock_ahead AND s.paid_at IS NULL AND NOT s.overdue_recorded AND (c.active OR c.sandbox_of IS NULL)
		ORDER BY s.due_at LIMIT $2`, s.recordOverdueTx)
}

// RecordOverdueOf is RecordOverdue for one client, whose clock was moved.
func (s *Service) RecordOverdueOf(ctx context.Context, clientID int64) error {
	return s.eachDue(ctx, "record as overdue", `SELECT s.invoice_id FROM invoice_states s JOIN clients c ON c.id = s.client_id
		WHERE s.client_id = $3 AND s.due_at <= $1 + c.clock_ahead AND s.paid_at IS NULL AND NOT s.overdue_recorded
		ORDER BY s.due_at LIMIT $2`, s.recordOverdueTx, clientID)
}

// recordOverdueTx records that one invoice is overdue, unless another node did or the invoice was paid meanwhile.
func (s *Service) recordOverdueTx(ctx context.Context, tx *db.Tx, id int64) error {
	i, err := s.lockTx(ctx, tx, id)
	if err != nil {
		return err
	}

	n, err := tx.Exec(ctx, "UPDATE invoice_states SET overdue_recorded = TRUE WHERE invoice_id = $1 AND paid_at IS NULL AND NOT overdue_recorded", id)
	if err != nil || n == 0 {
		return err
	}

	return event.AddTx(ctx, tx, i.event(event.InvoiceOverdue, s.until(i.DueAt)))
}

// BlockedFromTx is the time from which the open invoices of a settlement forbid further use of its limit: the end of the
// earliest due day. Zero is never. A proof that staff have not confirmed doesn't lift it.
func (s *Service) BlockedFromTx(ctx context.Context, tx *db.Tx, settlementID int64) (time.Time, error) {
	if s.opt.AllowOverdue {
		return time.Time{}, nil
	}

	var from int64

	err := tx.QueryRow(ctx, "SELECT COALESCE(MIN(due_at), 0) FROM invoice_states WHERE settlement_id = $1 AND paid_at IS NULL", settlementID).Scan(&from)
	if err != nil {
		return time.Time{}, fmt.Errorf("open invoices of settlement %d: %w", settlementID, err)
	}

	return clock.FromMicrosOrZero(from), nil
}

// BlockedSettlements is BlockedFromTx of all settlements that have open invoices.
func (s *Service) BlockedSettlements(ctx context.Context) (map[int64]time.Time, error) {
	found := map[int64]time.Time{}

	if s.opt.AllowOverdue {
		return found, nil
	}

	err := s.deps.DB.Read(ctx, "SELECT settlement_id, MIN(due_at) FROM invoice_states WHERE paid_at IS NULL GROUP BY settlement_id", nil, func(row db.Row) error {
		var id, from int64
		if err := row.Scan(&id, &from); err != nil {
			return err
		}

		found[id] = clock.FromMicros(from)

		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("open invoices of settlements: %w", err)
	}

	return found, nil
}
