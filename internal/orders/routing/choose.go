package routing

import (
	"cmp"
	"slices"

	"loket/internal/catalog"
	"loket/internal/platform/money"
)

// noRule is the position of no rule: the catalogue's preference holds.
const noRule = -1

// table is what a choice is made from. It never changes.
type table struct {
	list       List
	results    Results
	exclusions Exclusions
}

// route returns the position of the rule that an order meets, and the SKUs that may be tried, the first one first. drawn stands for chance,
// the same for each choice of one order.
func (t *table) route(p Purchase, skus []catalog.SKU, hour int, opt Options, drawn int64) (int, []catalog.SKU) {
	at, sellers := t.match(p, skus, hour), skus
	if at != noRule {
		sellers = t.list.Rules[at].sellers(skus)
	}

	out, tried := t.exclusions.included(p.Product, affordable(p, sellers, opt.MaxLoss), drawn)
	if at != noRule {
		out = t.inOrder(&t.list.Rules[at], out, p.Group, opt, drawn)
	}

	if i := slices.IndexFunc(out, func(sku catalog.SKU) bool { return sku.Supplier == tried }); i > 0 {
		out = toFront(out, i)
	}

	return at, out
}

// inOrder sorts the SKUs of a rule as its strategy says. It may write to them.
func (t *table) inOrder(rule *Rule, out []catalog.SKU, group string, opt Options, drawn int64) []catalog.SKU {
	switch rule.Strategy {
	case Fixed:
	case Cheapest:
		slices.SortStableFunc(out, func(a, b catalog.SKU) int { return cmp.Compare(a.Cost, b.Cost) })
	case Success:
		t.bySuccess(out, group)
		out = others(out, opt.Others, drawn)
	case Shares:
		out = rule.share(out, drawn)
	}

	return out
}

// match is the position of the first rule that an order meets and one of whose suppliers sells the product.
func (t *table) match(p Purchase, skus []catalog.SKU, hour int) int {
	for i := range t.list.Rules {
		rule := &t.list.Rules[i]

		if rule.meets(p, hour) && slices.ContainsFunc(skus, func(sku catalog.SKU) bool { return rule.has(sku.Supplier) }) {
			return i
		}
	}

	return noRule
}

// affordable leaves out what would be bought at too great a loss. What a bill costs is known after its inquiry.
func affordable(p Purchase, skus []catalog.SKU, maxLoss money.Rupiah) []catalog.SKU {
	tooDear := func(sku catalog.SKU) bool { return p.Kind == catalog.Prepaid && sku.Cost > p.Price+maxLoss }
	if !slices.ContainsFunc(skus, tooDear) {
		return skus
	}

	return slices.DeleteFunc(slices.Clone(skus), tooDear)
}

// bySuccess sorts by the lower bound of recent success, the greatest first; among equals by fewer failures, so that one without results goes
// before one that failed alone.
func (t *table) bySuccess(skus []catalog.SKU, group string) {
	slices.SortStableFunc(skus, func(a, b catalog.SKU) int {
		one, other := t.results[ResultKey{a.Supplier, group}], t.results[ResultKey{b.Supplier, group}]

		return cmp.Or(cmp.Compare(other.LowerBound(), one.LowerBound()), cmp.Compare(one.Failed, other.Failed))
	})
}

// parts is how many parts the draws for the other suppliers have.
const parts, perPercent = 10_000, 100

// others puts another SKU than the first one before all for some percent of the orders.
func others(skus []catalog.SKU, percent int, drawn int64) []catalog.SKU {
	if len(skus) < 2 || drawn%parts < int64(parts-percent*perPercent) {
		return skus
	}

	return toFront(skus, 1+int(drawn/parts%int64(len(skus)-1)))
}

// share puts the SKU before all whose share an order falls into.
func (r *Rule) share(skus []catalog.SKU, drawn int64) []catalog.SKU {
	weights, total := r.weights(skus)
	if total == 0 {
		return skus
	}

	left := drawn % total

	for i, weight := range weights {
		if left < weight {
			return toFront(skus, i)
		}

		left -= weight
	}

	return skus
}

func toFront(skus []catalog.SKU, at int) []catalog.SKU {
	return slices.Concat(skus[at:at+1], skus[:at], skus[at+1:])
}

// pick draws for an order: always the same, and spread evenly although ids follow each other (splitmix64).
func pick(orderID int64) int64 {
	z := uint64(orderID) + 0x9e3779b97f4a7c15 //nolint:gosec // any bits do
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb

	return int64((z ^ z>>31) >> 1) // its sign is 0
}
