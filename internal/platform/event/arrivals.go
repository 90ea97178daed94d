package event

import (
	"context"
	"fmt"
	"sync"

	"loket/internal/platform/db"
)

// arrivals wakes who waits on this node for facts of a client. As long as nobody waits it costs nothing, and else one query for each round
// that has new facts.
type arrivals struct {
	mu      sync.Mutex
	waiting map[int64]map[*Arrival]struct{} // by client
	known   int64                           // facts up to this position were announced
}

// Arrival tells of new facts of a client.
type Arrival struct {
	// C has a value when there may be new facts since the last one.
	C    chan struct{}
	stop func()
}

// Stop ends it.
func (a *Arrival) Stop() { a.stop() }

// Watch tells of new facts of a client, or of no single client, from now on: on this node within milliseconds, of other nodes' within a
// second. Watch first, then read. Call Stop in the end. The record must be started.
func (r *Record) Watch(clientID int64) *Arrival {
	w := &r.arrivals

	w.mu.Lock()
	defer w.mu.Unlock()

	if len(w.waiting) == 0 {
		w.waiting = map[int64]map[*Arrival]struct{}{}
		w.known = r.last.Load()
	}

	a := &Arrival{C: make(chan struct{}, 1)}
	a.stop = func() {
		w.mu.Lock()
		defer w.mu.Unlock()

		if delete(w.waiting[clientID], a); len(w.waiting[clientID]) == 0 {
			delete(w.waiting, clientID)
		}
	}

	if w.waiting[clientID] == nil {
		w.waiting[clientID] = map[*Arrival]struct{}{}
	}

	w.waiting[clientID][a] = struct{}{}

	return a
}

// announce wakes who waits for facts that got positions since the last call.
func (r *Record) announce(ctx context.Context) {
	w := &r.arrivals
	last := r.last.Load()

	w.mu.Lock()
	from := w.known
	idle := len(w.waiting) == 0 || last == from
	w.known = last
	w.mu.Unlock()

	if idle {
		return
	}

	clients, err := r.clientsBetween(ctx, from, last)
	if err != nil {
		r.complain(ctx, "could not find whose events are new", err)
	}

	w.mu.Lock()
	defer w.mu.Unlock()

	for client, list := range w.waiting {
		if all := err != nil || last < from || clients[0]; !all && !clients[client] { // wake rather too many than too few
			continue
		}

		for a := range list {
			leave(a.C)
		}
	}
}

// clientsBetween returns the clients of the facts between two positions; 0 stands for all.
func (r *Record) clientsBetween(ctx context.Context, from, to int64) (map[int64]bool, error) {
	found := map[int64]bool{}

	err := r.d.Read(ctx, "SELECT DISTINCT client_id FROM events WHERE seq > $1 AND seq <= $2", []any{from, to}, func(row db.Row) error {
		var client int64

		err := row.Scan(&client)
		found[client] = true

		return err
	})
	if err != nil {
		return nil, fmt.Errorf("clients of events: %w", err)
	}

	return found, nil
}
