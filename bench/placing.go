package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/platform/db"
)

const (
	manyWallets = 1000
	loadOrders  = 100_000
	mostCallers = 256
)

// placingInProcess measures 1.1: orders placed in process, charged and durable, beside
// the same rows loaded in bulk and beside one transaction per order.
func placingInProcess(ctx context.Context, b *bench) (err error) {
	e, err := newEngines()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.close()) }()

	e.bulk = b.bulk

	for _, engine := range b.engines() {
		if err := placingOn(ctx, b, e, engine); err != nil {
			return fmt.Errorf("%s: %w", engine, err)
		}
	}

	return nil
}

// figures of all rounds, by what was measured.
type figures map[string][]float64

func placingOn(ctx context.Context, b *bench, e *engines, engine db.Engine) error {
	f := figures{}
	length := time.Duration(b.seconds * float64(time.Second))

	for range b.rounds {
		for _, wallets := range []int{1, manyWallets} {
			for _, callers := range []int{1, 8, 64, mostCallers} {
				if !b.wants(fmt.Sprintf("1.1-%s-%d", spread(wallets), callers)) {
					continue
				}

				// A run of all has no time for comparisons without a goal.
				withAlone := b.only != "" || aloneGoal(engine, spread(wallets), callers) > 0

				if err := placingRound(ctx, f, e, engine, wallets, callers, length, withAlone); err != nil {
					return err
				}
			}
		}
	}

	reportPlacing(b, engine, f)

	return nil
}

func placingRound(ctx context.Context, f figures, e *engines, engine db.Engine, wallets, callers int, length time.Duration, withAlone bool) error {
	name := fmt.Sprintf("%s-%d", spread(wallets), callers)

	// The limit is measured before and after, since the machine's speed changes.
	limit := func() error {
		if callers != mostCallers {
			return nil
		}

		rate, err := bulkLimit(ctx, e, engine, wallets)
		f.add(spread(wallets)+"-limit", rate)

		return err
	}

	if err := limit(); err != nil {
		return err
	}

	ours, err := measurePlacing(ctx, e, engine, wallets, callers, length, (*orderSetup).place)
	if err := errors.Join(err, limit()); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}

	f.add(name, ours.rate)
	f.add(name+"-p99", milliseconds(ours.p99))

	if !withAlone {
		return nil
	}

	single, err := measurePlacing(ctx, e, engine, wallets, callers, length, (*orderSetup).placeAlone)
	if err != nil {
		return fmt.Errorf("%s, one transaction each: %w", name, err)
	}

	f.add(name+"-alone", single.rate)

	return nil
}

func spread(wallets int) string {
	if wallets == 1 {
		return "hot"
	}

	return "spread"
}

type placer func(setup *orderSetup, ctx context.Context, client int64, ref string) error

func measurePlacing(ctx context.Context, e *engines, engine db.Engine, wallets, callers int, length time.Duration, place placer) (outcome, error) {
	d, err := e.open(ctx, engine)
	if err != nil {
		return outcome{}, err
	}

	setup, err := newOrderSetup(ctx, d, wallets)
	if err != nil {
		return outcome{}, errors.Join(err, d.Close())
	}

	o, err := load(ctx, callers, length, func(ctx context.Context, caller, n int) error {
		return place(setup, ctx, clientOf(caller, n, wallets), reference("ref", caller, n))
	})
	if err == nil {
		err = setup.proven(ctx)
	}

	return o, errors.Join(err, setup.stop())
}

// clientOf is the client of a caller's n-th order. Callers go through the wallets
// from different starts.
func clientOf(caller, n, wallets int) int64 {
	return firstUser + int64((caller*7919+n)%wallets)
}

func (setup *orderSetup) place(ctx context.Context, client int64, ref string) error {
	_, err := setup.placing.Place(ctx, placing.Request{
		ClientID: client, ProductCode: product, DestinationNo: "081234567890", ClientRef: ref, Channel: order.ChannelH2H,
	})

	return err
}

func reportPlacing(b *bench, engine db.Engine, f figures) {
	for _, kind := range []string{"hot", "spread"} {
		limit := median(f[kind+"-limit"])
		if limit > 0 {
			b.add(result{Name: "1.1-" + kind + "-limit", Engine: engine.String(), Value: limit, Unit: ordersPerSecond, Better: higher, Beside: "-"}, 0)
		}

		for _, callers := range []int{1, 8, 64, mostCallers} {
			name := fmt.Sprintf("%s-%d", kind, callers)
			if len(f[name]) == 0 {
				continue
			}

			r := result{Name: "1.1-" + name, Engine: engine.String(), Value: median(f[name]), Unit: ordersPerSecond, Better: higher, Beside: "-"}

			alone := f[name+"-alone"]
			if len(alone) > 0 {
				r.Beside, r.BesideValue = "one transaction per order", median(alone)
			}

			if len(alone) > 0 || callers != mostCallers { // those have the bulk load beside them
				b.add(r, aloneGoal(engine, kind, callers))
			}

			if callers == mostCallers { // the goal is set for this number
				r.Beside, r.BesideValue = "rows loaded in bulk", limit

				goal := 0.0
				if engine == db.Postgres {
					goal = 0.5
				}

				b.add(r, goal)
			}
		}
	}

	if len(f["hot-64"]) == 0 || len(f["spread-64"]) == 0 || len(f["spread-256"]) == 0 {
		return
	}

	hot := result{Name: "1.1-hot-64", Engine: engine.String(), Value: median(f["hot-64"]), Unit: ordersPerSecond, Better: higher, Beside: "1.1-spread-64", BesideValue: median(f["spread-64"])}

	goal := 0.0
	if engine == db.Postgres {
		goal = 0.95
	}

	b.add(hot, goal)

	if engine == db.SQLite {
		b.add(result{
			Name: "1.1-spread-256-p99", Engine: engine.String(), Value: median(f["spread-256-p99"]), Unit: "ms", Better: lower,
			Beside: "1.1-hot-256-p99", BesideValue: median(f["hot-256-p99"]),
		}, spreadP99Goal)
	}
}

// spreadP99Goal is how many times the hot wallet's p99 that of a thousand wallets may be on SQLite.
const spreadP99Goal = 3

// aloneGoal is the goal for the ratio to one transaction per order; 0 is none.
func aloneGoal(engine db.Engine, kind string, callers int) float64 {
	switch {
	case callers == 1 && engine == db.Postgres:
		return 1
	case kind == "hot" && callers == 64 && engine == db.Postgres:
		return 12
	case kind == "hot" && callers == 64:
		return 7
	}

	return 0
}
