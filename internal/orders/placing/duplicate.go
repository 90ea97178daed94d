package placing

import (
	"slices"
	"time"

	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
)

// A client may want the same product for the same number refused when it comes again within some minutes: its own program has then often
// sent one purchase twice with two references. An order that failed does not count.

// purchaseKey is what a client bought.
type purchaseKey struct {
	clientID        int64
	product, number string
}

func (r Request) purchase() purchaseKey {
	return purchaseKey{r.ClientID, r.ProductCode, r.DestinationNo}
}

// purchase is an earlier order of the same.
type purchase struct {
	clientRef string
	at        time.Time
}

// guardsDuplicates reports whether some orders of a batch are refused if they are duplicates. Such a batch reads before it decides.
func guardsDuplicates(calls []*placeCall) bool {
	return slices.ContainsFunc(calls, func(c *placeCall) bool { return c.Req.DuplicateWithin > 0 })
}

// findPurchases adds the look-up of what the batch's orders would buy again. It comes after the accounts are locked, so that it sees the orders
// of other nodes. The map is filled when the batch is flushed.
func findPurchases(b *db.Batch, calls []*placeCall, now time.Time) map[purchaseKey]purchase {
	if !guardsDuplicates(calls) {
		return nil
	}

	found := map[purchaseKey]purchase{}

	var (
		clients, since    []int64
		products, numbers []string
	)

	for _, c := range calls {
		if c.Req.DuplicateWithin == 0 {
			continue
		}

		from, _ := ids.Range(now.Add(-c.Req.DuplicateWithin), now)
		clients, since = append(clients, c.Req.ClientID), append(since, from)
		products, numbers = append(products, c.Req.ProductCode), append(numbers, c.Req.DestinationNo)
	}

	b.QueryRows(db.Columns{
		{Name: "client", Values: clients}, {Name: "product", Values: products}, {Name: "number", Values: numbers}, {Name: "since", Values: since},
	}, `SELECT o.client_id, o.product_code, o.destination_no, o.client_ref, o.created_at FROM orders o {JOIN}
		WHERE o.client_id = {client} AND o.destination_no = {number} AND o.id >= {since} AND o.product_code = {product} AND o.status <> $1`,
		[]any{int64(order.Failed)}, func(row db.Row) error {
			var (
				key purchaseKey
				one purchase
				at  int64
			)

			err := row.Scan(&key.clientID, &key.product, &key.number, &one.clientRef, &at)
			if one.at = clock.FromMicros(at); one.at.After(found[key].at) {
				found[key] = one
			}

			return err
		})

	return found
}

// checkDuplicate refuses an order that buys again what one of the last minutes bought.
func (a *acceptor) checkDuplicate(r Request) error {
	first, again := a.purchases[r.purchase()]
	if again && a.now.Sub(first.at) < r.DuplicateWithin {
		return ErrDuplicateOrder.Msg(msgDuplicateOrder.With(first.clientRef, int(r.DuplicateWithin.Minutes())))
	}

	return nil
}
