package order

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
	Amount        money.Rupiah // of the bill
	Fee           money.Rupiah // our fee
	Total         money.Rupiah // the price of an order
	Details       []supplier.Detail
}

// Inquire finds a bill, or the customer of an open-amount destination.
func (s *Service) Inquire(ctx context.Context, clientID int64, productCode, destinationNo string, amount money.Rupiah) (Bill, error) {
	r := Request{ClientID: clientID, ProductCode: productCode, DestinationNo: destinationNo, ClientRef: "-", Amount: amount}

	snap, err := s.Catalog.Snapshot(ctx)
	if err != nil {
		return Bill{}, fmt.Errorf("read the catalogue: %w", err)
	}

	if r, err = r.prepare(snap); err != nil {
		return Bill{}, err
	}

	p, ok := snap.Product(productCode)
	if !ok {
		return Bill{}, ErrProductNotFound.New()
	}

	if p.Kind == catalog.Prepaid {
		return Bill{}, fault.InvalidField("productCode", msgPrepaid)
	}

	if err := check(r, p, 0); err != nil {
		return Bill{}, err
	}

	found, err := s.inquire(ctx, snap, r, p, "q-"+strings.ToLower(ids.Token()))
	if err != nil {
		return Bill{}, err
	}

	bill, fee := found.answer.Bill, snap.Price(clientID, p)

	return Bill{
		ProductCode: p.Code, DestinationNo: r.DestinationNo, CustomerName: bill.CustomerName, Periods: bill.Periods,
		Amount: bill.Amount, Fee: fee, Total: bill.Amount + fee, Details: bill.Details,
	}, nil
}

// NameKey is the key of the customer's name in the reference of a bill's order.
const NameKey = "name"

// billReference is the part of a bill that the order list shows.
func billReference(b *supplier.Bill) map[string]string {
	out := map[string]string{}

	if b.CustomerName != "" {
		out[NameKey] = b.CustomerName
	}

	if len(b.Periods) > 0 {
		out["period"] = strings.Join(b.Periods, ", ")
	}

	return out
}
