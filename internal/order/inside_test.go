package order

import (
	"context"

	"loket/internal/supplier"
)

// FailBy ends an order by a failed attempt that was read earlier, as a notice does.
func (s *Service) FailBy(ctx context.Context, o Order, a Attempt, said supplier.Answer) error {
	return s.fail(ctx, answered{task: task{o, a}, said: said})
}

// QueryAfter reads the due status queries of a supplier, runs what happens meanwhile, and returns how many may
// still be sent.
func (s *Service) QueryAfter(ctx context.Context, supplierCode string, meanwhile func()) (int, error) {
	const most = 10

	due, err := s.dueTasks(ctx, supplierCode, most)
	if err != nil {
		return 0, err
	}

	meanwhile()

	recorded, err := s.claims.Do(ctx, dispatchWrite{query: due})

	return len(recorded.tasks), err
}
