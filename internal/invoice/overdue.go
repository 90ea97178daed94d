package invoice

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/db"
)

// BlockedFromTx is the time from which the open invoices of a settlement forbid further use of its limit: the end of the
// earliest due day. Zero is never. A proof that staff have not confirmed doesn't lift it.
func (s *Service) BlockedFromTx(ctx context.Context, q db.Querier, settlementID int64) (time.Time, error) {
	if s.opt.AllowOverdue {
		return time.Time{}, nil
	}

	var from int64

	err := q.QueryRow(ctx, "SELECT COALESCE(MIN(due_at), 0) FROM invoice_states WHERE settlement_id = $1 AND paid_at IS NULL", settlementID).Scan(&from)
	if err != nil {
		return time.Time{}, fmt.Errorf("open invoices of settlement %d: %w", settlementID, err)
	}

	return timeOrZero(from), nil
}
