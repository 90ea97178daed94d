package topup

import (
	"context"
	"database/sql"
	"fmt"

	"loket/internal/platform/db"
)

// OrderQuery chooses top-ups of all clients.
type OrderQuery struct {
	ClientID int64  // 0: all
	Status   Status // empty: all
	Before   int64  // the cursor: only older ones
	Limit    int
}

// Page returns top-ups of all clients, newest first.
func (s *Service) Page(ctx context.Context, q OrderQuery) ([]Order, error) {
	var w db.Where

	w.Condition("1 = 1")

	if q.ClientID != 0 {
		w.Add("o.client_id = ", q.ClientID)
	}

	if q.Status != "" {
		w.Add("o.status = ", string(q.Status))
	}

	if q.Before != 0 {
		w.Add("o.id < ", q.Before)
	}

	rows, err := s.deps.DB.Reader().Query(ctx, orderQuery+"WHERE "+w.Text()+" ORDER BY o.id DESC LIMIT "+w.Arg(int64(q.Limit)), w.Args...)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Order, error) { return scanOrder(row) })
	if err != nil {
		return nil, fmt.Errorf("list top-up orders: %w", err)
	}

	return list, nil
}
