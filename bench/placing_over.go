package main

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/ids"
)

// placingOver measures the part of 1.1 on a big table: orders placed by 256
// callers, beside the same rows loaded in bulk. The books can't be proved here,
// since the past orders have no charges.
func placingOver(ctx context.Context, b *bench, setup *orderSetup, engine db.Engine) error {
	generator, err := ids.NewGenerator(2)
	if err != nil {
		return fmt.Errorf("ids: %w", err)
	}

	length := time.Duration(b.seconds * float64(time.Second))
	f := figures{}

	for round := range b.rounds {
		// A new wallet for each round, with an empty history.
		fresh := int64(firstUser + manyWallets + round)
		bulk := newBulkLoad(generator, loadOrders, fmt.Sprintf("bulk-%d", round), func(int) (client, wallet int64) { return firstUser, fresh })

		rate, err := bulk.run(ctx, setup.db)
		if err != nil {
			return fmt.Errorf("load on top: %w", err)
		}

		name := fmt.Sprintf("over-%d", round)

		o, err := load(ctx, mostCallers, length, func(ctx context.Context, caller, n int) error {
			return setup.place(ctx, firstUser, reference(name, caller, n))
		})
		if err != nil {
			return fmt.Errorf("place on top: %w", err)
		}

		f.add("limit", rate)
		f.add("ours", o.rate)
	}

	goal := 0.0
	if engine == db.Postgres {
		goal = 0.5
	}

	b.add(result{
		Name: "1.1-over-256", Engine: engine.String(), Value: median(f["ours"]), Unit: ordersPerSecond, Better: higher,
		Beside: "rows loaded in bulk on top", BesideValue: median(f["limit"]),
	}, goal)

	return nil
}
