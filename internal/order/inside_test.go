package order

import (
	"context"

	"loket/internal/supplier"
)

// FailBy ends an order by a failed attempt that was read earlier, as a notice does.
func (s *Service) FailBy(ctx context.Context, o Order, a Attempt, said supplier.Answer) error {
	return s.fail(ctx, answered{task: task{o, a}, said: said})
}
