package placing

import (
	"context"
	"time"

	"loket/internal/platform/trace"
)

// tracePlaced records an order that was placed by this request. A repeat has placed none.
func (s *Service) tracePlaced(ctx context.Context, p PlacedOrder, err error) {
	if err != nil || p.Repeat || !s.deps.Traces.Traces(p.Order.ID) {
		return
	}

	s.deps.Traces.AddOrder(ctx, trace.Order{ID: p.Order.ID, ClientID: p.Order.ClientID, Ref: p.Order.ClientRef, Product: p.Order.ProductCode}, p.Order.CreatedAt)
}

// traceBatch records a batch that stored traced orders.
func (s *Service) traceBatch(calls []*placeCall, began time.Time) {
	if s.deps.Traces == nil {
		return
	}

	var traced []int64

	for _, c := range calls {
		if c.Err == nil && !c.Res.Repeat && s.deps.Traces.Traces(c.Res.Order.ID) {
			traced = append(traced, c.Res.Order.ID)
		}
	}

	s.deps.Traces.Batch(traced, len(calls), began, s.deps.Clock.Now())
}
