package catalog

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"loket/internal/catalog/destination"
	"loket/internal/platform/clientid"
	"loket/internal/platform/money"
)

// Snapshot is the whole catalogue at one version. It is immutable and safe for
// concurrent use. Callers must not write to the slices that it returns.
type Snapshot struct {
	version   int64
	products  map[string]Product
	ordered   []Product // sorted by code, numbers in it by value
	texts     []string  // of ordered: what a search looks at
	operators []Operator
	skus      map[string][]SKU // active ones, in order of preference
	own       ownPrices
	next      time.Time // of the first scheduled change or problem; zero without one
}

func newSnapshot(version int64, operators []Operator, products []Product, skus []SKU) *Snapshot {
	s := &Snapshot{
		version: version, operators: operators,
		products: make(map[string]Product, len(products)),
		skus:     make(map[string][]SKU, len(products)),
	}

	parts := readParts(operators)
	for _, p := range products {
		p.parts = parts[p.OperatorCode]
		s.products[p.Code] = p
	}

	s.ordered = slices.SortedFunc(maps.Values(s.products), func(a, b Product) int { return compareCodes(a.Code, b.Code) })

	s.texts = make([]string, len(s.ordered))
	for i, p := range s.ordered {
		s.texts[i] = searchText(p)
	}

	slices.SortFunc(s.operators, func(a, b Operator) int { return cmp.Compare(a.Code, b.Code) })

	for _, k := range skus {
		if k.Active {
			s.skus[k.ProductCode] = append(s.skus[k.ProductCode], k)
		}
	}

	for _, list := range s.skus {
		slices.SortFunc(list, func(a, b SKU) int { return cmp.Compare(a.Preference, b.Preference) })
	}

	return s
}

// readParts parses what games ask of players. A faulty text, which no import stores, asks for nothing.
func readParts(operators []Operator) map[string]*[]destination.Part {
	out := map[string]*[]destination.Part{}

	for _, o := range operators {
		if parts, err := destination.ParseParts(o.Parts); err == nil && len(parts) > 0 {
			out[o.Code] = &parts
		}
	}

	return out
}

// Version is the number of this state of the catalogue. A batch of orders compares
// it with the row `catalog` of the table `versions` in its own transaction.
func (s *Snapshot) Version() int64 { return s.version }

// Due reports whether a scheduled price or cost, or the begin or end of a problem, applies by now, which the snapshot doesn't have. No order may be charged by
// it then; Reload gives the next one.
func (s *Snapshot) Due(now time.Time) bool { return !s.next.IsZero() && !now.Before(s.next) }

// Product finds a product by its code, active or not.
func (s *Snapshot) Product(code string) (Product, bool) {
	p, ok := s.products[code]

	return p, ok
}

// Price is the price of a product for a client: the client's own price, else the
// list price. A sandbox has the prices of its client. For bills and open amounts it is the fee on top.
func (s *Snapshot) Price(clientID int64, p Product) money.Rupiah { return s.PriceOf(clientID, &p) }

// PriceOf is Price without a copy of the product, for many of them.
func (s *Snapshot) PriceOf(clientID int64, p *Product) money.Rupiah {
	if own, ok := s.own.of(clientid.Live(clientID), p.Code); ok {
		return own
	}

	return p.Price
}

// OwnPrices is how many products have a price of their own for a client.
func (s *Snapshot) OwnPrices(clientID int64) int { return len(s.own.byClient[clientid.Live(clientID)]) }

// SKUs returns the active SKUs of a product, the preferred one first.
func (s *Snapshot) SKUs(code string) []SKU { return s.skus[code] }

// Suppliers returns the codes of those that sell a product, sorted.
func (s *Snapshot) Suppliers() []string {
	sold := map[string]bool{}

	for _, list := range s.skus {
		for _, k := range list {
			sold[k.Supplier] = true
		}
	}

	return append([]string{}, slices.Sorted(maps.Keys(sold))...)
}

// Operators returns all operators sorted by code, inactive ones too.
func (s *Snapshot) Operators() []Operator { return s.operators }

// OperatorTypes returns the operator types with an active operator, in the order of
// the screens.
func (s *Snapshot) OperatorTypes() []OperatorType {
	used := map[string]bool{}

	for _, o := range s.operators {
		if o.Active {
			used[o.Type] = true
		}
	}

	return slices.DeleteFunc(OperatorTypes(), func(t OperatorType) bool { return !used[t.Code] })
}
