package sales

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"loket/internal/platform/db"
)

// Buyers returns the clients whose orders of one of the products ended since a moment, by id, at most limit. A day counts as a whole.
func (s *Service) Buyers(ctx context.Context, products []string, since time.Time, limit int) ([]int64, error) {
	codes, err := json.Marshal(products)
	if err != nil {
		return nil, fmt.Errorf("codes of products: %w", err)
	}

	found := []int64{}

	err = s.deps.DB.Read(ctx, `SELECT c.id FROM clients c JOIN sales_days d ON d.client_id = c.id AND d.day >= $1
			AND d.product_code IN (SELECT value FROM `+s.deps.DB.Engine().List("$2")+` k)
		GROUP BY c.id ORDER BY c.id LIMIT $3`, []any{DayNumber(since), string(codes), int64(limit)}, func(row db.Row) error {
		var id int64

		err := row.Scan(&id)
		found = append(found, id)

		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read who bought products: %w", err)
	}

	return found, nil
}
