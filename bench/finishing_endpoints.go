package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// Each of these clients has one endpoint, which gets an event of each of its orders.
const (
	withEndpoints = 100

	// besideEndpoints is the goal: finishing orders loses at most a tenth while their events are pushed.
	besideEndpoints = 0.9
)

// finishBesideEndpoints measures orders of many clients that are finished, first without endpoints and then while an event of each is pushed to
// one. The receiver is in the supplier's process and answers at once.
func (p *program) finishBesideEndpoints(ctx context.Context, e *engines, engine db.Engine, url string, length time.Duration, f figures) (int, error) {
	without, err := p.finishOfMany(ctx, e, engine, length, "apart", f)
	if err != nil {
		return 0, err
	}

	err = p.asking(ctx, func(d *db.DB) error { return addEndpoints(ctx, d, url+receivePath) })
	if err != nil {
		return 0, fmt.Errorf("endpoints: %w", err)
	}

	began := time.Now()

	with, err := p.finishOfMany(ctx, e, engine, length, "endpoints", f)
	if err != nil {
		return 0, err
	}

	if err := p.asking(ctx, func(d *db.DB) error { return waitUntilPushed(ctx, d, with) }); err != nil {
		return 0, err
	}

	f.add("pushed", float64(with)/time.Since(began).Seconds())

	return without + with, nil
}

// finishOfMany places single orders of many clients for a time and waits until all are finished.
func (p *program) finishOfMany(ctx context.Context, e *engines, engine db.Engine, length time.Duration, name string, f figures) (int, error) {
	began := time.Now()
	before := e.used(engine, p)

	o, err := loadOver(ctx, p.API, withEndpoints, withEndpoints, length, "finish-"+name, callSingle)
	if err == nil {
		err = p.waitUntilDrained(ctx)
	}

	took := time.Since(began)
	f.add(name, float64(o.calls)/took.Seconds())
	f.add(name+"-cpu", float64((e.used(engine, p)-before).Microseconds())/float64(max(o.calls, 1)))

	return o.calls, err
}

// addEndpoints gives each client an endpoint that wants everything.
func addEndpoints(ctx context.Context, d *db.DB, url string) error {
	now := clock.Micros(time.Now())

	return d.Tx(ctx, func(tx *db.Tx) error {
		for n := range int64(withEndpoints) {
			_, err := tx.Exec(ctx, `INSERT INTO webhook_endpoints (client_id, id, url, description, types, salt, salt_at, active, created_at)
				VALUES ($1, $2, $3, '', '[]', $4, $5, TRUE, $5)`, firstUser+n, n+1, url, fmt.Sprintf("salt-of-endpoint-%d", n), now)
			if err != nil {
				return err
			}
		}

		return nil
	})
}

// waitUntilPushed waits until the event of each order was delivered.
func waitUntilPushed(ctx context.Context, d *db.DB, orders int) error {
	for {
		var made, waiting, failed int

		err := d.Reader().QueryRow(ctx, `SELECT COUNT(*), COUNT(due_at), COUNT(CASE WHEN tries > 1 THEN 1 END) FROM webhook_deliveries`).Scan(&made, &waiting, &failed)

		switch {
		case err != nil:
			return fmt.Errorf("deliveries: %w", err)
		case failed > 0:
			return errors.New("a delivery was refused by the receiver")
		case made >= orders && waiting == 0:
			return nil
		}

		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func reportEndpoints(b *bench, engine db.Engine, f figures) {
	if len(f["endpoints"]) == 0 {
		return
	}

	of := func(name string) float64 { return median(f[name]) }

	b.add(result{
		Name: "1.9-endpoints", Engine: engine.String(), Value: of("endpoints"), Unit: ordersPerSecond, Better: higher,
		Beside: "the same without endpoints", BesideValue: of("apart"),
	}, besideEndpoints)
	b.add(result{
		Name: "1.9-endpoints-cpu", Engine: engine.String(), Value: of("endpoints-cpu"), Unit: "us/order", Better: lower,
		Beside: "the same without endpoints", BesideValue: of("apart-cpu"),
	}, 0)
	b.add(result{
		Name: "1.9-endpoints-pushed", Engine: engine.String(), Value: of("pushed"), Unit: "events/s", Better: higher,
		Beside: "orders finished meanwhile", BesideValue: of("endpoints"),
	}, 0)
}
