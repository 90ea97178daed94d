package order_test

import (
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/orders/order"
	"loket/internal/platform/db"
)

// The oldest reviews are listed, and staff see that there are others.
func TestReviewsAreLimited(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, d *db.DB, s *order.Service) {
		testkit.Exec(t, d, `INSERT INTO order_reviews (order_id, kind, client_id, detail, created_at)
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i, 'unknown', 1001, '', 10 - i FROM n`)

		for limit, want := range map[int]struct {
			count int
			more  bool
		}{2: {2, true}, 4: {4, true}, 5: {5, false}, 9: {5, false}} {
			list, more, err := s.Reviews(t.Context(), limit)
			if err != nil || len(list) != want.count || more != want.more || list[0].OrderID != 5 {
				t.Errorf("limit %d: %d reviews, more: %t, %v", limit, len(list), more, err)
			}
		}
	})
}
