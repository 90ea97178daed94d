package placing

import (
	"context"
	"errors"
	"time"

	"loket/internal/catalog"
	"loket/internal/orders/order"
	"loket/internal/orders/routing"
	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// inquiredBill is the result of the inquiry for an order before it is placed.
type inquiredBill struct {
	orderID       int64
	price         money.Rupiah
	supplier      string
	sku           string
	handle        string // of the supplier's inquiry
	displayFields map[string]string
	inquired      int64 // start of the inquiry, microseconds
}

// needsBill reports whether the product needs an inquiry before its order is placed.
func needsBill(snap *catalog.Snapshot, r Request) (catalog.Product, bool) {
	p, ok := snap.Product(r.ProductCode)

	return p, ok && p.Kind != catalog.Prepaid
}

// findByClientRef finds an order with this reference, to avoid a needless inquiry.
func (s *Service) findByClientRef(ctx context.Context, r Request) (PlacedOrder, bool, error) {
	o, err := s.deps.Orders.ByRef(ctx, r.ClientID, r.ClientRef)
	if fault.ErrNotFound.Is(err) {
		return PlacedOrder{}, false, nil
	}

	if err != nil {
		return PlacedOrder{}, false, err
	}

	if o.InputHash != r.InputHash() {
		return PlacedOrder{}, false, ErrReferenceConflict.New()
	}

	return PlacedOrder{Order: o, Repeat: true}, true, nil
}

// inquireFor finds the bill of an order before it is placed. The inquiry has the reference of the
// order's first attempt, since a bill is paid with the reference of its inquiry.
func (s *Service) inquireFor(ctx context.Context, snap *catalog.Snapshot, r Request, p catalog.Product) (*inquiredBill, error) {
	if err := checkAvailable(r, p, 0, s.deps.Clock.Now()); err != nil {
		return nil, err
	}

	now := s.deps.Clock.Now() // before the inquiry, so that the stored day is not too late
	id := s.deps.IDs.Next(now)

	found, err := s.inquire(ctx, snap, r, p, id, order.AttemptKey{ClientID: r.ClientID, OrderID: id, Number: 1}.String())
	if err != nil {
		return nil, err
	}

	price := billPrice(p, r, found.answer.Bill, snap.Price(r.ClientID, p))
	if err := checkAvailable(r, p, price, now); err != nil {
		return nil, err
	}

	return &inquiredBill{
		orderID: id, price: price, supplier: found.sku.Supplier, sku: found.sku.Code, handle: found.answer.Handle,
		displayFields: order.BillFields(found.answer.Bill), inquired: clock.Micros(now),
	}, nil
}

// billPrice is what an order for a found bill is charged. An open amount costs the amount and our fee, whatever the biller's own
// admin is: the client knows that price before the inquiry, and we pay the admin out of the fee.
func billPrice(p catalog.Product, r Request, bill *supplier.Bill, fee money.Rupiah) money.Rupiah {
	if p.Kind == catalog.Open {
		return r.Amount + fee
	}

	return bill.Amount + fee
}

// payable reports whether what a supplier found can be sold: the supplier takes no more than the client pays and than a loss may be, and of an
// open amount the destination gets the whole amount. Else the next supplier is asked.
func (s *Service) payable(p catalog.Product, r Request, a supplier.Answer, fee money.Rupiah) bool {
	switch {
	case a.Bill == nil || a.Bill.Amount <= 0:
		return false
	case p.Kind == catalog.Open && a.Bill.Amount < r.Amount:
		return false
	}

	return a.Price <= s.deps.Routing.Limit(billPrice(p, r, a.Bill, fee))
}

type foundBill struct {
	sku    catalog.SKU
	answer supplier.Answer
}

// inquiryRetry is the Retry-After of inquiries that found too many in flight.
const inquiryRetry = 2 * time.Second

// inquire asks the product's suppliers in turn until one knows the number. An inquiry moves no money, so
// the next supplier may always be asked. orderID is 0 without an order.
func (s *Service) inquire(ctx context.Context, snap *catalog.Snapshot, r Request, p catalog.Product, orderID int64, reference string) (foundBill, error) {
	return s.ask(ctx, snap, r, p, orderID, supplier.Request{Reference: reference, Destination: r.DestinationNo, Postpaid: true, Amount: r.Amount, Extra: r.Bill.extra()},
		func(a supplier.Answer) bool { return s.payable(p, r, a, snap.Price(r.ClientID, p)) })
}

// ask asks the suppliers of a product, in the order of the routing, until one gives what is wanted.
func (s *Service) ask(
	ctx context.Context, snap *catalog.Snapshot, r Request, p catalog.Product, orderID int64, question supplier.Request, wanted func(a supplier.Answer) bool,
) (foundBill, error) {
	if !s.inquiries.Take(r.ClientID) {
		return foundBill{}, fault.Busy(inquiryRetry)
	}
	defer s.inquiries.Release(r.ClientID)

	question.ClientID = r.ClientID

	var refusal error = ErrSupplierUnavailable.New()

	// Without a kind, so none is too dear: nothing is bought here, and the answer has the price of a bill.
	skus := s.deps.Routing.Route(routing.Purchase{
		OrderID: orderID, ClientID: r.ClientID, Product: p.Code, Group: p.OperatorType, Destination: r.DestinationNo,
	}, order.SKUs(snap, r.ClientID, p.Code))

	for _, sku := range skus {
		adapter, ok := s.deps.Suppliers.Get(sku.Supplier)
		if !ok {
			continue
		}

		question.SKU = sku.Code
		answer := adapter.Inquire(ctx, question)

		switch {
		case answer.Outcome == supplier.Success && wanted(answer):
			return foundBill{sku, answer}, nil
		case answer.Outcome == supplier.FailedCreated:
			return foundBill{}, ErrBill.Msg(adapter.Reason(answer.Code).Message()) // the biller's own answer
		case answer.WrongInput:
			refusal = ErrBill.Msg(adapter.Reason(answer.Code).Message()) // this supplier would refuse it again; another one may accept it
		default:
			refusal = ErrSupplierUnavailable.Wrap(errors.New(sku.Supplier + ": " + answer.Code + " " + answer.Message))
		}
	}

	return foundBill{}, refusal
}
