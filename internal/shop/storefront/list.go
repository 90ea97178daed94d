package storefront

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"loket/internal/catalog"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// SKU is a product with the prices of a client.
type SKU struct {
	Product   *catalog.Product // of the catalogue's snapshot: never written to
	Operator  catalog.Operator
	Net       money.Rupiah // what the client pays
	Pricing   Pricing
	Committed money.Rupiah // what shoppers pay
}

// Margin is what the client earns with one.
func (k SKU) Margin() money.Rupiah { return k.Committed - k.Net }

// Off reports whether the shop doesn't sell it, because its price is below the net price.
func (k SKU) Off() bool { return k.Committed < k.Net }

// OnSale reports whether shoppers can buy it.
func (k SKU) OnSale() bool {
	return k.Product.Kind == catalog.Prepaid && k.Product.Active && !k.Product.Problem && k.Operator.Active && !k.Off()
}

// Filter selects SKUs; a zero value selects all.
type Filter struct {
	Search       string // words of code or name, any case
	OperatorType string
	OperatorCode string
	Active       *bool
	MarginSort   int // 1: least margin first, -1: greatest first, by per cent of the net price; 0: by code
}

// SKUs are the SKUs of a client that match a filter, sorted, and the number of all that match. The first page is 1. Prices are
// computed for what is shown or sorted alone, since a catalogue may have 50,000 products.
func (s *Service) SKUs(ctx context.Context, clientID int64, f Filter, page, perPage int) ([]SKU, int, error) {
	o, err := s.offer(ctx, clientID)
	if err != nil {
		return nil, 0, err
	}

	found := []rankedProduct{}
	words := strings.Fields(strings.ToLower(f.Search))

	for p, text := range o.snap.All() {
		operator, ok := o.operators[p.OperatorCode]
		if !ok || !f.matches(p, operator) || slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) }) {
			continue
		}

		r := rankedProduct{product: p, place: len(found)}

		if f.MarginSort != 0 {
			net, committed := o.price(p)
			r.margin = int64(f.MarginSort) * MarginTenths(net, committed-net)
		}

		found = append(found, r)
	}

	if f.MarginSort != 0 {
		// By code among equals: a stable sort takes twice as long.
		slices.SortFunc(found, func(a, b rankedProduct) int { return cmp.Or(cmp.Compare(a.margin, b.margin), a.place-b.place) })
	}

	first := min((page-1)*perPage, len(found))
	list := []SKU{}

	for _, r := range found[first:min(first+perPage, len(found))] {
		list = append(list, o.sku(r.product))
	}

	return list, len(found), nil
}

// rankedProduct is a product with its place in an order.
type rankedProduct struct {
	product *catalog.Product
	margin  int64
	place   int
}

func (f Filter) matches(p *catalog.Product, o catalog.Operator) bool {
	return (f.OperatorType == "" || f.OperatorType == o.Type) && (f.OperatorCode == "" || f.OperatorCode == o.Code) &&
		(f.Active == nil || *f.Active == p.Active)
}

func (k SKU) tenths() int64 { return MarginTenths(k.Net, k.Margin()) }

// offer is what a client's shop may offer, with its prices, at one moment.
type offer struct {
	clientID  int64
	snap      *catalog.Snapshot
	prices    *Prices
	operators map[string]catalog.Operator // by code
}

func (s *Service) offer(ctx context.Context, clientID int64) (offer, error) {
	assigned, err := assignedTo(ctx, s.deps.DB.Reader(), clientID)
	if err != nil {
		return offer{}, err
	}

	prices, err := s.Prices(ctx, clientID)
	if err != nil {
		return offer{}, err
	}

	snap, err := s.deps.Catalog.Snapshot(ctx)
	if err != nil {
		return offer{}, err
	}

	o := offer{clientID, snap, prices, map[string]catalog.Operator{}}

	for _, operator := range snap.Operators() {
		if sellable(operator) && (len(assigned) == 0 || assigned[operator.Code]) {
			o.operators[operator.Code] = operator
		}
	}

	return o, nil
}

// price is the net and the committed price of a product.
func (o offer) price(p *catalog.Product) (net, committed money.Rupiah) {
	net = o.snap.PriceOf(o.clientID, p)

	return net, o.prices.Of(p.Code).Price(net, p.RecommendedPrice)
}

func (o offer) sku(p *catalog.Product) SKU {
	k := SKU{Product: p, Operator: o.operators[p.OperatorCode], Pricing: o.prices.Of(p.Code)}
	k.Net, k.Committed = o.price(p)

	return k
}

// offeredSKUs are all SKUs of a client's shop by code, inactive ones too.
func (s *Service) offeredSKUs(ctx context.Context, clientID int64) ([]SKU, error) {
	o, err := s.offer(ctx, clientID)
	if err != nil {
		return nil, err
	}

	list := []SKU{}

	for p := range o.snap.All() {
		if _, ok := o.operators[p.OperatorCode]; ok {
			list = append(list, o.sku(p))
		}
	}

	return list, nil
}

// skusOfCodes are the SKUs of a client with these codes, each once. Error: fault.ErrValidation for a code that the shop doesn't offer.
func (s *Service) skusOfCodes(ctx context.Context, clientID int64, codes []string) ([]SKU, error) {
	if len(codes) == 0 || len(codes) > MaxSKUs {
		return nil, fault.InvalidField("productIds", msgSKUs.With(MaxSKUs))
	}

	all, err := s.offeredSKUs(ctx, clientID)
	if err != nil {
		return nil, err
	}

	wanted := make(map[string]bool, len(codes))
	for _, code := range codes {
		wanted[code] = true
	}

	list := slices.DeleteFunc(all, func(k SKU) bool {
		there := wanted[k.Product.Code]
		delete(wanted, k.Product.Code)

		return !there
	})

	for i, code := range codes {
		if wanted[code] {
			return nil, fault.InvalidField(fmt.Sprintf("productIds[%d]", i), msgNotSold.With(code))
		}
	}

	return list, nil
}

// Summary tells how the SKUs of a client are priced.
type Summary struct {
	Active                int // shoppers can buy
	Off                   int // priced below their net price
	LeastTenth, MostTenth int64
	WasSet                bool
}

// Summary sums up the SKUs of a client's shop.
func (s *Service) Summary(ctx context.Context, clientID int64) (Summary, error) {
	prices, err := s.Prices(ctx, clientID)
	if err != nil {
		return Summary{}, err
	}

	list, err := s.offeredSKUs(ctx, clientID)
	if err != nil {
		return Summary{}, err
	}

	sum := Summary{WasSet: prices.WasSet}

	for _, k := range list {
		if k.Product.Active && k.Off() {
			sum.Off++
		}

		if !k.OnSale() {
			continue
		}

		tenths := k.tenths()
		if sum.Active == 0 {
			sum.LeastTenth, sum.MostTenth = tenths, tenths
		}

		sum.LeastTenth, sum.MostTenth = min(sum.LeastTenth, tenths), max(sum.MostTenth, tenths)
		sum.Active++
	}

	return sum, nil
}

// Denomination is the part of a product's name that tells its value: "86 Diamonds" of Mobile Legends 86 Diamonds, and of MLBB 86
// Diamonds if that is the operator's code.
func (k SKU) Denomination() string {
	for _, operator := range []string{k.Operator.Name, k.Operator.Code} {
		if rest, ok := strings.CutPrefix(k.Product.Name, operator+" "); ok {
			return rest
		}
	}

	return k.Product.Name
}

// skusOfCodesOrAll are the SKUs with these codes, or all without any.
func (s *Service) skusOfCodesOrAll(ctx context.Context, clientID int64, codes []string) ([]SKU, error) {
	if codes == nil {
		return s.offeredSKUs(ctx, clientID)
	}

	return s.skusOfCodes(ctx, clientID, codes)
}

// CommittedPrice returns the committed price of a product, and false for one that the client's shop doesn't offer.
type CommittedPrice func(p *catalog.Product) (money.Rupiah, bool)

// CommittedPrices returns the committed prices of a client. A client that never set prices has none.
func (s *Service) CommittedPrices(ctx context.Context, clientID int64) (CommittedPrice, error) {
	o, err := s.offer(ctx, clientID)
	if err != nil {
		return nil, fmt.Errorf("committed prices of client %d: %w", clientID, err)
	}

	return func(p *catalog.Product) (money.Rupiah, bool) {
		if _, offered := o.operators[p.OperatorCode]; !offered || o.prices.Version == 0 {
			return 0, false
		}

		_, committed := o.price(p)

		return committed, true
	}, nil
}
