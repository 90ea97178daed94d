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

	first := micros()

	list := make([]int64, bulkOrders)
	for i := range list {
		list[i] = generator.Next(fromMicros(first))
	}

	began := time.Now()
	err = d.Bulk(ctx, func(b *db.Bulk) error { return loadAll(ctx, b, list, first) })
	took := time.Since(began)

	return bulkOrders / took.Seconds(), errors.Join(err, d.Close())
}

func loadAll(ctx context.Context, b *db.Bulk, list []int64, at int64) error {
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
					id, int64(firstUser), fmt.Sprintf("ref-%d-%d", i%256, i/256), int64(firstUser), "level_1", product, "Telkomsel 10.000", "prepaid",
					"081234567890", int64(0), int64(price), int64(5), "deposit", "h2h", int64(i), `{"mobile":"TSEL"}`, at, at,
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
					int64(firstUser), int64(i + 2), int64(firstUser), "payment", -int64(price), before, before - price, "sales", id,
					fmt.Sprintf("ref-%d-%d", i%256, i/256), at,
				}
			},
		},
		{
			"jobs",
			[]string{"id", "kind", "args", "run_at", "created_at"},
			func(_ int, id int64) []any { return []any{id, "order.dispatch", jobArgs(firstUser, id), at, at} },
		},
	}

	for _, t := range tables {
		if _, err := b.Copy(ctx, t.name, t.columns, rowsOf(list, t.row)); err != nil {
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
