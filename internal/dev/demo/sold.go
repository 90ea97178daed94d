package demo

import (
	"loket/internal/backoffice/sales"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/money"
)

// count adds the orders of a chunk to what was sold.
func (c *chunk) count(sold sales.Tally) {
	for n := range c.sales {
		s := &c.sales[n]
		k := sales.Key{Client: MainClient, Day: sales.DayNumber(clock.FromMicros(s.updated)), Product: s.item.Code}

		if s.attempted {
			k.Supplier = FirstSupplier
		}

		switch s.status {
		case order.Success:
			sold.Add(k, sales.SumsOfDelivery(money.Rupiah(s.price), s.cost))
		case order.Failed:
			sold.Add(k, sales.Sums{Failed: 1})
		case order.Pending:
		}
	}
}
