package sales

import (
	"cmp"
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

func byKey(a, b Key) int {
	return cmp.Or(cmp.Compare(a.Client, b.Client), cmp.Compare(a.Day, b.Day), cmp.Compare(a.Product, b.Product), cmp.Compare(a.Supplier, b.Supplier))
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

// storeTx adds the sums to their rows, in the order of their keys.
func (t Tally) storeTx(ctx context.Context, tx *db.Tx) error {
	keys := slices.SortedFunc(maps.Keys(t), byKey)
	if len(keys) == 0 {
		return nil
	}

	clients, products, suppliers := make([]int64, len(keys)), make([]string, len(keys)), make([]string, len(keys))
	days := make([]int64, len(keys))
	values := make([][]int64, len(sumColumns()))

	for i, k := range keys {
		clients[i], days[i], products[i], suppliers[i] = k.Client, k.Day, k.Product, k.Supplier

		for n, v := range t[k].values() {
			values[n] = append(values[n], v)
		}
	}

	rows := db.Columns{
		{Name: "client", Values: clients}, {Name: "day", Values: days}, {Name: "product", Values: products}, {Name: "supplier", Values: suppliers},
	}
	for n, name := range sumColumns() {
		rows = append(rows, db.Column{Name: name, Values: values[n]})
	}

	_, err := tx.ExecRows(ctx, rows, `INSERT INTO sales_days
			(client_id, day, product_code, supplier, orders, amount, cost, uncosted, below_cost, loss, failed, refunds, refunded, refunded_cost)
		SELECT {client}, {day}, {product}, {supplier}, {orders}, {amount}, {cost}, {uncosted}, {below_cost}, {loss}, {failed}, {refunds}, {refunded}, {refunded_cost}
		{FROM} WHERE TRUE
		ON CONFLICT (client_id, day, product_code, supplier) DO UPDATE SET
			orders = sales_days.orders + excluded.orders, amount = sales_days.amount + excluded.amount, cost = sales_days.cost + excluded.cost,
			uncosted = sales_days.uncosted + excluded.uncosted, below_cost = sales_days.below_cost + excluded.below_cost,
			loss = sales_days.loss + excluded.loss, failed = sales_days.failed + excluded.failed, refunds = sales_days.refunds + excluded.refunds,
			refunded = sales_days.refunded + excluded.refunded, refunded_cost = sales_days.refunded_cost + excluded.refunded_cost`)
	if err != nil {
		return fmt.Errorf("store sales: %w", err)
	}

	return nil
}

// sumColumns are the columns of Sums, in the order of values.
func sumColumns() []string {
	return []string{"orders", "amount", "cost", "uncosted", "below_cost", "loss", "failed", "refunds", "refunded", "refunded_cost"}
}

func (s Sums) values() []int64 {
	return []int64{
		s.Orders, int64(s.Amount), int64(s.Cost), s.Uncosted, s.BelowCost, int64(s.Loss), s.Failed, s.Refunds, int64(s.Refunded), int64(s.RefundedCost),
	}
}

// Columns are those of the table, for Rows.
func Columns() []string {
	return append([]string{"client_id", "day", "product_code", "supplier"}, sumColumns()...)
}

// Rows yields the rows of a tally, for the past of the demo.
func (t Tally) Rows(yield func([]any) bool) {
	for _, k := range slices.SortedFunc(maps.Keys(t), byKey) {
		row := append(make([]any, 0, len(Columns())), k.Client, k.Day, k.Product, k.Supplier)
		for _, v := range t[k].values() {
			row = append(row, v)
		}

		if !yield(row) {
			return
		}
	}
}
