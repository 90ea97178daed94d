package topup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"loket/internal/banking"
)

// Became says, for staff, what became of a mutation that was received.
func (s *Service) Became(ctx context.Context, m banking.Mutation) (string, error) {
	var (
		status, why, reference string
		client                 int64
	)

	err := s.DB.Reader().QueryRow(ctx, `SELECT t.status, t.why, COALESCE(t.client_id, 0), COALESCE(o.reference, '')
		FROM bank_transfers t LEFT JOIN topup_orders o ON o.id = t.order_id
		WHERE t.bank_code = $1 AND t.account_no = $2 AND t.mutation_id = $3`, m.Bank, m.AccountNo, m.ID).
		Scan(&status, &why, &client, &reference)

	switch {
	case errors.Is(err, sql.ErrNoRows):
		return "not stored", nil
	case err != nil:
		return "", fmt.Errorf("read a transfer: %w", err)
	case status == transferCredited:
		return fmt.Sprintf("credited to client %d: %s %s", client, why, reference), nil
	default:
		return status + ": " + why + " " + reference, nil
	}
}
