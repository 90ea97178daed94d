package order

import (
	"context"
	"fmt"
)

// openCounted is up to which number the open orders of a client are counted.
const openCounted = 1000

// CountOpen counts the orders of a client that wait for a supplier, up to 1,000, for staff. It reads the indexes of what waits, not the
// orders. An order whose outcome stays unknown has a review instead.
func (s *Service) CountOpen(ctx context.Context, clientID int64) (int, error) {
	var n int

	err := s.deps.DB.Reader().QueryRow(ctx, `SELECT COUNT(*) FROM (SELECT 1 FROM order_attempts
		WHERE client_id = $1 AND (state = 'prepared' OR next_check_at IS NOT NULL) LIMIT $2) a`, clientID, int64(openCounted)).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count the open orders of client %d: %w", clientID, err)
	}

	return n, nil
}
