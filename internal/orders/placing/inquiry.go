package placing

import (
	"context"
	"fmt"
	"strings"

	"loket/internal/catalog"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// Bill is the result of an inquiry for a client. An inquiry charges nothing.
type Bill struct {
	ProductCode   string
	DestinationNo string
	CustomerName  string
	Periods       []string
	Amount        money.Rupiah // of the bill, or the open amount
	Fee           money.Rupiah // our fee
	Total         money.Rupiah // the price of an order
	Fine          *money.Rupiah
	Parts         []supplier.BillPart
	Details       []supplier.Detail
}

// Inquire finds a bill, or the customer of an open-amount destination or of a prepaid meter.
func (s *Service) Inquire(ctx context.Context, clientID int64, productCode, destinationNo string, amount money.Rupiah) (Bill, error) {
	return s.InquireBill(ctx, Request{ClientID: clientID, ProductCode: productCode, DestinationNo: destinationNo, Amount: amount})
}

// InquireBill is Inquire with all that an order for the bill would have. Its reference and what pays don't matter.
func (s *Service) InquireBill(ctx context.Context, r Request) (Bill, error) {
	r.ClientRef = "-"

	snap, err := s.deps.Catalog.Snapshot(ctx)
	if err != nil {
		return Bill{}, fmt.Errorf("read the catalogue: %w", err)
	}

	if r, err = r.prepare(snap); err != nil {
		return Bill{}, err
	}

	p, ok := snap.Product(r.ProductCode)
	if !ok {
		return Bill{}, ErrProductNotFound.New()
	}

	if p.Kind == catalog.Prepaid {
		return s.inquireMeter(ctx, snap, r, p)
	}

	if err := checkAvailable(r, p, 0, s.deps.Clock.Now()); err != nil {
		return Bill{}, err
	}

	found, err := s.inquire(ctx, snap, r, p, 0, "q-"+strings.ToLower(ids.Token()))
	if err != nil {
		return Bill{}, err
	}

	bill, fee := found.answer.Bill, snap.Price(r.ClientID, p)
	total := billPrice(p, r, bill, fee)

	return Bill{
		ProductCode: p.Code, DestinationNo: r.DestinationNo, CustomerName: bill.CustomerName, Periods: bill.Periods,
		Amount: total - fee, Fee: fee, Total: total, Fine: bill.Fine, Parts: bill.Parts, Details: bill.Details,
	}, nil
}

// inquireMeter finds whose a prepaid meter is. An order costs what it always costs.
func (s *Service) inquireMeter(ctx context.Context, snap *catalog.Snapshot, r Request, p catalog.Product) (Bill, error) {
	if p.OperatorType != meterType {
		return Bill{}, fault.InvalidField("productCode", msgPrepaid)
	}

	price := snap.Price(r.ClientID, p)
	if err := checkAvailable(r, p, price, s.deps.Clock.Now()); err != nil {
		return Bill{}, err
	}

	found, err := s.askMeter(ctx, snap, r, p)
	if err != nil {
		return Bill{}, err
	}

	return Bill{
		ProductCode: p.Code, DestinationNo: r.DestinationNo, CustomerName: found.CustomerName, Amount: price, Total: price, Details: found.Details,
	}, nil
}

// askMeter asks the suppliers of a product whose a prepaid meter is.
func (s *Service) askMeter(ctx context.Context, snap *catalog.Snapshot, r Request, p catalog.Product) (*supplier.Bill, error) {
	found, err := s.ask(ctx, snap, r, p, 0, supplier.Request{
		Reference: "n-" + strings.ToLower(ids.Token()), Destination: r.DestinationNo,
	}, func(a supplier.Answer) bool { return a.Bill != nil && a.Bill.CustomerName != "" })

	return found.answer.Bill, err
}

// CustomerName finds whose prepaid meter a destination is, as far as the suppliers of the product tell. Nothing is charged. Errors:
// fault.ErrValidation, ErrProductNotFound, ErrBill with the supplier's refusal, ErrSupplierUnavailable, fault.ErrBusy.
func (s *Service) CustomerName(ctx context.Context, clientID int64, productCode, destinationNo string) (string, error) {
	snap, err := s.deps.Catalog.Snapshot(ctx)
	if err != nil {
		return "", fmt.Errorf("read the catalogue: %w", err)
	}

	r, err := Request{ClientID: clientID, ProductCode: productCode, DestinationNo: destinationNo, ClientRef: "-"}.prepare(snap)
	if err != nil {
		return "", err
	}

	p, ok := snap.Product(productCode)
	if !ok || p.OperatorType != meterType {
		return "", ErrProductNotFound.New()
	}

	found, err := s.askMeter(ctx, snap, r, p)
	if err != nil {
		return "", err
	}

	return found.CustomerName, nil
}

// meterType is the type of the operators whose prepaid destinations have a customer.
const meterType = "electricity"
