package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/db"
)

const (
	waitingOrders = 300_000
	waitingTurns  = 3
	// waitingGoal is the goal for the rate with a backlog beside that without.
	waitingGoal = 0.9
)

// placeBehindBacklog measures how fast single orders are placed while 300,000 orders wait for a supplier whose
// calls hang, beside none waiting.
func placeBehindBacklog(ctx context.Context, b *bench, e *engines, engine db.Engine, supplierURL string) error {
	length := time.Duration(b.seconds * float64(time.Second))

	p, err := startProgram(ctx, b, e, engine, supplierURL+hangPath)
	if err != nil {
		return err
	}

	f := figures{}
	placed := 0

	single := func(name string) error {
		for turn := range waitingTurns {
			o, err := loadOver(ctx, p.API, manyCallers, 1, length, fmt.Sprintf("%s-%d", name, turn), callSingle)
			if err != nil {
				return err
			}

			placed += o.calls
			f.add(name, o.rate)
		}

		return nil
	}

	fill := func() error {
		for n := 0; placed < waitingOrders; n++ {
			o, err := loadOver(ctx, p.API, batchCallers, httpClients, length, fmt.Sprint("backlog-", n), callBatch)
			if err != nil {
				return err
			}

			placed += o.calls * perBatch
		}

		return nil
	}

	for _, step := range []func() error{func() error { return single("none") }, fill, func() error { return single("many") }} {
		if err := step(); err != nil {
			return errors.Join(err, p.stop())
		}
	}

	if err := p.stop(); err != nil {
		return err
	}

	b.add(result{
		Name: "1.2-single-256-waiting", Engine: engine.String(), Value: median(f["many"]), Unit: ordersPerSecond, Better: higher,
		Beside: "with none waiting", BesideValue: median(f["none"]),
	}, waitingGoal)

	return p.proven(ctx, placed)
}
