package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"loket/internal/identity"
	"loket/internal/identity/password"
	"loket/internal/platform/audit"
	"loket/internal/platform/db"
)

// Goals and settings of 1.8.
const (
	scheduledLines   = 10_000
	scheduledLimit   = 1_000    // ms until the call is answered
	scheduledOfLimit = 1 / 1.2  // of the supplier's own limit
	othersMeanwhile  = 1.5      // p99 of another client's orders beside its normal
	scheduledBefore  = 2_500    // orders of each client before
	othersPerSecond  = 50       // orders of that client
	scheduledPIN     = "246801" // of the user who makes it
	scheduledWait    = time.Minute
	scheduledCalm    = 10 * time.Second // about as long as the scheduled order runs
	scheduledPause   = 20 * time.Millisecond
	listedLimit      = 1_000 // ms until a CSV of as many numbers is listed
	editLimit        = 2_000 // bytes that its check sends and gets after one number was removed
	screenFrames     = 60    // frames a second
	framesOfScreen   = 0.95  // that are drawn while the list scrolls
)

// scheduling measures 1.8: an order for ten thousand destinations at a supplier that answers in 50 ms, from the call that
// makes it to the end of its last line, while another client places orders.
func scheduling(ctx context.Context, b *bench) error {
	return onEachEngine(ctx, b, func(e *engines, engine db.Engine, url string) error {
		f := figures{}

		for range b.rounds {
			if err := scheduleRound(ctx, b, e, engine, url, f); err != nil {
				return err
			}
		}

		of := func(name string) float64 { return median(f[name]) }

		b.addLimit(result{Name: "1.8-create", Engine: engine.String(), Value: of("create"), Unit: "ms", Better: lower}, scheduledLimit)
		b.add(result{
			Name: "1.8-placed", Engine: engine.String(), Value: of("placed"), Unit: "ms", Better: lower, Beside: "until the call is answered", BesideValue: of("create"),
		}, 0)
		b.add(result{
			Name: "1.8-dispatch", Engine: engine.String(), Value: of("rate"), Unit: ordersPerSecond, Better: higher,
			Beside: "bare calls of the adapter", BesideValue: of("bare"),
		}, scheduledOfLimit)
		b.add(result{
			Name: "1.8-other-client-p99", Engine: engine.String(), Value: of("busy"), Unit: "ms", Better: lower,
			Beside: "the same orders while idle", BesideValue: of("calm"),
		}, othersMeanwhile)

		return nil
	})
}

// measureNumberList uploads a CSV of ten thousand numbers in a browser, scrolls through their list, and removes one.
func measureNumberList(ctx context.Context, b *bench) error {
	f := figures{}

	for range b.rounds {
		answer := map[string]float64{}
		if err := inBrowser(ctx, &answer, "frames", b.binary, browser()); err != nil {
			return err
		}

		for name, value := range answer {
			f.add(name, value)
		}
	}

	of := func(name string) float64 { return median(f[name]) }

	b.addLimit(result{Name: "1.8-list-shown", Value: of("listed"), Unit: "ms", Better: lower}, listedLimit)
	b.addLimit(result{Name: "1.8-list-checked", Value: of("checked"), Unit: "ms", Better: lower}, scheduledLimit)
	b.add(result{
		Name: "1.8-list-frames", Value: of("fps"), Unit: "frames/s", Better: higher, Beside: "frames of the screen", BesideValue: screenFrames,
	}, framesOfScreen)
	b.addLimit(result{Name: "1.8-list-edit", Value: of("edit"), Unit: "bytes", Better: lower}, editLimit)
	b.addLimit(result{Name: "1.8-list-work", Value: of("work"), Unit: "ms a frame", Better: lower}, 1_000.0/screenFrames)

	return nil
}

func scheduleRound(ctx context.Context, b *bench, e *engines, engine db.Engine, url string, f figures) error {
	length := time.Duration(b.seconds * float64(time.Second))

	bare, err := bareCalls(ctx, url+slowPath, callsInFlight, length)
	if err != nil {
		return err
	}

	f.add("bare", bare)

	return withSupplier(ctx, b, e, engine, url+slowPath, func(p *program) (int, error) {
		buyer, err := p.buyer(ctx)
		if err != nil {
			return 0, err
		}
		defer hangUp([]*wire{buyer})

		before, err := p.usedBefore(ctx)
		if err != nil {
			return 0, err
		}

		calm := make(chan struct{})

		time.AfterFunc(scheduledCalm, func() { close(calm) })

		idle, err := p.otherClient(ctx, "calm", calm)
		if err != nil {
			return 0, err
		}

		over := make(chan struct{})
		ran := make(chan error, 1)

		go func() {
			defer close(over)

			ran <- p.runScheduled(ctx, buyer, f)
		}()

		busy, err := p.otherClient(ctx, "busy", over)
		if err := errors.Join(err, <-ran); err != nil {
			return 0, err
		}

		f.add("calm", milliseconds(idle.p99))
		f.add("busy", milliseconds(busy.p99))

		return before + scheduledLines + idle.calls + busy.calls, p.waitUntilDrained(ctx)
	})
}

// usedBefore places orders of both clients and waits for their ends, so that what follows meets a database with statistics of its
// rows, as any that is in use.
func (p *program) usedBefore(ctx context.Context) (orders int, err error) {
	for number := range 2 {
		w, err := dial(ctx, p.API, benchKey(number))
		if err != nil {
			return 0, err
		}
		defer hangUp([]*wire{w})

		for n := range scheduledBefore / perBatch {
			if err := callBatch(w, seed("before"), number, n); err != nil {
				return 0, err
			}

			orders += perBatch
		}
	}

	if err := p.waitUntilDrained(ctx); err != nil {
		return 0, err
	}

	return orders, p.asking(ctx, func(d *db.DB) error {
		return d.Tx(ctx, func(tx *db.Tx) error {
			_, err := tx.Exec(ctx, "ANALYZE")

			return err
		})
	})
}

// otherClient places orders of the second client at a fixed rate.
func (p *program) otherClient(ctx context.Context, name string, until <-chan struct{}) (outcome, error) {
	return pacedAt(ctx, p.API, benchKey(1), "", listWires, othersPerSecond, until, func(w *wire, number, n int) error { return callSingle(w, seed("other-"+name), number, n) })
}

// buyer is a connection of a user of the first client who may make scheduled orders.
func (p *program) buyer(ctx context.Context) (w *wire, err error) {
	err = p.asking(ctx, func(d *db.DB) error {
		people, err := benchPeople(p, d, password.Options{}) // so that the PIN costs what it does in a deployment
		if err != nil {
			return err
		}

		u, _, err := people.CreateUser(ctx, identity.By{Actor: audit.Staff("bench"), Reason: "to measure"}, identity.NewUser{
			ClientID: firstUser, Username: stormUser(0), Email: "buyer@example.com", RoleIDs: []int64{identity.ClientRootID},
			Password: stormPassword, KeepPassword: true,
		})
		if err != nil {
			return err
		}

		if err := people.SetPIN(ctx, firstUser, u.ID, scheduledPIN); err != nil {
			return err
		}

		return d.Tx(ctx, func(tx *db.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE clients SET features = $1 WHERE id = $2", `["corporate"]`, int64(firstUser))

			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("a user who buys: %w", err)
	}

	if w, err = dial(ctx, p.API, ""); err != nil {
		return nil, err
	}

	if err := signIn(w, 0); err != nil {
		return nil, errors.Join(err, w.conn.Close())
	}

	return w, nil
}

// runScheduled makes the scheduled order and waits for its end. The times are those that the program stored.
func (p *program) runScheduled(ctx context.Context, buyer *wire, f figures) error {
	numbers := make([]string, scheduledLines)
	for i := range numbers {
		numbers[i] = fmt.Sprintf("08123%06d0", i)
	}

	body, err := json.Marshal(map[string]any{
		"pin": scheduledPIN, "name": "bench", "productCode": product, "destinationNos": numbers, "expectedTotal": price * scheduledLines,
	})
	if err != nil {
		return err
	}

	buyer.extra = []byte("Idempotency-Key: bench\r\n")
	began := time.Now()

	if err := expect(http.StatusOK)(buyer.call(http.MethodPost, "/v1/scheduled-orders", body)); err != nil {
		return fmt.Errorf("make the scheduled order: %w", err)
	}

	f.add("create", milliseconds(time.Since(began)))

	ctx, cancel := context.WithTimeout(ctx, scheduledWait)
	defer cancel()

	return p.asking(ctx, func(d *db.DB) error {
		for ended := false; !ended; {
			err := d.Reader().QueryRow(ctx, "SELECT COUNT(*) > 0 FROM scheduled_orders WHERE status = 'done'").Scan(&ended)
			if err != nil {
				return fmt.Errorf("wait for the scheduled order: %w", err)
			}

			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(scheduledPause):
			}
		}

		var placed, finished, success int64

		err := d.Reader().QueryRow(ctx, `SELECT MAX(o.created_at) - s.created_at, MAX(o.updated_at) - s.created_at, s.success
			FROM scheduled_orders s JOIN scheduled_lines l ON l.client_id = s.client_id AND l.scheduled_order_id = s.id
			JOIN orders o ON o.client_id = l.client_id AND o.id = l.order_id
			GROUP BY s.client_id, s.id, s.created_at, s.success`).Scan(&placed, &finished, &success)
		if err != nil {
			return err
		}

		if success != scheduledLines {
			return fmt.Errorf("%d of %d lines succeeded", success, scheduledLines)
		}

		f.add("placed", float64(placed)/float64(time.Millisecond/time.Microsecond))
		f.add("rate", scheduledLines/(time.Duration(finished)*time.Microsecond).Seconds())

		return nil
	})
}
