package dispatch

import (
	"loket/internal/catalog"
	"loket/internal/orders/order"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// supplierRequest is the call for an attempt. The price limit is the greater of the price charged and the
// recorded cost of the SKU, so that a supplier that became dearer refuses and we don't
// sell below cost unknowingly.
func (s *Service) supplierRequest(t *orderAttempt) supplier.Request {
	return supplier.Request{
		ClientID: t.order.ClientID, Reference: t.attempt.Reference, SKU: t.attempt.SKU, Destination: t.order.DestinationNo, Postpaid: t.order.Kind != catalog.Prepaid,
		MaxPrice: max(t.order.Price, s.recordedCost(t)), Amount: t.order.Amount, Handle: t.attempt.Handle, InquiredAt: t.attempt.PreparedAt, SentAt: t.attempt.SentAt,
	}
}

// recordedCost is what the catalogue says that the attempt's SKU costs us; 0 when it is not sold any more.
func (s *Service) recordedCost(t *orderAttempt) money.Rupiah {
	snap, err := s.deps.Catalog.Latest(s.calling)
	if err != nil {
		return 0 // the price charged is the limit
	}

	for _, sku := range order.SKUs(snap, t.order.ClientID, t.order.ProductCode) {
		if sku.Supplier == t.attempt.Supplier {
			return sku.Cost
		}
	}

	return 0
}

// countCost counts a sale below cost.
func (s *Service) countCost(o order.Order, a order.Attempt, answer supplier.Answer) {
	if loss := answer.Price - o.Price; loss > 0 {
		s.opt.Hooks.BelowCost(a.Supplier, a.SKU, loss)
	}
}
