package placing

import (
	"time"

	"loket/internal/catalog"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/money"
)

// acceptor decides the requests of one batch one after the other: it accepts an order and charges its
// wallet or limit, or refuses it with the reason.
type acceptor struct {
	preloadedRows

	snap     *catalog.Snapshot
	accounts order.AccountSet
	inBatch  map[refKey]*placeCall // accepted in this batch
	now      time.Time
	next     func(now time.Time) int64
	rows     *rows
	choose   func(o *order.Order, group string, skus []catalog.SKU) catalog.SKU

	defaults map[productKey]productDefaults

	settlementOff bool
}

// productKey is a product as clients buy it, or as sandboxes do.
type productKey struct {
	code    string
	sandbox bool
}

// productDefaults are what the prepaid orders of a product in a batch have in common. They share the display fields, so
// it must not be changed.
type productDefaults struct {
	displayFields map[string]string
	text          string        // the stored form of the reference
	skus          []catalog.SKU // in order of preference; empty when nobody sells the product
}

func (a *acceptor) defaultsFor(clientID int64, p catalog.Product) productDefaults {
	key := productKey{p.Code, clientid.IsSandbox(clientID)}

	c, known := a.defaults[key]
	if !known {
		c.displayFields = map[string]string{p.OperatorType: p.OperatorCode}
		c.text = order.EncodeDisplayFields(c.displayFields)
		c.skus = order.SKUs(a.snap, clientID, p.Code)
		a.defaults[key] = c
	}

	return c
}

// firstAttempt is the first attempt of an accepted order, and the stored form of the order's reference.
func (a *acceptor) firstAttempt(o order.Order, p catalog.Product, bill *inquiredBill) (order.Attempt, string) {
	at := order.Attempt{
		OrderID: o.ID, Number: 1, ClientID: o.ClientID, Reference: order.AttemptKey{ClientID: o.ClientID, OrderID: o.ID, Number: 1}.String(), State: order.StatePrepared, PreparedAt: a.now,
	}

	if bill != nil {
		at.Supplier, at.SKU, at.Handle, at.PreparedAt = bill.supplier, bill.sku, bill.handle, clock.FromMicros(bill.inquired)

		return at, order.EncodeDisplayFields(o.DisplayFields)
	}

	c := a.defaultsFor(o.ClientID, p)
	sku := a.choose(&o, p.OperatorType, c.skus) // without a supplier when nobody may be tried
	at.Supplier, at.SKU = sku.Supplier, sku.Code

	return at, c.text
}

func (a *acceptor) accept(c *placeCall) (PlacedOrder, error) {
	key := refKey{c.Req.ClientID, c.Req.ClientRef}

	if first, ok := a.earlier[key]; ok {
		return repeat(first, c.Req.hash)
	}

	if first, ok := a.inBatch[key]; ok {
		return repeat(first.Res.Order, c.Req.hash)
	}

	if f := c.Req.Fence; f != nil && !a.fences[f] {
		return PlacedOrder{}, fault.ErrUnavailable.Wrap(errReplaced)
	}

	p, ok := a.snap.Product(c.Req.ProductCode)
	if !ok {
		return PlacedOrder{}, ErrProductNotFound.New()
	}

	price, err := a.price(c.Req, p)
	if err != nil {
		return PlacedOrder{}, err
	}

	if err := a.checkDuplicate(c.Req.Request); err != nil {
		return PlacedOrder{}, err
	}

	if c.Req.PaymentType == order.Settlement && a.settlementOff {
		return PlacedOrder{}, fault.ErrFeatureOff.New()
	}

	o := a.draftOrder(c.Req, p, price)

	// Charged now: the order of a bill began before its inquiry, and others were charged since.
	at := clock.Latest(a.now, o.CreatedAt)

	balance, err := a.accounts.Charge(&o, at)
	if err != nil {
		return PlacedOrder{}, err
	}

	first, reference := a.firstAttempt(o, p, c.Req.bill)
	a.rows.add(o, reference, first)
	a.inBatch[key] = c

	if a.purchases != nil {
		a.purchases[c.Req.purchase()] = purchase{o.ClientRef, o.CreatedAt}
	}

	return PlacedOrder{Order: o, BalanceAfter: balance}, nil
}

func repeat(first order.Order, hash int64) (PlacedOrder, error) {
	if first.InputHash != hash {
		return PlacedOrder{}, ErrReferenceConflict.New()
	}

	return PlacedOrder{Order: first, Repeat: true}, nil
}

func (a *acceptor) price(d draft, p catalog.Product) (money.Rupiah, error) {
	price := a.snap.Price(d.ClientID, p)

	if d.bill != nil {
		price = d.bill.price
	} else if p.Kind != catalog.Prepaid {
		return 0, fault.ErrUnavailable.Wrap(errStale) // the product has become a bill: the caller repeats the request
	}

	return price, checkAvailable(d.Request, p, price, a.now)
}

func (a *acceptor) draftOrder(d draft, p catalog.Product, price money.Rupiah) order.Order {
	o := order.Order{
		ClientID: d.ClientID, ClientRef: d.ClientRef, WalletType: wallet.Type(p.WalletType),
		ProductCode: p.Code, ProductName: p.Name, Kind: p.Kind, DestinationNo: d.DestinationNo,
		Amount: d.Amount, Price: price, Status: order.Pending, PaymentType: d.PaymentType, Channel: d.Channel, APIKeyEnding: d.APIKeyEnding,
		InputHash: d.hash,
	}

	if d.bill != nil {
		o.ID, o.DisplayFields = d.bill.orderID, d.bill.displayFields
	} else {
		o.ID, o.DisplayFields = a.next(a.now), a.defaultsFor(d.ClientID, p).displayFields
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
