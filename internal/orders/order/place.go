package order

import (
	"context"
	"fmt"
	"sync"
	"time"

	"loket/internal/catalog"
	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/money"
)

// draft is a checked request before it is placed in a batch.
type draft struct {
	Request

	hash int64
	// bill is set for products that are inquired first: the order id, price and
	// first attempt are then known before the batch.
	bill *billed
}

// Place charges the wallet or the settlement limit, stores the order and queues its dispatch in one commit, which it shares
// with other requests. It is idempotent: the same request again returns the same order. Errors:
// fault.ErrValidation, the errors of this package, those of charges (packages wallet and settlement),
// fault.ErrOutcomeUnknown.
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

		if err := s.takeRoom(d.ClientID); err != nil {
			return Placed{}, err
		}
		defer s.roomTaken(d.ClientID)

		if d.bill, err = s.inquireFor(ctx, snap, r, product); err != nil {
			return Placed{}, err
		}
	} else {
		if err := s.takeRoom(d.ClientID); err != nil {
			return s.earlierOr(ctx, r, err)
		}
		defer s.roomTaken(d.ClientID)
	}

	placed, err := s.placer(d.ClientID).batches.Do(ctx, d)

	return placed, placingFailed(err, r)
}

// earlierOr is the order that was placed with this reference, or else an error: a repeat needs no room.
func (s *Service) earlierOr(ctx context.Context, r Request, refusal error) (Placed, error) {
	first, found, err := s.earlier(ctx, r)
	if err == nil && !found {
		err = refusal
	}

	return first, err
}

// takeRoom takes room for an order among those that wait. roomTaken must follow it. Benchmarks that dispatch nothing need none.
func (s *Service) takeRoom(clientID int64) error {
	if s.opt.Hold {
		return nil
	}

	return s.backlog.take(clientID)
}

// roomTaken tells that an order for which there was room is stored or refused.
func (s *Service) roomTaken(clientID int64) {
	if !s.opt.Hold {
		s.backlog.placed(clientID)
	}
}

func placingFailed(err error, r Request) error {
	if err == nil {
		return nil
	}

	return fmt.Errorf("place an order of client %d: %w", r.ClientID, err)
}

// draftList holds the drafts of one placer with their indexes in the requests.
type draftList struct {
	drafts  []draft
	indexes []int
}

func (l *draftList) add(d draft, index int) {
	l.drafts, l.indexes = append(l.drafts, d), append(l.indexes, index)
}

// PlaceMany places up to MaxPerCall orders; each has its own outcome. Orders
// that need no inquiry are submitted together.
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

	lists := map[*placer]*draftList{}

	for i, r := range requests {
		if _, billed := needsBill(snap, r); billed {
			wg.Go(func() { results[i].Placed, results[i].Err = s.Place(ctx, r) })

			continue
		}

		if r, err = r.prepare(snap); err != nil {
			results[i].Err = err

			continue
		}

		if err := s.takeRoom(r.ClientID); err != nil {
			results[i].Placed, results[i].Err = s.earlierOr(ctx, r, err)

			continue
		}

		placer := s.placer(r.ClientID)
		if lists[placer] == nil {
			lists[placer] = &draftList{}
		}

		lists[placer].add(draft{Request: r, hash: r.InputHash()}, i)
	}

	for placer, list := range lists {
		wg.Go(func() {
			for n, o := range placer.batches.DoAll(ctx, list.drafts) {
				s.roomTaken(list.drafts[n].ClientID)

				results[list.indexes[n]] = Result{Placed: o.Res, Err: placingFailed(o.Err, list.drafts[n].Request)}
			}
		})
	}

	wg.Wait()

	return results
}

// acceptor decides the requests of one batch one after the other: it accepts an order and charges its
// wallet or limit, or refuses it with the reason.
type acceptor struct {
	read

	snap     *catalog.Snapshot
	accounts purse
	inBatch  map[refKey]*call // accepted in this batch
	now      time.Time
	next     func(now time.Time) int64
	rows     *rows
	choose   func(skus []catalog.SKU) catalog.SKU

	ofProduct map[string]ofProduct

	settlementOff bool
}

// ofProduct is what the prepaid orders of a product in a batch have in common. They share the reference, so
// it must not be changed.
type ofProduct struct {
	reference map[string]string
	text      string      // the stored form of the reference
	sku       catalog.SKU // of the first attempt; without a supplier when nobody sells the product
}

func (a *acceptor) common(p catalog.Product) ofProduct {
	c, known := a.ofProduct[p.Code]
	if !known {
		c.reference = map[string]string{p.OperatorType: p.OperatorCode}
		c.text = encodeReference(c.reference)
		c.sku = a.choose(a.snap.SKUs(p.Code))
		a.ofProduct[p.Code] = c
	}

	return c
}

// firstSupplier is the supplier of a first attempt.
func (s *Service) firstSupplier(skus []catalog.SKU) catalog.SKU {
	sku, _ := s.chooseSupplier(skus)

	return sku
}

// first is the first attempt of an accepted order, and the stored form of the order's reference.
func (a *acceptor) first(o Order, p catalog.Product, bill *billed) (Attempt, string) {
	at := Attempt{
		OrderID: o.ID, Number: 1, ClientID: o.ClientID, Reference: supplierReference(o.ID, 1), State: statePrepared, PreparedAt: a.now,
	}

	if bill != nil {
		at.Supplier, at.SKU, at.PreparedAt = bill.supplier, bill.sku, clock.FromMicros(bill.inquired)

		return at, encodeReference(o.Reference)
	}

	c := a.common(p)
	at.Supplier, at.SKU = c.sku.Supplier, c.sku.Code

	return at, c.text
}

func (a *acceptor) accept(c *call) (Placed, error) {
	key := refKey{c.Req.ClientID, c.Req.ClientRef}

	if first, ok := a.earlier[key]; ok {
		return repeat(first, c.Req.hash)
	}

	if first, ok := a.inBatch[key]; ok {
		return repeat(first.Res.Order, c.Req.hash)
	}

	if f := c.Req.Fence; f != nil && !a.fences[f] {
		return Placed{}, fault.ErrUnavailable.Wrap(errReplaced)
	}

	p, ok := a.snap.Product(c.Req.ProductCode)
	if !ok {
		return Placed{}, ErrProductNotFound.New()
	}

	price, err := a.price(c.Req, p)
	if err != nil {
		return Placed{}, err
	}

	if c.Req.PaymentType == Settlement && a.settlementOff {
		return Placed{}, fault.ErrFeatureOff.New()
	}

	o := a.draftOrder(c.Req, p, price)

	// Charged now: the order of a bill began before its inquiry, and others were charged since.
	at := later(a.now, o.CreatedAt)

	if err := a.accounts.of(o.PaymentType).charge(&o, at); err != nil {
		return Placed{}, err
	}

	first, reference := a.first(o, p, c.Req.bill)
	a.rows.add(o, reference, first)
	a.inBatch[key] = c

	return Placed{Order: o}, nil
}

func repeat(first Order, hash int64) (Placed, error) {
	if first.inputHash != hash {
		return Placed{}, ErrReferenceConflict.New()
	}

	return Placed{Order: first, Repeat: true}, nil
}

func (a *acceptor) price(d draft, p catalog.Product) (money.Rupiah, error) {
	price := a.snap.Price(d.ClientID, p)

	if d.bill != nil {
		price = d.bill.price
	} else if p.Kind != catalog.Prepaid {
		return 0, fault.ErrUnavailable.Wrap(errStale) // the product has become a bill: the caller repeats the request
	}

	return price, check(d.Request, p, price, a.now)
}

func (a *acceptor) draftOrder(d draft, p catalog.Product, price money.Rupiah) Order {
	o := Order{
		ClientID: d.ClientID, ClientRef: d.ClientRef, WalletType: wallet.Type(p.WalletType),
		ProductCode: p.Code, ProductName: p.Name, Kind: Kind(p.Kind), DestinationNo: d.DestinationNo,
		Amount: d.Amount, Price: price, Status: Pending, PaymentType: d.PaymentType, Channel: d.Channel, APIKeyEnding: d.APIKeyEnding,
		inputHash: d.hash,
	}

	if d.bill != nil {
		o.ID, o.Reference = d.bill.orderID, d.bill.reference
	} else {
		o.ID, o.Reference = a.next(a.now), a.common(p).reference
	}

	// created_at is never before the second in the id, since lists sort and
	// filter by the id alone.
	o.CreatedAt = a.now
	if second := ids.Time(o.ID); second.After(o.CreatedAt) || o.CreatedAt.Sub(second) >= time.Second {
		o.CreatedAt = second
	}

	o.UpdatedAt = o.CreatedAt

	return o
}

// check returns the reason why a product can't be ordered, or nil.
func check(r Request, p catalog.Product, price money.Rupiah, now time.Time) error {
	switch {
	case !p.Active:
		return ErrProductInactive.New()
	case p.Problem:
		return ErrProductProblem.New()
	case p.CutOff.Left(now) > 0:
		return CutOff(p, now)
	case r.MaxPrice > 0 && price > r.MaxPrice:
		return ErrPriceAboveMaximum.Msg(msgPriceAbove.With(price.Pointed(), r.MaxPrice.Pointed()))
	case p.Kind == catalog.Open && (r.Amount < p.MinAmount || (p.MaxAmount > 0 && r.Amount > p.MaxAmount)):
		return fault.InvalidField("amount", msgAmountRange.With(p.MinAmount.Pointed(), p.MaxAmount.Pointed()))
	case p.Kind != catalog.Open && r.Amount != 0:
		return fault.InvalidField("amount", msgFixedPrice)
	}

	return nil
}

// CutOff is the error for a product that is not sold at a moment.
func CutOff(p catalog.Product, at time.Time) *fault.Error {
	e := ErrProductCutOff.Msg(msgProductCutOff.With(p.CutOff.From.String(), p.CutOff.To.String()))
	e.RetryAfter = p.CutOff.Left(at)

	return e
}
