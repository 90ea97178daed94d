package routing

import (
	"hash/fnv"
	"time"

	"loket/internal/catalog"
)

// Exclusion is what is known of a SKU, or of a whole supplier, that the system switched off since too much of it failed.
type Exclusion struct {
	Off bool
	// OneOf, in a trial, is how many orders there are for each that goes there; 0 while there is no trial.
	OneOf int64
	// Since is when this began. Purchases that were sent before don't count for the next decision.
	Since time.Time
}

// noDraw is the draw of an order that is no order: it is in no trial.
const noDraw = -1

// Exclusions are those of now.
type Exclusions map[SKUKey]Exclusion

// SetExclusions has the choice of this node leave out what is off, and try what is in a trial.
func (s *Service) SetExclusions(list Exclusions) {
	s.change(func(t *table) { t.exclusions = list })
}

// of is what holds for a SKU: that of its supplier, else its own.
func (e Exclusions) of(sku catalog.SKU, product string) Exclusion {
	whole := e[SKUKey{sku.Supplier, ""}]
	if whole.Off || whole.OneOf > 0 {
		return whole
	}

	return e[SKUKey{sku.Supplier, product}]
}

// counts reports whether the result of a purchase counts for the next decision.
func (e Exclusions) counts(ended PurchaseEnd) bool {
	return !ended.SentAt.Before(e[ended.SKUKey].Since) && !ended.SentAt.Before(e[SKUKey{ended.Supplier, ""}].Since)
}

// included leaves out SKUs that are off, and those in a trial for all orders but its share. tried is the one that this order tries first; empty
// without one.
func (e Exclusions) included(product string, skus []catalog.SKU, drawn int64) (out []catalog.SKU, tried string) {
	if len(e) == 0 {
		return skus, ""
	}

	out = make([]catalog.SKU, 0, len(skus))

	for _, sku := range skus {
		one := e.of(sku, product)
		inTrial := one.OneOf > 0 && drawn != noDraw && drawOf(drawn, sku.Supplier)%one.OneOf == 0

		if one.Off || one.OneOf > 0 && !inTrial {
			continue
		}

		if inTrial && tried == "" {
			tried = sku.Supplier
		}

		out = append(out, sku)
	}

	return out, tried
}

// drawOf draws for an order and a supplier, apart from the draws of the rules.
func drawOf(drawn int64, supplier string) int64 { return pick(drawn ^ hash(supplier)) }

func hash(text string) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text))

	return int64(h.Sum64()) //nolint:gosec // any bits do
}

// chance is what stands for chance: of an order its id, of an inquiry without one its number.
func (p Purchase) chance() int64 {
	if p.OrderID == 0 && p.Destination != "" {
		return pick(hash(p.Destination))
	}

	return pick(p.OrderID)
}
