package schedule

import (
	"context"
	"fmt"
	"sync"

	"loket/internal/catalog"
	"loket/internal/orders/placing"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
)

const (
	// MaxInquiries is the most bills of one call.
	MaxInquiries = 50
	// inquiriesAtOnce of one call run side by side.
	inquiriesAtOnce = 8
)

// Bills finds bills (package order).
type Bills interface {
	Inquire(ctx context.Context, clientID int64, productCode, destinationNo string, amount money.Rupiah) (placing.Bill, error)
}

// FoundBill is what is known of a destination's bill.
type FoundBill struct {
	DestinationNo string
	Found         bool
	Name          string
	Total         money.Rupiah // bill and fee
	Reason        language.Message
}

// Inquire finds the bills of destinations and charges nothing. Errors: fault.ErrValidation, placing.ErrProductNotFound, and
// fault.ErrBusy when too many inquiries are in flight; the call is then safe to repeat. It ends with ctx.
func (s *Service) Inquire(ctx context.Context, clientID int64, productCode string, destinations []string) ([]FoundBill, error) {
	if len(destinations) == 0 || len(destinations) > MaxInquiries {
		return nil, fault.InvalidField("destinationNos", msgManyBills.With(MaxInquiries))
	}

	snap, err := s.deps.Catalog.Snapshot(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the catalogue: %w", err)
	}

	p, found := snap.Product(productCode)

	switch {
	case !found:
		return nil, placing.ErrProductNotFound.New()
	case p.Kind != catalog.Postpaid:
		return nil, fault.InvalidField("productCode", msgNoBills)
	}

	var (
		out    = make([]FoundBill, len(destinations))
		errs   = make([]error, len(destinations))
		places = make(chan struct{}, inquiriesAtOnce)
		wg     sync.WaitGroup
	)

	for i, no := range destinations {
		select {
		case places <- struct{}{}:
		case <-ctx.Done():
		}

		// The caller left: what is in flight ends by the context, and nothing more is asked for nobody.
		if errs[i] = ctx.Err(); errs[i] != nil {
			break
		}

		wg.Go(func() {
			defer func() { <-places }()

			out[i], errs[i] = s.inquireOne(ctx, clientID, productCode, no)
		})
	}

	wg.Wait()

	for _, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("inquire: %w", err)
		}
	}

	return out, nil
}

// inquireOne finds one bill. What is refused about it is its reason; what concerns all of them is an error.
func (s *Service) inquireOne(ctx context.Context, clientID int64, productCode, no string) (FoundBill, error) {
	b, err := s.deps.Bills.Inquire(ctx, clientID, productCode, no, 0)
	if err == nil {
		return FoundBill{DestinationNo: no, Found: true, Name: b.CustomerName, Total: b.Total}, nil
	}

	f := fault.From(err)
	if fault.ErrBusy.Is(err) || f.Kind == fault.Internal || ctx.Err() != nil {
		return FoundBill{}, err
	}

	out := FoundBill{DestinationNo: no, Reason: f.Message}
	if len(f.Fields) > 0 {
		out.Reason = f.Fields[0].Message
	}

	return out, nil
}
