package placing

import (
	"cmp"
	"slices"

	"loket/internal/orders/order"
	"loket/internal/platform/db"
)

// preloadedRows is what a pessimistic batch reads before it decides: earlier orders with the same references, and the fences that hold.
type preloadedRows struct {
	earlier   map[refKey]order.Order
	purchases map[purchaseKey]purchase // nil of a batch that refuses no duplicates
	fences    map[*Fence]bool
}

func hasFence(calls []*placeCall) bool {
	return slices.ContainsFunc(calls, func(c *placeCall) bool { return c.Req.Fence != nil })
}

// lockFences adds the look-up of the batch's fences, in the order of their rows: who reads the ends of orders locks several rows, too, in
// this order. The map is filled when the batch is flushed.
func lockFences(b *db.Batch, calls []*placeCall) map[*Fence]bool {
	var fences []*Fence

	holds := map[*Fence]bool{}

	for _, c := range calls {
		if f := c.Req.Fence; f != nil && !slices.Contains(fences, f) {
			fences = append(fences, f)
		}
	}

	slices.SortFunc(fences, func(a, b *Fence) int { return cmp.Or(cmp.Compare(a.Query, b.Query), cmp.Compare(a.Row, b.Row)) })

	for _, f := range fences {
		b.Query(f.Query, f.Args, func(db.Row) error {
			holds[f] = true

			return nil
		})
	}

	return holds
}
