package analytics

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"slices"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/shop/checkout"
)

// PastDay is a day to import: the events of each visit, in their order.
type PastDay struct {
	Day    clock.Day
	Visits [][]Event
}

var errImport = errors.New("not of the shop's offer")

// Import writes past days of a shop at once, with their figures, as if their events had been collected and rolled up. Events of the days
// from eventsFrom on are stored too. It is for the demo and for measurements, and fails where a day is there.
func (s *Service) Import(ctx context.Context, code string, days []PastDay, eventsFrom clock.Day) error {
	o, err := s.offerOf(ctx, code)
	if err != nil {
		return err
	}

	in := importRows{sums: map[int64]map[countKey]int64{}}

	for i, d := range days {
		list, err := o.pastEvents(d, int64(i)<<32) //nolint:mnd // sessions of different days differ
		if err != nil {
			return err
		}

		t := newTally()
		for _, e := range list {
			t.add(e)
		}

		t.endSession()

		sold, err := checkout.DeliveredSales(ctx, s.deps.DB.Reader(), o.clientID, d.Day.Start(o.zone), d.Day.End(o.zone))
		if err != nil {
			return err
		}

		in.add(o.clientID, d.Day, newDayRows(t, sold), int64(len(list)), clock.Micros(s.deps.Clock.Now()))

		if d.Day.Sub(eventsFrom) >= 0 {
			in.events = append(in.events, list...)
		}
	}

	in.addSums(o.clientID)

	return s.deps.DB.Bulk(ctx, in.write(ctx))
}

// pastEvents are the events of a day as they are stored.
func (o *offer) pastEvents(d PastDay, first int64) ([]storedEvent, error) {
	list := []storedEvent{}

	for n, visit := range d.Visits {
		for seq, e := range visit {
			kind, known := kindOf(e.Kind)

			what, ok := o.admit(kind, e.Name, e.Value)
			if !known || !ok {
				return nil, fmt.Errorf("event %+v of %s: %w", e, d.Day, errImport)
			}

			list = append(list, storedEvent{pair: what, client: o.clientID, day: number(d.Day), session: spread(first + int64(n)), seq: int64(seq), kind: kind})
		}
	}

	slices.SortFunc(list, byKey)

	return list, nil
}

// spread turns a number into a session that lies among others as a hash does, always the same.
func spread(n int64) int64 {
	const odd = 0x9E3779B97F4A7C15

	var text [8]byte

	binary.LittleEndian.PutUint64(text[:], uint64(n)*odd) //nolint:gosec // any 64 bits

	return int64(binary.BigEndian.Uint64(text[:])) //nolint:gosec // as above
}

// importRows are rows to write.
type importRows struct {
	events       []storedEvent
	days, counts [][]any
	sums         map[int64]map[countKey]int64
}

func (in *importRows) add(clientID int64, d clock.Day, r dayRows, version, now int64) {
	in.days = append(in.days, []any{clientID, number(d), version, version, now, r.sessions, r.orders, r.gmv, r.margin})

	for _, sum := range sums(d) {
		if in.sums[sum] == nil {
			in.sums[sum] = map[countKey]int64{}
		}

		for i, n := range r.counts {
			in.sums[sum][countKey{pair{r.names[i], r.values[i]}, metric(r.metrics[i])}] += n
		}
	}

	for i, n := range r.counts {
		in.counts = append(in.counts, []any{clientID, r.metrics[i], number(d), r.names[i], r.values[i], n})
	}
}

func (in *importRows) addSums(clientID int64) {
	for sum, counts := range in.sums {
		for key, n := range counts {
			in.counts = append(in.counts, []any{clientID, string(key.metric), sum, key.name, key.value, n})
		}
	}
}

func (in *importRows) write(ctx context.Context) func(b *db.Bulk) error {
	return func(b *db.Bulk) error {
		for _, table := range []struct {
			name    string
			columns []string
			rows    iter.Seq[[]any]
		}{
			{"analytics_days", []string{"client_id", "day", "version", "rolled", "rolled_at", "sessions", "orders", "gmv", "margin"}, slices.Values(in.days)},
			{"analytics_counts", []string{"client_id", "metric", "period", "name", "value", "count"}, slices.Values(in.counts)},
			{"analytics_events", []string{"client_id", "day", "session", "seq", "kind", "name", "value"}, in.eventRows},
		} {
			if _, err := b.Copy(ctx, table.name, table.columns, table.rows); err != nil {
				return err
			}
		}

		return nil
	}
}

func (in *importRows) eventRows(yield func([]any) bool) {
	for _, e := range in.events {
		if !yield([]any{e.client, e.day, e.session, e.seq, int64(e.kind), e.name, e.value}) {
			return
		}
	}
}
