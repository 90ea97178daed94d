package main

import (
	"context"
	"errors"
	"sync"
	"time"
)

// dialAll opens a number of connections, one client after the other in turns.
func dialAll(ctx context.Context, address string, count, clients int) ([]*wire, error) {
	wires := make([]*wire, 0, count)

	for i := range count {
		w, err := dial(ctx, address, benchKey(i%clients))
		if err != nil {
			hangUp(wires)

			return nil, err
		}

		wires = append(wires, w)
	}

	return wires, nil
}

func hangUp(wires []*wire) {
	for _, w := range wires {
		_ = w.conn.Close()
	}
}

// pacedAt opens connections with a token, with further headers where they are given, and makes calls on them as paced does.
func pacedAt(
	ctx context.Context, host, token, headers string, connections, perSecond int, until <-chan struct{}, call func(w *wire, number, n int) error,
) (outcome, error) {
	wires := make([]*wire, 0, connections)
	defer func() { hangUp(wires) }()

	for range connections {
		w, err := dial(ctx, host, token)
		if err != nil {
			return outcome{}, err
		}

		w.extra = []byte(headers)
		wires = append(wires, w)
	}

	return paced(ctx, wires, perSecond, until, call)
}

// pacedOrders places orders at a fixed rate until the channel is closed.
func pacedOrders(ctx context.Context, address, name string, until <-chan struct{}) (outcome, error) {
	wires, err := dialAll(ctx, address, stormConnections, 1)
	if err != nil {
		return outcome{}, err
	}
	defer hangUp(wires)

	return paced(ctx, wires, stormOrders, until, func(w *wire, number, n int) error { return callSingle(w, seed(name), number, n) })
}

// paced makes calls at a fixed rate until the channel is closed. The time of a call counts from when it was due, so
// waiting for a connection behind slow calls counts too.
func paced(ctx context.Context, wires []*wire, perSecond int, until <-chan struct{}, call func(w *wire, number, n int) error) (outcome, error) {
	var (
		wg      sync.WaitGroup
		mu      sync.Mutex
		samples []time.Duration
		failed  []error
	)

	due := make(chan time.Time, perSecond*int(stormTime/time.Second))
	began := time.Now()

	for number, w := range wires {
		wg.Go(func() {
			for n := 0; ; n++ {
				at, open := <-due
				if !open {
					return
				}

				err := errors.Join(w.conn.SetDeadline(at.Add(stormTime)), call(w, number, n))

				mu.Lock()

				samples, failed = append(samples, time.Since(at)), append(failed, err)

				mu.Unlock()

				if err != nil {
					return
				}
			}
		})
	}

	pace(ctx, perSecond, due, until)
	wg.Wait()

	return summarise(samples, time.Since(began)), errors.Join(failed...)
}

// pace sends the time at which each call is due.
func pace(ctx context.Context, perSecond int, due chan<- time.Time, until <-chan struct{}) {
	defer close(due)

	tick := time.NewTicker(time.Second / time.Duration(perSecond))
	defer tick.Stop()

	for {
		select {
		case at := <-tick.C:
			due <- at
		case <-until:
			return
		case <-ctx.Done():
			return
		}
	}
}
