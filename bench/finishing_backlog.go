package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"loket/internal/platform/db"
)

// Goals of quality 1.9 while orders are finished.
const (
	listsMeanwhile = 3 // p99 of the first page beside its idle value
	listsPerSecond = 50
	listWires      = 4
	// backlogShare of the length of a measurement is spent placing batches. They are placed many times faster than
	// they are finished.
	backlogShare = 4
)

// finishBacklog places orders in batches, much faster than the supplier can take them, and measures how fast all of
// them are finished, and how long the first page of Order History takes meanwhile.
func (p *program) finishBacklog(ctx context.Context, e *engines, engine db.Engine, length time.Duration, f figures) (int, error) {
	lists, err := p.listCallers(ctx)
	if err != nil {
		return 0, err
	}
	defer hangUp(lists)

	began, before := time.Now(), e.used(engine, p)
	over := make(chan struct{})

	var (
		busy    outcome
		listErr error
	)

	listed := make(chan struct{})

	go func() {
		defer close(listed)

		busy, listErr = paced(ctx, lists, listsPerSecond, over, callList)
	}()

	o, err := loadOver(ctx, p.API, batchCallers, httpClients, length/backlogShare, "finish-backlog", callBatch)
	if err == nil {
		err = p.drained(ctx)
	}

	orders, took, used := o.calls*perBatch, time.Since(began), e.used(engine, p)-before

	close(over)
	<-listed

	if err := errors.Join(err, listErr); err != nil {
		return 0, err
	}

	calm := make(chan struct{})

	time.AfterFunc(stormNormal*length, func() { close(calm) })

	idle, err := paced(ctx, lists, listsPerSecond, calm, callList)
	if err != nil {
		return 0, err
	}

	f.add("backlog", float64(orders)/took.Seconds())
	f.add("backlog-cpu", float64(used.Microseconds())/float64(orders))
	f.add("lists", milliseconds(busy.p99))
	f.add("lists-idle", milliseconds(idle.p99))

	return orders, nil
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
