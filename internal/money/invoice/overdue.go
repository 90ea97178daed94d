package invoice

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// Overdue reports whether an invoice is open after its due day, now.
func (s *Service) Overdue(i *Invoice) bool { return i.Overdue(s.deps.Clock.Now()) }

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

	return timeOrZero(from), nil
}

// Blocked is BlockedFromTx of all settlements that have open invoices.
func (s *Service) Blocked(ctx context.Context) (map[int64]time.Time, error) {
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
