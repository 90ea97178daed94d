package order

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"loket/internal/catalog"
	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// draft is a request on its way into a batch.
type draft struct {
	Request

	hash int64
	// bill is set for products that are inquired first: the order id, price and
	// first attempt are then known before the batch.
	bill *billed
}

// billed is what an inquiry found out for an order that is about to be placed.
type billed struct {
	orderID   int64
	price     money.Rupiah
	supplier  string
	sku       string
	reference map[string]string
	inquired  int64 // when it was asked for, microseconds
}

// Place charges the wallet, keeps the order and queues its dispatch, in one
// commit that it shares with whoever asks at the same time. The same request
// again gives the same order. Errors: fault.ErrValidation, the errors of this
// package, those of wallet charges, fault.ErrOutcomeUnknown.
func (s *Service) Place(ctx context.Context, r Request) (Placed, error) {
	snap, err := s.Catalog.Snapshot(ctx)
	if err != nil {
		return Placed{}, fmt.Errorf("read the catalogue: %w", err)
	}

	if r, err = r.prepare(snap); err != nil {
		return Placed{}, err
	}

	d := draft{Request: r, hash: r.InputHash()}

	if product, billed := needsBill(snap, r); billed {
		first, found, err := s.earlier(ctx, r)
		if err != nil || found {
			return first, err
		}

		if d.bill, err = s.inquireFor(ctx, snap, r, product); err != nil {
			return Placed{}, err
		}
	}

	placed, err := s.lane(d.ClientID).placing.Do(ctx, d)

	return placed, placingFailed(err, r)
}

// needsBill tells whether an order's product is inquired before it is placed.
func needsBill(snap *catalog.Snapshot, r Request) (catalog.Product, bool) {
	p, ok := snap.Product(r.ProductCode)

	return p, ok && p.Kind != catalog.Prepaid
}

func placingFailed(err error, r Request) error {
	if err == nil {
		return nil
	}

	return fmt.Errorf("place an order of client %d: %w", r.ClientID, err)
}

// group is the drafts that go into one lane, with their places among the requests.
type group struct {
	drafts []draft
	places []int
}

func (g *group) add(d draft, place int) {
	g.drafts, g.places = append(g.drafts, d), append(g.places, place)
}

// PlaceMany places up to MaxBatch orders; each has its own outcome. Those that
// wait for no inquiry are handed in together.
func (s *Service) PlaceMany(ctx context.Context, requests []Request) []Result {
	results := make([]Result, len(requests))

	snap, err := s.Catalog.Snapshot(ctx)
	if err != nil {
		for i := range results {
			results[i].Err = fmt.Errorf("read the catalogue: %w", err)
		}

		return results
	}

	var wg sync.WaitGroup

	together := map[*lane]*group{}

	for i, r := range requests {
		if _, billed := needsBill(snap, r); billed {
			wg.Go(func() { results[i].Placed, results[i].Err = s.Place(ctx, r) })

			continue
		}

		if r, err = r.prepare(snap); err != nil {
			results[i].Err = err

			continue
		}

		l := s.lane(r.ClientID)
		if together[l] == nil {
			together[l] = &group{}
		}

		together[l].add(draft{Request: r, hash: r.InputHash()}, i)
	}

	for l, g := range together {
		wg.Go(func() {
			for n, o := range l.placing.DoAll(ctx, g.drafts) {
				results[g.places[n]] = Result{Placed: o.Res, Err: placingFailed(o.Err, g.drafts[n].Request)}
			}
		})
	}

	wg.Wait()

	return results
}

// earlier finds the order that this reference was used for, before an inquiry
// is made for nothing.
func (s *Service) earlier(ctx context.Context, r Request) (Placed, bool, error) {
	o, err := s.ByRef(ctx, r.ClientID, r.ClientRef)
	if fault.ErrNotFound.Is(err) {
		return Placed{}, false, nil
	}

	if err != nil {
		return Placed{}, false, err
	}

	if o.inputHash != r.InputHash() {
		return Placed{}, false, ErrReferenceConflict.New()
	}

	return Placed{Order: o, Repeat: true}, true, nil
}

// check says why a product can't be ordered.
func check(r Request, p catalog.Product, price money.Rupiah) error {
	switch {
	case !p.Active:
		return ErrProductInactive.New()
	case p.Problem:
		return ErrProductProblem.New()
	case r.MaxPrice > 0 && price > r.MaxPrice:
		return ErrPriceAboveMaximum.Msg(fmt.Sprintf("The price is %s, above the maximum of %s", price, r.MaxPrice))
	case p.Kind == catalog.Open && (r.Amount < p.MinAmount || (p.MaxAmount > 0 && r.Amount > p.MaxAmount)):
		return fault.InvalidField("amount", fmt.Sprintf("The amount must be from %s to %s", p.MinAmount, p.MaxAmount))
	case p.Kind != catalog.Open && r.Amount != 0:
		return fault.InvalidField("amount", "This product has a fixed price; leave the amount out")
	}

	return nil
}

// inquireFor finds the bill of an order that is about to be placed. Its
// supplier reference is that of the order's first attempt, as a bill is paid
// with the reference of its inquiry.
func (s *Service) inquireFor(ctx context.Context, snap *catalog.Snapshot, r Request, p catalog.Product) (*billed, error) {
	if err := check(r, p, 0); err != nil {
		return nil, err
	}

	now := s.Clock.Now() // before the inquiry: what is kept must not be of a later day
	id := s.IDs.Next(now)

	found, err := s.inquire(ctx, snap, r, p, supplierReference(id, 1))
	if err != nil {
		return nil, err
	}

	price := found.answer.Bill.Amount + snap.Price(r.ClientID, p)
	if err := check(r, p, price); err != nil {
		return nil, err
	}

	return &billed{
		orderID: id, price: price, supplier: found.sku.Supplier, sku: found.sku.Code,
		reference: billReference(found.answer.Bill), inquired: clock.Micros(now),
	}, nil
}

type foundBill struct {
	sku    catalog.SKU
	answer supplier.Answer
}

// inquire asks the product's suppliers in turn until one knows the number. An
// inquiry moves no money, so the next may always be asked.
func (s *Service) inquire(ctx context.Context, snap *catalog.Snapshot, r Request, p catalog.Product, reference string) (foundBill, error) {
	var refusal error = ErrSupplierUnavailable.New()

	for _, sku := range snap.SKUs(p.Code) {
		adapter, ok := s.Suppliers.Get(sku.Supplier)
		if !ok {
			continue
		}

		answer := adapter.Inquire(ctx, supplier.Request{
			Reference: reference, SKU: sku.Code, Destination: r.DestinationNo, Kind: supplier.Postpaid, Amount: r.Amount,
		})

		switch {
		case answer.Outcome == supplier.Success && answer.Bill != nil && answer.Bill.Amount > 0:
			return foundBill{sku, answer}, nil
		case answer.Outcome == supplier.FailedCreated:
			return foundBill{}, ErrBill.Msg(string(adapter.Reason(answer.Code))) // the biller itself said so
		case answer.WrongInput:
			refusal = ErrBill.Msg(string(adapter.Reason(answer.Code))) // the same again would be refused again; another supplier may take it
		default:
			refusal = ErrSupplierUnavailable.Wrap(errors.New(sku.Supplier + ": " + answer.Code + " " + answer.Message))
		}
	}

	return foundBill{}, refusal
}
