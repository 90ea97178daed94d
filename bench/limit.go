package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
)

func micros() int64                 { return clock.Micros(clock.System{}.Now()) }
func fromMicros(us int64) time.Time { return clock.FromMicros(us) }
func supplierReference(client, id int64) string {
	return order.AttemptKey{ClientID: client, OrderID: id, Number: 1}.String()
}

// bulkLimit loads the rows of orders of the given number of wallets with the same
// indexes, by one connection in one transaction. It returns the orders per second,
// the upper limit for any program that writes the same rows.
func bulkLimit(ctx context.Context, e *engines, engine db.Engine, wallets int) (float64, error) {
	d, err := e.open(ctx, engine)
	if err != nil {
		return 0, err
	}

	generator, err := ids.NewGenerator(1)
	if err != nil {
		return 0, errors.Join(err, d.Close())
	}

	if err := fill(ctx, d, wallets); err != nil {
		return 0, errors.Join(err, d.Close())
	}

	rate, err := newBulkLoad(generator, e.bulk, "ref", func(i int) (client, wallet int64) {
		client = clientOf(i%mostCallers, i/mostCallers, wallets)

		return client, client
	}).run(ctx, d)

	return rate, errors.Join(err, d.Close())
}

// bulkLoad describes one load: the rows that the largest number of callers would
// have placed in turns.
type bulkLoad struct {
	at   int64
	seed uint64 // of the references
	list []loadedOrder
}

type loadedOrder struct {
	id, client, wallet int64
	seq                int64 // of its row in the wallet's history
}

func newBulkLoad(generator *ids.Generator, orders int, ref string, owner func(i int) (client, wallet int64)) bulkLoad {
	l := bulkLoad{at: micros(), seed: seed(ref), list: make([]loadedOrder, orders)}
	seqs := map[int64]int64{}

	for i := range l.list {
		client, wallet := owner(i)
		seqs[wallet]++
		l.list[i] = loadedOrder{id: generator.Next(fromMicros(l.at)), client: client, wallet: wallet, seq: 1 + seqs[wallet]}
	}

	return l
}

// run returns the orders per second.
func (l bulkLoad) run(ctx context.Context, d *db.DB) (float64, error) {
	began := time.Now()
	err := d.Bulk(ctx, func(b *db.Bulk) error { return l.all(ctx, b) })
	took := time.Since(began)

	return float64(len(l.list)) / took.Seconds(), err
}

func (l bulkLoad) clientRef(i int) string {
	return string(appendReference(nil, l.seed, i%mostCallers, i/mostCallers))
}

func (l bulkLoad) all(ctx context.Context, b *db.Bulk) error {
	tables := []struct {
		name    string
		columns []string
		row     func(i int, o loadedOrder) []any
	}{
		{
			"orders",
			[]string{
				"id", "client_id", "client_ref", "wallet_id", "wallet_type", "product_code", "product_name", "kind", "destination_no",
				"amount", "price", "status", "payment_type", "channel", "input_hash", "reference", "created_at", "updated_at",
			},
			func(i int, o loadedOrder) []any {
				return []any{
					o.id, o.client, l.clientRef(i), o.wallet, "level_1", product, "Telkomsel 10.000", "prepaid",
					"081234567890", int64(0), int64(price), int64(5), "deposit", "h2h", int64(i), `{"mobile":"TSEL"}`, l.at, l.at,
				}
			},
		},
		{
			"wallet_history",
			[]string{
				"wallet_id", "seq", "client_id", "action", "amount", "balance_before", "balance_after", "contra", "order_id", "reference", "created_at",
			},
			func(i int, o loadedOrder) []any {
				before := int64(fortune) - (o.seq-2)*price

				return []any{
					o.wallet, o.seq, o.client, "payment", -int64(price), before, before - price, "sales", o.id,
					l.clientRef(i), l.at,
				}
			},
		},
		{
			"order_attempts",
			[]string{"order_id", "number", "client_id", "supplier", "sku", "reference", "state", "prepared_at"},
			func(_ int, o loadedOrder) []any {
				return []any{o.id, int64(1), o.client, supplierCode, supplierSKU, supplierReference(o.client, o.id), "prepared", l.at}
			},
		},
	}

	for _, t := range tables {
		if _, err := b.Copy(ctx, t.name, t.columns, rowsOf(l.list, t.row)); err != nil {
			return fmt.Errorf("load %s: %w", t.name, err)
		}
	}

	return nil
}

func rowsOf(list []loadedOrder, row func(i int, o loadedOrder) []any) iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		for i, o := range list {
			if !yield(row(i, o)) {
				return
			}
		}
	}
}
