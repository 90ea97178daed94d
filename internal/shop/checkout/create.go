package checkout

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"loket/internal/orders/placing"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/ids"
	"loket/internal/platform/limiter"
	"loket/internal/platform/money"
	"loket/internal/shop/storefront"
)

// Input is what a shopper orders.
type Input struct {
	Code        string // of the client
	ProductCode string
	Price       money.Rupiah // that the shopper saw
	Destination Destination
	// Key makes a repeat the same order: a random text, so that nobody else finds the order by it.
	Key    string
	Source netip.Addr // that the order comes from: api.Source
}

// Lengths of a key and of the parts of a game's destination.
const (
	minKey     = 22
	maxKey     = idempotency.MaxKey
	createCall = "storefront-order"
)

// createAnswer is the stored answer of a key.
type createAnswer struct{ ID int64 }

// Create makes an order at the price that holds, or returns the one that was made with the same key. Nothing is charged before it is
// paid. Errors: fault.ErrNotFound for a code without a shop, ErrClosed, ErrNotSold, placing.ErrPriceAboveMaximum when the price is
// another one than the shopper saw, fault.ErrValidation, fault.ErrThrottled, and those of package idempotency.
func (s *Service) Create(ctx context.Context, in Input) (Order, error) {
	shop, sku, destination, err := s.check(ctx, in.Code, in.ProductCode, in.Destination)
	if err != nil {
		return Order{}, err
	}

	if len(in.Key) < minKey || len(in.Key) > maxKey {
		return Order{}, fault.InvalidField("Idempotency-Key", msgKey.With(minKey, maxKey))
	}

	request, err := idempotency.NewRequest(shop.ClientID, createCall, in.Key, struct {
		ProductCode, Destination string
		Price                    money.Rupiah
	}{in.ProductCode, destination, in.Price})
	if err != nil {
		return Order{}, err
	}

	key, counted := destinationKey{shop.ClientID, destination}, false

	first, _, err := idempotency.Do(ctx, s.deps.Keys, request, func(tx *db.Tx, now time.Time) (createAnswer, error) {
		// A new order's price is compared, and only one that is stored counts: a repeat is answered as before.
		if in.Price != sku.Committed {
			if !s.tries.Take(in.Source, now) {
				return createAnswer{}, fault.Throttled(window)
			}

			return createAnswer{}, placing.ErrPriceAboveMaximum.Msg(msgPrice.With(sku.Committed.String()))
		}

		if !counted { // the transaction may run again
			if err := s.takeOrder(in.Source, key, now); err != nil {
				return createAnswer{}, err
			}

			counted = true
		}

		o := newOrder(s.deps.IDs.Next(now), shop, sku, destination, now)

		return createAnswer{o.ID}, insertTx(ctx, tx, o)
	})
	if err != nil {
		if counted {
			s.returnOrder(in.Source, key)
		}

		return Order{}, fmt.Errorf("order in the shop %s: %w", in.Code, err)
	}

	return s.Get(ctx, shop.ClientID, first.ID)
}

// AccountName finds the name behind a destination, where suppliers tell it. Errors: those of Create, fault.ErrNotFound for a product
// without names, placing.ErrBill for a destination that nobody has, placing.ErrSupplierUnavailable, fault.ErrBusy.
func (s *Service) AccountName(ctx context.Context, in Input) (string, error) {
	if s.inquiries.full(in.Source, s.deps.Clock.Now()) {
		return "", fault.Throttled(window)
	}

	shop, sku, destination, err := s.check(ctx, in.Code, in.ProductCode, in.Destination)
	if err != nil {
		return "", err
	}

	if !storefront.HasNames(sku.Operator.Type) {
		return "", fault.ErrNotFound.New()
	}

	leave, err := s.names.Enter(ctx, limiter.Caller[asker]{Key: asker{source: in.Source}, Groups: []asker{{shop: shop.ClientID}}})
	if err != nil {
		return "", err
	}
	defer leave()

	// Counted last, so that one who got no turn has lost nothing.
	if err := s.inquiries.take(in.Source, destinationKey{shop.ClientID, destination}, s.deps.Clock.Now()); err != nil {
		return "", err
	}

	return s.deps.Placing.CustomerName(ctx, shop.ClientID, in.ProductCode, destination)
}

func newOrder(id int64, shop storefront.Shop, k storefront.SKU, destination string, now time.Time) Order {
	return Order{
		ID: id, ClientID: shop.ClientID, Token: strings.ToLower(ids.Token()), OperatorCode: k.Operator.Code, OperatorName: k.Operator.Name,
		OperatorType: k.Operator.Type, ProductCode: k.Product.Code, ProductName: k.Product.Name, Denomination: k.Denomination(),
		DestinationNo: destination, Price: k.Committed, NetPrice: k.Net, Status: Waiting,
		CreatedAt: now, PriceUntil: now.Add(PriceKept), PayableUntil: now.Add(Payable),
	}
}

// check finds the shop and the SKU, and converts the destination to the form of orders.
func (s *Service) check(ctx context.Context, code, productCode string, d Destination) (storefront.Shop, storefront.SKU, string, error) {
	var none storefront.SKU

	shop, err := s.deps.Shops.ByCode(ctx, code)
	if err != nil {
		return shop, none, "", err
	}

	if !shop.IsPublished {
		return shop, none, "", ErrClosed.New()
	}

	sku, err := s.deps.Shops.OneOnSale(ctx, shop.ClientID, productCode)
	if fault.ErrNotFound.Is(err) {
		return shop, none, "", ErrNotSold.New()
	}

	if err != nil {
		return shop, none, "", err
	}

	if now := s.deps.Clock.Now(); sku.Product.CutOff.Left(now) > 0 {
		return shop, none, "", placing.CutOff(*sku.Product, now)
	}

	destination, err := d.text(sku.Product)

	return shop, sku, destination, err
}
