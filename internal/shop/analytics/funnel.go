package analytics

import (
	"cmp"
	"context"
	"slices"
)

// Names of nodes of the funnel that are no operator and no SKU.
const (
	nodeCheckout = "checkout"
	nodeDropped  = "dropped"
)

// Bounds of the funnel: the most viewed operators, and of each the most chosen SKUs.
const (
	maxOperators = 50
	maxChosen    = 50
	maxSteps     = 100_000 // rows of one step, more than a shop has SKUs
)

// FunnelOperator is an operator with its visitors, counted as sessions of a day. Each is counted once in Products: with the SKU of their
// last checkout, else with the last that they chose, else with those who dropped out. So what comes into a node leaves it.
type FunnelOperator struct {
	Name       string
	Count      int64
	Percentage float64 // of the visitors of all operators
	Products   []FunnelProduct
}

// FunnelProduct is a SKU, or those who left without one.
type FunnelProduct struct {
	Name   string
	Count  int64
	Orders []FunnelOrder
}

// FunnelOrder is what became of those who chose a SKU.
type FunnelOrder struct {
	Name  string
	Count int64
}

// Funnel is the way of visitors from operators by SKUs to the checkout, most viewed first. Rows without visitors are left out.
func (s *Service) Funnel(ctx context.Context, clientID int64, r Range) ([]FunnelOperator, error) {
	seen, err := s.counts(ctx, clientID, views, r, maxSteps)
	if err != nil {
		return nil, err
	}

	products, err := s.chosenSKUs(ctx, clientID, r)
	if err != nil {
		return nil, err
	}

	n, err := s.names(ctx)
	if err != nil {
		return nil, err
	}

	var all int64
	for _, o := range seen {
		all += o.count
	}

	out := []FunnelOperator{}

	for _, o := range seen[:min(len(seen), maxOperators)] {
		list := products[o.name]
		for i := range list {
			if list[i].Orders != nil { // a SKU
				list[i].Name = n.product(list[i].Name)
			}
		}

		out = append(out, FunnelOperator{n.operator(o.name), o.count, percent(o.count, all), list[:min(len(list), maxChosen)]})
	}

	return out, nil
}

// chosenSKUs are the SKUs that visitors chose, by the operator's code, most chosen first.
func (s *Service) chosenSKUs(ctx context.Context, clientID int64, r Range) (map[string][]FunnelProduct, error) {
	left, err := s.counts(ctx, clientID, ignored, r, maxSteps)
	if err != nil {
		return nil, err
	}

	chosen, err := s.counts(ctx, clientID, selects, r, maxSteps)
	if err != nil {
		return nil, err
	}

	ended, err := s.counts(ctx, clientID, checkouts, r, maxSteps)
	if err != nil {
		return nil, err
	}

	paid := make(map[pair]int64, len(ended))
	for _, c := range ended {
		paid[c.pair] = c.count
	}

	out := map[string][]FunnelProduct{}

	for _, c := range chosen {
		p := FunnelProduct{Name: c.value, Count: c.count, Orders: []FunnelOrder{}}

		for _, o := range []FunnelOrder{{nodeCheckout, paid[c.pair]}, {nodeDropped, c.count - paid[c.pair]}} {
			if o.Count > 0 {
				p.Orders = append(p.Orders, o)
			}
		}

		out[c.name] = append(out[c.name], p)
	}

	for _, c := range left {
		out[c.name] = append(out[c.name], FunnelProduct{Name: nodeDropped, Count: c.count})
		slices.SortStableFunc(out[c.name], func(a, b FunnelProduct) int { return cmp.Compare(b.Count, a.Count) })
	}

	return out, nil
}
