package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"loket/internal/platform/db"
)

// Goals of quality 1.9 while orders are finished.
const (
	listsMeanwhile = 3 // p99 of the first page beside its idle value
	listsPerSecond = 50
	listWires      = 4
	// backlogOrders are placed in batches, several times faster than they are finished.
	backlogOrders = 100_000
)

// finishBacklog places backlogOrders in batches, and measures how fast all of them are finished, how fast those are
// that wait when the placing ends (drain), and how long the first page of Order History takes meanwhile.
func (p *program) finishBacklog(ctx context.Context, e *engines, engine db.Engine, length time.Duration, f figures) (int, error) {
	lists, err := p.listCallers(ctx)
	if err != nil {
		return 0, err
	}
	defer hangUp(lists)

	began, before := time.Now(), e.used(engine, p)

	var orders int

	err = f.addLists(ctx, lists, "lists-placing", func() (err error) {
		orders, err = p.placeBacklog(ctx, length)

		return err
	})
	if err != nil {
		return 0, err
	}

	err = f.addLists(ctx, lists, "lists", func() error {
		drain, err := p.drain(ctx)
		f.add("drain", drain)

		return err
	})
	if err != nil {
		return 0, err
	}

	took, used := time.Since(began), e.used(engine, p)-before
	f.add("backlog", float64(orders)/took.Seconds())
	f.add("backlog-cpu", float64(used.Microseconds())/float64(orders))

	err = f.addLists(ctx, lists, "lists-idle", func() error {
		time.Sleep(stormNormal * length)

		return nil
	})

	return orders, err
}

// addLists adds the p99 of the first page of Order History while something else runs.
func (f figures) addLists(ctx context.Context, wires []*wire, name string, meanwhile func() error) error {
	over := make(chan struct{})
	done := make(chan error, 1)

	go func() {
		done <- meanwhile()

		close(over)
	}()

	o, err := paced(ctx, wires, listsPerSecond, over, callList)
	f.add(name, milliseconds(o.p99))

	return errors.Join(err, <-done)
}

// placeBacklog places batches until there are backlogOrders.
func (p *program) placeBacklog(ctx context.Context, length time.Duration) (orders int, err error) {
	for n := 0; orders < backlogOrders && err == nil; n++ {
		var o outcome

		o, err = loadOver(ctx, p.API, batchCallers, httpClients, length, "finish-backlog-"+strconv.Itoa(n), callBatch)
		orders += o.calls * perBatch
	}

	return orders, err
}

// drain waits until no order is pending, and returns how many were finished in a second.
func (p *program) drain(ctx context.Context) (rate float64, err error) {
	err = p.asking(ctx, func(d *db.DB) error {
		const count = `SELECT (SELECT COUNT(*) FROM order_attempts WHERE state = 'prepared')
			+ (SELECT COUNT(*) FROM order_attempts WHERE next_check_at IS NOT NULL)`

		var waiting int64
		if err := d.Reader().QueryRow(ctx, count).Scan(&waiting); err != nil {
			return err
		}

		began := time.Now()

		if err := waitUntilFinished(ctx, d, 100*time.Millisecond); err != nil {
			return err
		}

		rate = float64(waiting) / time.Since(began).Seconds()

		return nil
	})

	return rate, err
}

// listCallers are connections of a signed-in user.
func (p *program) listCallers(ctx context.Context) ([]*wire, error) {
	if err := p.addUsers(ctx, 1); err != nil {
		return nil, err
	}

	wires := make([]*wire, 0, listWires)

	for range listWires {
		w, err := dial(ctx, p.API, "")
		if err == nil {
			wires = append(wires, w)
			err = signIn(w, 0)
		}

		if err != nil {
			hangUp(wires)

			return nil, fmt.Errorf("sign in: %w", err)
		}
	}

	return wires, nil
}

func callList(w *wire, _, _ int) error {
	today := time.Now().In(jakarta).Format(time.DateOnly)

	return expect(http.StatusOK)(w.call(http.MethodGet, "/v1/orders/external?page=1&dateStart="+today+"&dateEnd="+today, nil))
}

// jakarta is the zone of the measured client.
var jakarta = time.FixedZone("WIB", 7*60*60)
