package placing

import (
	"slices"

	"loket/internal/orders/order"
	"loket/internal/platform/db"
)

// preloaded is what a pessimistic batch reads before it decides: earlier orders with the same references, and the fences that hold.
type preloaded struct {
	earlier map[refKey]order.Order
	fences  map[*Fence]bool
}

func hasFence(calls []*placeCall) bool {
	return slices.ContainsFunc(calls, func(c *placeCall) bool { return c.Req.Fence != nil })
}

// lockFences adds the look-up of the batch's fences. The map is filled when the batch is flushed.
func lockFences(b *db.Batch, calls []*placeCall) map[*Fence]bool {
	asked, holds := map[*Fence]bool{}, map[*Fence]bool{}

	for _, c := range calls {
		f := c.Req.Fence
		if f == nil || asked[f] {
			continue
		}

		asked[f] = true

		b.Query(f.Query, f.Args, func(db.Row) error {
			holds[f] = true

			return nil
		})
	}

	return holds
}
