package sales

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"

	"loket/internal/platform/db"
)

const (
	sumColumns = `orders, amount, cost, uncosted, below_cost, loss, failed, refunds, refunded, refunded_cost`
	sumValues  = `{orders}, {amount}, {cost}, {uncosted}, {below_cost}, {loss}, {failed}, {refunds}, {refunded}, {refunded_cost}`
	// addSums adds sums to those of a row of table t.
	addSums = `orders = t.orders + excluded.orders, amount = t.amount + excluded.amount, cost = t.cost + excluded.cost,
		uncosted = t.uncosted + excluded.uncosted, below_cost = t.below_cost + excluded.below_cost, loss = t.loss + excluded.loss,
		failed = t.failed + excluded.failed, refunds = t.refunds + excluded.refunds, refunded = t.refunded + excluded.refunded,
		refunded_cost = t.refunded_cost + excluded.refunded_cost`
)

// values are sums in the order of sumColumns.
func (s Sums) values() []int64 {
	return []int64{
		s.Orders, int64(s.Amount), int64(s.Cost), s.Uncosted, s.BelowCost, int64(s.Loss), s.Failed, s.Refunds, int64(s.Refunded), int64(s.RefundedCost),
	}
}

func sumNames() []string {
	return []string{"orders", "amount", "cost", "uncosted", "below_cost", "loss", "failed", "refunds", "refunded", "refunded_cost"}
}

func byKey(a, b Key) int {
	return cmp.Or(cmp.Compare(a.Client, b.Client), cmp.Compare(a.Day, b.Day), cmp.Compare(a.Product, b.Product), cmp.Compare(a.Supplier, b.Supplier))
}

// ofAllClients adds up the rows of all clients; their keys have client 0.
func (t Tally) ofAllClients() Tally {
	out := Tally{}

	for k, sums := range t {
		k.Client = 0
		out.Add(k, sums)
	}

	return out
}

// storeTx adds the sums to the rows of each client, and to those of all clients. The consumer's position is locked before, so nobody else writes
// these rows meanwhile.
func (t Tally) storeTx(ctx context.Context, tx *db.Tx) error {
	_, err := tx.ExecRows(ctx, t.columns(), `INSERT INTO sales_days AS t (client_id, day, product_code, supplier, `+sumColumns+`)
		SELECT {client}, {day}, {product}, {supplier}, `+sumValues+` {FROM} WHERE TRUE
		ON CONFLICT (client_id, day, product_code, supplier) DO UPDATE SET `+addSums)
	if err != nil {
		return fmt.Errorf("store the sales of clients: %w", err)
	}

	_, err = tx.ExecRows(ctx, t.ofAllClients().columns()[1:], `INSERT INTO sales_totals AS t (day, product_code, supplier, `+sumColumns+`)
		SELECT {day}, {product}, {supplier}, `+sumValues+` {FROM} WHERE TRUE
		ON CONFLICT (day, product_code, supplier) DO UPDATE SET `+addSums)
	if err != nil {
		return fmt.Errorf("store the sales of all clients: %w", err)
	}

	return nil
}

// columns are the rows in the order of their keys, with their clients first.
func (t Tally) columns() db.Columns {
	keys := slices.SortedFunc(maps.Keys(t), byKey)
	clients, days := make([]int64, len(keys)), make([]int64, len(keys))
	products, suppliers := make([]string, len(keys)), make([]string, len(keys))
	values := make([][]int64, len(sumNames()))

	for i, k := range keys {
		clients[i], days[i], products[i], suppliers[i] = k.Client, k.Day, k.Product, k.Supplier

		for n, v := range t[k].values() {
			values[n] = append(values[n], v)
		}
	}

	rows := append(make(db.Columns, 0, 4+len(values)), //nolint:mnd // the four of the key
		db.Column{Name: "client", Values: clients}, db.Column{Name: "day", Values: days},
		db.Column{Name: "product", Values: products}, db.Column{Name: "supplier", Values: suppliers})
	for n, name := range sumNames() {
		rows = append(rows, db.Column{Name: name, Values: values[n]})
	}

	return rows
}

// Table is the rows of a tally for one of the two tables.
type Table struct {
	Name    string
	Columns []string
	Rows    iter.Seq[[]any]
}

// Tables are the rows of both tables, for the past of the demo and for measurements.
func (t Tally) Tables() []Table {
	byClient := append([]string{"client_id", "day", "product_code", "supplier"}, sumNames()...)

	return []Table{{"sales_days", byClient, t.rows(0)}, {"sales_totals", byClient[1:], t.ofAllClients().rows(1)}}
}

// rows yields the rows without their first columns.
func (t Tally) rows(without int) iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		for _, k := range slices.SortedFunc(maps.Keys(t), byKey) {
			sums := t[k].values()
			row := append(make([]any, 0, 4+len(sums)), k.Client, k.Day, k.Product, k.Supplier) //nolint:mnd // the four

			for _, v := range sums {
				row = append(row, v)
			}

			if !yield(row[without:]) {
				return
			}
		}
	}
}
