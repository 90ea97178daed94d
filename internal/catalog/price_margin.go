package catalog

import (
	"context"
	"slices"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// plan is the catalogue with changes to come and price rules.
type plan struct {
	products map[string]Product
	skus     map[string][]SKU                    // in order of preference
	own      map[string][]ClientPrice            // of a product
	changes  map[string]map[string][]PriceChange // by product and subject, in their order
	rules    priceRules
	segments map[int64]string // of the clients that are in one
}

// PreviewPricesTx computes what new changes do to margins, with all that is scheduled already.
func PreviewPricesTx(ctx context.Context, tx *db.Tx, changes []PriceChange) ([]PricePreview, error) {
	scheduled, err := ReadScheduledPrices(ctx, tx)
	if err != nil {
		return nil, err
	}

	p, err := readPlan(ctx, tx, append(scheduled, changes...))
	if err != nil {
		return nil, err
	}

	list := make([]PricePreview, len(changes))

	for i, c := range changes {
		list[i] = PricePreview{
			PriceChange: c, Now: p.today(c),
			MarginBefore: p.margin(c, c.EffectiveAt.Add(-time.Microsecond)), MarginAfter: p.margin(c, c.EffectiveAt),
			Below: p.sellsBelow(c),
		}
	}

	return list, nil
}

// belowWithout reports whether a prepaid product would cost more than a client pays if a scheduled change didn't take effect.
// Error: fault.ErrNotFound if no such change is scheduled.
func belowWithout(ctx context.Context, tx *db.Tx, id int64) (bool, PriceChange, error) {
	scheduled, err := ReadScheduledPrices(ctx, tx)
	if err != nil {
		return false, PriceChange{}, err
	}

	at := slices.IndexFunc(scheduled, func(c PriceChange) bool { return c.ID == id })
	if at < 0 {
		return false, PriceChange{}, fault.ErrNotFound.New()
	}

	c := scheduled[at]

	p, err := readPlan(ctx, tx, slices.DeleteFunc(scheduled, func(other PriceChange) bool { return other.ID == id || other.EndsID == id }))
	if err != nil {
		return false, PriceChange{}, err
	}

	return p.sellsBelow(c), c, nil
}

// sellsBelow is below for prepaid products that a supplier sells; others have no cost.
func (p plan) sellsBelow(c PriceChange) bool {
	return p.products[c.ProductCode].Kind == Prepaid && len(p.skus[c.ProductCode]) > 0 && p.below(c)
}

func readPlan(ctx context.Context, q db.Querier, changes []PriceChange) (plan, error) {
	p := plan{
		products: map[string]Product{}, skus: map[string][]SKU{}, own: map[string][]ClientPrice{}, changes: map[string]map[string][]PriceChange{},
	}

	products, err := ReadProducts(ctx, q)
	if err != nil {
		return plan{}, err
	}

	for _, product := range products {
		p.products[product.Code] = product
	}

	skus, err := ReadSKUs(ctx, q)
	if err != nil {
		return plan{}, err
	}

	for _, k := range skus {
		if k.Active {
			p.skus[k.ProductCode] = append(p.skus[k.ProductCode], k)
		}
	}

	prices, err := ReadPrices(ctx, q)
	if err != nil {
		return plan{}, err
	}

	for _, own := range prices {
		p.own[own.ProductCode] = append(p.own[own.ProductCode], own)
	}

	if p.rules, err = readPriceRules(ctx, q); err != nil {
		return plan{}, err
	}

	if p.segments, err = readSegments(ctx, q); err != nil {
		return plan{}, err
	}

	for _, c := range changes {
		if p.changes[c.ProductCode] == nil {
			p.changes[c.ProductCode] = map[string][]PriceChange{}
		}

		p.changes[c.ProductCode][c.subject()] = append(p.changes[c.ProductCode][c.subject()], c)
	}

	for _, subjects := range p.changes {
		for _, list := range subjects {
			slices.SortStableFunc(list, func(a, b PriceChange) int { return a.EffectiveAt.Compare(b.EffectiveAt) })
		}
	}

	return p, nil
}

// at is the amount of a subject at a moment: the last change by then, else what applies today. A price that is not by hand then follows its
// rule.
func (p plan) at(c PriceChange, moment time.Time) *money.Rupiah {
	amount, byHand := p.today(c), p.byHand(c)

	var last *PriceChange

	for i := range p.changes[c.ProductCode][c.subject()] {
		other := &p.changes[c.ProductCode][c.subject()][i]
		if other.EffectiveAt.After(moment) {
			break
		}

		if other.EndsID != 0 && last != nil && last.ID != other.EndsID {
			continue // the end of a price that is replaced before it
		}

		amount, byHand, last = other.Amount, !other.endsHand(), other
	}

	if price := p.byRule(c, moment); !byHand && price != nil {
		return price
	}

	return amount
}

// byHand reports whether no rule changes a price now.
func (p plan) byHand(c PriceChange) bool {
	if c.ClientID == 0 {
		return p.products[c.ProductCode].PriceByHand
	}

	own, has := p.ownOf(c.ProductCode, c.ClientID)

	return has && !own.ByRule
}

// byRule is what the rule for a price gives at a moment; nil for costs, and without a rule or a cost.
func (p plan) byRule(c PriceChange, moment time.Time) *money.Rupiah {
	product, skus := p.products[c.ProductCode], p.skus[c.ProductCode]
	if c.Supplier != "" || product.Kind != Prepaid || len(skus) == 0 {
		return nil
	}

	r := p.ruleFor(&product, c.ClientID)
	cost := p.at(PriceChange{ProductCode: c.ProductCode, Supplier: skus[0].Supplier}, moment)

	if r == nil || cost == nil || *cost <= 0 {
		return nil
	}

	return new(r.PriceFor(*cost))
}

// today is the amount of a subject now.
func (p plan) today(c PriceChange) *money.Rupiah {
	switch {
	case c.Supplier != "":
		for _, k := range p.skus[c.ProductCode] {
			if k.Supplier == c.Supplier {
				return &k.Cost
			}
		}
	case c.ClientID != 0:
		for _, own := range p.own[c.ProductCode] {
			if own.ClientID == c.ClientID {
				return &own.Price
			}
		}
	default:
		price := p.products[c.ProductCode].Price

		return &price
	}

	return nil
}

// below reports whether a change leads to a price below cost, at its moment or later, when another amount of the product
// changes before this one does again.
func (p plan) below(c PriceChange) bool {
	until := p.nextOf(c)

	for _, list := range p.changes[c.ProductCode] {
		for _, other := range list {
			at := other.EffectiveAt
			if !at.Before(c.EffectiveAt) && (until.IsZero() || at.Before(until)) && p.margin(c, at) < 0 {
				return true
			}
		}
	}

	return p.margin(c, c.EffectiveAt) < 0
}

// nextOf is when the same amount changes again; zero for never.
func (p plan) nextOf(c PriceChange) time.Time {
	var next time.Time

	for _, other := range p.changes[c.ProductCode][c.subject()] {
		if other.EffectiveAt.After(c.EffectiveAt) && (next.IsZero() || other.EffectiveAt.Before(next)) {
			next = other.EffectiveAt
		}
	}

	return next
}

// margin is the price less the cost at the preferred supplier. For a cost it is the least margin of the list price and all
// own prices of clients.
func (p plan) margin(c PriceChange, moment time.Time) money.Rupiah {
	var cost money.Rupiah

	if list := p.skus[c.ProductCode]; len(list) > 0 {
		cost = *p.at(PriceChange{ProductCode: c.ProductCode, Supplier: list[0].Supplier}, moment)
	}

	price := *p.at(PriceChange{ProductCode: c.ProductCode}, moment)

	switch {
	case c.ClientID != 0:
		if own := p.at(c, moment); own != nil {
			return *own - cost
		}
	case c.Supplier != "":
		for _, client := range p.clients(c.ProductCode) {
			if own := p.at(PriceChange{ProductCode: c.ProductCode, ClientID: client}, moment); own != nil {
				price = min(price, *own)
			}
		}
	}

	return price - cost
}

// clients are those who have, or will have, their own price of a product.
func (p plan) clients(product string) []int64 {
	list := []int64{}

	for _, own := range p.own[product] {
		list = append(list, own.ClientID)
	}

	for _, changes := range p.changes[product] {
		if id := changes[0].ClientID; id != 0 {
			list = append(list, id)
		}
	}

	return list
}
