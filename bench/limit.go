package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"loket/internal/clock"
	"loket/internal/db"
	"loket/internal/ids"
)

func micros() int64                   { return clock.Micros(clock.System{}.Now()) }
func fromMicros(us int64) time.Time   { return clock.FromMicros(us) }
func jobArgs(client, id int64) string { return fmt.Sprintf(`{"clientId":%d,"orderId":%d}`, client, id) }

// bulkLimit loads the rows of orders with the same indexes by one connection
// and in one transaction: nothing that writes them one by one can be faster.
func bulkLimit(ctx context.Context, e *engines, engine db.Engine) (float64, error) {
	d, err := e.open(ctx, engine)
	if err != nil {
		return 0, err
	}

	generator, err := ids.NewGenerator(1)
	if err != nil {
		return 0, errors.Join(err, d.Close())
	}

	if err := fill(ctx, d, 1); err != nil {
		return 0, errors.Join(err, d.Close())
	}

	rate, err := loadBulk(ctx, d, generator, firstUser, "ref")

	return rate, errors.Join(err, d.Close())
}

// loadBulk gives how many orders of a client come in per second.
func loadBulk(ctx context.Context, d *db.DB, generator *ids.Generator, client int64, ref string) (float64, error) {
	l := bulkLoad{at: micros(), client: client, ref: ref, list: make([]int64, bulkOrders)}
	for i := range l.list {
		l.list[i] = generator.Next(fromMicros(l.at))
	}

	began := time.Now()
	err := d.Bulk(ctx, func(b *db.Bulk) error { return l.all(ctx, b) })
	took := time.Since(began)

	return bulkOrders / took.Seconds(), err //nolint:wrapcheck // shown as it is
}

// bulkLoad is what one load writes.
type bulkLoad struct {
	list   []int64 // order ids
	at     int64
	client int64 // and wallet
	ref    string
}

func (l bulkLoad) all(ctx context.Context, b *db.Bulk) error {
	tables := []struct {
		name    string
		columns []string
		row     func(i int, id int64) []any
	}{
		{
			"orders",
			[]string{
				"id", "client_id", "client_ref", "wallet_id", "wallet_type", "product_code", "product_name", "kind", "destination_no",
				"amount", "price", "status", "payment_type", "channel", "input_hash", "reference", "created_at", "updated_at",
			},
			func(i int, id int64) []any {
				return []any{
					id, l.client, fmt.Sprintf("%s-%d-%d", l.ref, i%256, i/256), l.client, "level_1", product, "Telkomsel 10.000", "prepaid",
					"081234567890", int64(0), int64(price), int64(5), "deposit", "h2h", int64(i), `{"mobile":"TSEL"}`, l.at, l.at,
				}
			},
		},
		{
			"wallet_history",
			[]string{
				"wallet_id", "seq", "client_id", "action", "amount", "balance_before", "balance_after", "contra", "order_id", "reference", "created_at",
			},
			func(i int, id int64) []any {
				before := int64(fortune) - int64(i)*price

				return []any{
					l.client, int64(i + 2), l.client, "payment", -int64(price), before, before - price, "sales", id,
					fmt.Sprintf("%s-%d-%d", l.ref, i%256, i/256), l.at,
				}
			},
		},
		{
			"jobs",
			[]string{"id", "kind", "args", "run_at", "created_at"},
			func(_ int, id int64) []any { return []any{id, "order.dispatch", jobArgs(l.client, id), l.at, l.at} },
		},
	}

	for _, t := range tables {
		if _, err := b.Copy(ctx, t.name, t.columns, rowsOf(l.list, t.row)); err != nil {
			return fmt.Errorf("load %s: %w", t.name, err)
		}
	}

	return nil
}

func rowsOf(list []int64, row func(i int, id int64) []any) iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		for i, id := range list {
			if !yield(row(i, id)) {
				return
			}
		}
	}
}
