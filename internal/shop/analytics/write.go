package analytics

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"loket/internal/platform/batch"
	"loket/internal/platform/db"
)

// Events of many pages are written together, and between two writes is a pause, so that they take at most a part of the database from
// the orders.
const (
	groupBatches = 16 // of events in a transaction
	defaultPause = 25 * time.Millisecond
	writeTime    = 10 * time.Second
)

type write = batch.Call[[]storedEvent, struct{}]

// dayKey is a day of a shop.
type dayKey struct{ client, day int64 }

// full holds the days of shops that have as many events as are stored.
type full struct {
	mu   sync.Mutex
	days map[dayKey]bool
}

func (f *full) has(e storedEvent) bool {
	f.mu.Lock()
	defer f.mu.Unlock()

	return f.days[dayKey{e.client, e.day}]
}

func (f *full) add(k dayKey) {
	f.mu.Lock()
	defer f.mu.Unlock()

	f.days[k] = true
}

// flush writes the events of several batches. All or none of them are stored, and each page may send its batch again.
func (s *Service) flush(ctx context.Context, calls []*write) {
	list := []storedEvent{}
	for _, c := range calls {
		list = append(list, c.Req...)
	}

	slices.SortFunc(list, byKey)
	list = slices.CompactFunc(list, func(a, b storedEvent) bool { return byKey(a, b) == 0 })

	err := s.store(ctx, list)
	for _, c := range calls {
		c.Err = err
	}

	pause := time.NewTimer(s.opt.Pause)
	defer pause.Stop()

	select {
	case <-pause.C:
	case <-ctx.Done():
	}
}

// store writes sorted events, and marks their days for the next roll-up in the same transaction.
func (s *Service) store(ctx context.Context, list []storedEvent) error {
	n := len(list)
	clients, days, sessions, seqs, kinds := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	names, values := make([]string, n), make([]string, n)

	for i, e := range list {
		clients[i], days[i], sessions[i], seqs[i], kinds[i] = e.client, e.day, e.session, e.seq, int64(e.kind)
		names[i], values[i] = e.name, e.value
	}

	keys := db.Columns{
		{Name: "client", Values: clients}, {Name: "day", Values: days}, {Name: "session", Values: sessions}, {Name: "seq", Values: seqs},
	}

	err := s.deps.DB.Batch(ctx, func(b *db.Batch) error {
		// Only events that are not stored yet count: the version also bounds a day, and anybody may send a batch again.
		b.QueryRows(keys, `INSERT INTO analytics_days (client_id, day, version)
			SELECT n.client, n.day, COUNT(*) FROM (SELECT {client} AS client, {day} AS day, {session} AS session, {seq} AS seq {FROM}
				WHERE NOT EXISTS (SELECT 1 FROM analytics_events e WHERE e.client_id = {client} AND e.session = {session} AND e.seq = {seq})) n
			GROUP BY n.client, n.day ORDER BY n.client, n.day
			ON CONFLICT (client_id, day) DO UPDATE SET version = analytics_days.version + excluded.version RETURNING client_id, day, version`,
			nil, func(row db.Row) error {
				var (
					k       dayKey
					version int64
				)

				if err := row.Scan(&k.client, &k.day, &version); err != nil {
					return err
				}

				if version >= maxDay {
					s.full.add(k)
				}

				return nil
			})

		b.ExecRows(append(keys, db.Column{Name: "kind", Values: kinds}, db.Column{Name: "name", Values: names}, db.Column{Name: "value", Values: values}),
			`INSERT INTO analytics_events (client_id, day, session, seq, kind, name, value)
			SELECT {client}, {day}, {session}, {seq}, {kind}, {name}, {value} {FROM} WHERE TRUE
			ON CONFLICT (client_id, session, seq) DO NOTHING`)

		return nil
	})
	if err != nil {
		return fmt.Errorf("store events: %w", err)
	}

	return nil
}
