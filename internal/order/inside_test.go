package order

import (
	"context"

	"loket/internal/supplier"
)

// FailBy ends an order by what was said of an attempt, as a notice does that
// read the attempt a moment ago.
func (s *Service) FailBy(ctx context.Context, o Order, a Attempt, said supplier.Answer) error {
	return s.fail(ctx, o, &answered{a, said}, s.reason(a.Supplier, said.Code))
}
