package sales

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"loket/internal/orders/order"
	"loket/internal/platform/clientid"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/money"
)

// Sums are what is added up. Refunds are of delivered orders.
type Sums struct {
	Orders       int64
	Amount, Cost money.Rupiah
	Uncosted     int64 // delivered orders without a known cost
	BelowCost    int64
	Loss         money.Rupiah
	Failed       int64
	Refunds      int64
	Refunded     money.Rupiah
	RefundedCost money.Rupiah
}

// Margin is what is left of sales after costs and refunds.
func (s Sums) Margin() money.Rupiah { return s.Amount - s.Cost - (s.Refunded - s.RefundedCost) }

func (s Sums) plus(o Sums) Sums {
	return Sums{
		Orders: s.Orders + o.Orders, Amount: s.Amount + o.Amount, Cost: s.Cost + o.Cost, Uncosted: s.Uncosted + o.Uncosted,
		BelowCost: s.BelowCost + o.BelowCost, Loss: s.Loss + o.Loss, Failed: s.Failed + o.Failed,
		Refunds: s.Refunds + o.Refunds, Refunded: s.Refunded + o.Refunded, RefundedCost: s.RefundedCost + o.RefundedCost,
	}
}

// Key is the row that something counts in.
type Key struct {
	Client   int64
	Day      int64 // YYYYMMDD in Jakarta
	Product  string
	Supplier string
}

// Tally adds up sums by their rows.
type Tally map[Key]Sums

// Add adds sums to a row.
func (t Tally) Add(k Key, more Sums) {
	t[k] = t[k].plus(more)
}

// countTx counts events.
func countTx(ctx context.Context, tx *db.Tx, list []event.Event) error {
	subjects := map[int64][]string{}

	for _, e := range list {
		if !clientid.IsSandbox(e.ClientID) {
			subjects[e.ClientID] = append(subjects[e.ClientID], e.Subject)
		}
	}

	tally := Tally{}

	for _, client := range slices.Sorted(maps.Keys(subjects)) {
		orders, err := order.DeliveriesTx(ctx, tx, client, subjects[client])
		if err != nil {
			return err
		}

		for _, e := range list {
			if e.ClientID != client {
				continue
			}

			if err := tally.count(e, orders); err != nil {
				return err
			}
		}
	}

	return tally.storeTx(ctx, tx)
}

func (t Tally) count(e event.Event, orders map[int64]order.Delivery) error {
	id, err := e.ID()
	if err != nil {
		return err
	}

	o, known := orders[id]
	if !known {
		return fmt.Errorf("order %d of an event: %w", id, order.NoSuchOrder())
	}

	k := Key{e.ClientID, DayNumber(e.At), o.ProductCode, o.Supplier}

	switch e.Kind { //nolint:exhaustive // the consumer reads these alone
	case event.OrderSucceeded:
		if order.IsSettled(e) {
			o.Cost = 0 // counts when it is told
		}

		t.Add(k, SumsOfDelivery(o.Price, o.Cost))
	case event.OrderFailed:
		t.Add(k, Sums{Failed: 1})
	case event.OrderCosted:
		var note order.CostNote
		if err := json.Unmarshal([]byte(e.Data), &note); err != nil {
			return fmt.Errorf("cost of order %d: %w", id, err)
		}

		k.Supplier = note.Supplier

		if note.Refund {
			t.Add(k, Sums{Refunds: 1, Refunded: o.Price, RefundedCost: note.Cost})
		} else {
			late := SumsOfDelivery(o.Price, note.Cost)
			late.Orders, late.Amount, late.Uncosted = 0, 0, -1
			t.Add(k, late)
		}
	}

	return nil
}

// SumsOfDelivery are the sums of one delivered order.
func SumsOfDelivery(price, cost money.Rupiah) Sums {
	out := Sums{Orders: 1, Amount: price, Cost: cost}

	if cost == 0 {
		out.Uncosted = 1
	}

	if cost > price {
		out.BelowCost, out.Loss = 1, cost-price
	}

	return out
}
