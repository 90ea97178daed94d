package checkout

import (
	"context"
	"fmt"

	"loket/internal/orders/order"
)

// CurrentState returns an order with what became of its order on the wallet up to this moment: shoppers don't wait for the event of its end.
func (s *Service) CurrentState(ctx context.Context, o Order) (Order, error) {
	if o.Status != Processing {
		return o, nil
	}

	on, err := s.deps.Orders.Get(ctx, o.ClientID, o.OrderID)
	if err != nil {
		return Order{}, fmt.Errorf("order of storefront order %d: %w", o.ID, err)
	}

	switch on.Status {
	case order.Success:
		o.Status, o.SerialNumber, o.EndedAt = Success, on.SerialNumber, &on.UpdatedAt
	case order.Failed:
		o.Status, o.Reason, o.EndedAt = Failed, msgNotMade.Code(), &on.UpdatedAt
	case order.Pending:
	}

	return o, nil
}
