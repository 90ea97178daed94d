package dispatch

import (
	"loket/internal/catalog"
	"loket/internal/orders/order"
	"loket/internal/orders/routing"
	"loket/internal/platform/clientid"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// routedSKUs are the SKUs of an order's product that may be tried, in the order of the routing.
func (s *Service) routedSKUs(snap *catalog.Snapshot, o *order.Order) []catalog.SKU {
	return s.deps.Routing.Route(routing.Purchase{
		OrderID: o.ID, ClientID: o.ClientID, Product: o.ProductCode, Group: productGroup(snap, o.ProductCode), Kind: o.Kind, Destination: o.DestinationNo, Price: o.Price,
	}, order.SKUs(snap, o.ClientID, o.ProductCode))
}

func productGroup(snap *catalog.Snapshot, code string) string {
	p, _ := snap.Product(code)

	return p.OperatorType
}

// supplierRequest is the call for an attempt. The price limit is the greater of the price charged and the
// recorded cost of the SKU, so that a supplier that became dearer refuses and we don't
// sell below cost unknowingly; but never more than a loss may be.
func (s *Service) supplierRequest(t *orderAttempt) supplier.Request {
	return supplier.Request{
		ClientID: t.order.ClientID, Reference: t.attempt.Reference, SKU: t.attempt.SKU, Destination: t.order.DestinationNo, Postpaid: t.order.Kind != catalog.Prepaid,
		MaxPrice: min(max(t.order.Price, s.recordedCost(t)), s.deps.Routing.Limit(t.order.Price)), Amount: t.order.Amount, Handle: t.attempt.Handle, InquiredAt: t.attempt.PreparedAt, SentAt: t.attempt.SentAt,
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

// countResult counts a purchase that ended at a supplier, for the rules by recent success. What the supplier couldn't help counts for nothing:
// a faulty number, and what was never sent.
func (s *Service) countResult(a *attemptResult) {
	if clientid.IsSandbox(a.order.ClientID) || a.answer.WrongInput {
		return
	}

	switch a.answer.Code {
	case supplier.CodeCircuitOpen, supplier.CodeStopped, supplier.CodeInvalid, supplier.CodeTooOld, supplier.CodeInquiryExpired:
		return
	}

	snap, err := s.deps.Catalog.Latest(s.calling)
	if err != nil {
		return // a result less
	}

	s.deps.Routing.Count(routing.PurchaseEnd{
		SKUKey: routing.SKUKey{Supplier: a.attempt.Supplier, Product: a.order.ProductCode}, Group: productGroup(snap, a.order.ProductCode),
		Destination: a.order.DestinationNo, SentAt: a.attempt.SentAt, Succeeded: a.answer.Outcome == supplier.Success,
	})
}

// countCost counts a sale below cost.
func (s *Service) countCost(o order.Order, a order.Attempt, answer supplier.Answer) {
	if loss := answer.Price - o.Price; loss > 0 {
		s.opt.Hooks.BelowCost(a.Supplier, a.SKU, loss)
	}
}
