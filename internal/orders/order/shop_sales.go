package order

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/ids"
)

// Sold counts the successful orders of a client's shop, placed from a moment until before another, by product code.
func (s *Service) Sold(ctx context.Context, clientID int64, from, until time.Time) (map[string]int, error) {
	lo, hi := ids.Range(from, until)
	sold := map[string]int{}

	err := s.deps.DB.Read(ctx, "SELECT product_code, COUNT(*) FROM orders WHERE client_id = $1 AND id >= $2 AND id < $3 AND status = $4 AND channel = $5 GROUP BY product_code",
		[]any{clientID, lo, hi, int64(Success), string(ChannelStorefront)}, func(row db.Row) error {
			var (
				code db.Text
				n    int64
			)

			if err := row.Scan(&code, &n); err != nil {
				return err
			}

			sold[string(code)] = int(n)

			return nil
		})
	if err != nil {
		return nil, fmt.Errorf("count what client %d sold: %w", clientID, err)
	}

	return sold, nil
}
