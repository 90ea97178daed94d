package event

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// Place is a place in the record: who has it has read all facts up to a position. The zero Place is before the oldest fact.
type Place struct {
	Position int64
	// At is when the fact at the position happened. In a database that became an older state of itself another fact gets the position.
	At time.Time
}

// ClientQuery asks for the facts of one client, and those of no single client.
type ClientQuery struct {
	ClientID int64
	Kinds    []Kind
	After    Place
	Limit    int // the most facts that are returned; from 1
}

const (
	// mostScanned is how many facts of a client one read looks at, if few of them are of the kinds that it asks for.
	mostScanned = 10_000
	// restoreMargin is how long before a place the facts of a client begin that are read again after the database became an older state of
	// itself. Facts are written in about the order in which they happen.
	restoreMargin = time.Hour
)

// OfClient returns facts of a client behind a place, in the order of their positions, and the place where to go on. more: there may be further
// facts at once. Nothing is skipped: a fact that is committed later gets a higher position than any that could be read before. After the
// database became an older state of itself, facts of the last hour come again.
func (r *Record) OfClient(ctx context.Context, q ClientQuery) (list []Event, next Place, more bool, err error) {
	last, after, err := r.bounds(ctx, q)
	if err != nil || last.Position <= after {
		return nil, last, false, err
	}

	to := last.Position

	for _, client := range []int64{q.ClientID, 0} {
		some, end, err := r.scan(ctx, q, client, after, to)
		if err != nil {
			return nil, Place{}, false, fmt.Errorf("events of client %d: %w", client, err)
		}

		list = append(list, some...)
		to = min(to, end)
	}

	slices.SortFunc(list, func(a, b Event) int { return cmp.Compare(a.Position, b.Position) })
	list = slices.DeleteFunc(list, func(e Event) bool { return e.Position > to })

	if len(list) > q.Limit {
		list = list[:q.Limit]
		to = list[q.Limit-1].Position
	}

	if to == last.Position {
		return list, last, false, nil
	}

	if n := len(list); n > 0 && list[n-1].Position == to {
		return list, Place{to, list[n-1].At}, true, nil
	}

	at, err := r.timeAt(ctx, to)

	return list, Place{to, at}, true, err
}

// bounds returns the last fact that has a position, and the position behind which a query goes on.
func (r *Record) bounds(ctx context.Context, q ClientQuery) (last Place, after int64, err error) {
	if err := r.d.Reader().QueryRow(ctx, "SELECT "+r.end()).Scan(&last.Position); err != nil {
		return Place{}, 0, fmt.Errorf("the last position: %w", err)
	}

	if last.At, err = r.timeAt(ctx, last.Position); err != nil || q.After.Position == 0 {
		return last, 0, err
	}

	at, err := r.timeAt(ctx, q.After.Position)

	switch {
	case err != nil:
		return Place{}, 0, err
	case q.After.Position <= last.Position && (at.IsZero() || at.Equal(q.After.At)): // it was deleted, or is the same
		return last, q.After.Position, nil
	}

	place, err := r.PlaceBefore(ctx, q.ClientID, q.After.At.Add(-restoreMargin))

	return last, place.Position, err
}

// PlaceBefore is the place behind the last fact of a client that happened before a moment.
func (r *Record) PlaceBefore(ctx context.Context, clientID int64, at time.Time) (Place, error) {
	var place, micros int64

	err := r.d.Reader().QueryRow(ctx, "SELECT seq, at FROM events WHERE client_id = $1 AND seq > 0 AND at < $2 ORDER BY seq DESC LIMIT 1",
		clientID, clock.Micros(at)).Scan(&place, &micros)

	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Place{}, nil
	case err != nil:
		return Place{}, fmt.Errorf("the last event of client %d before a moment: %w", clientID, err)
	}

	return Place{place, clock.FromMicros(micros)}, nil
}

// timeAt is when the fact at a position happened; the zero time if there is none any more.
func (r *Record) timeAt(ctx context.Context, position int64) (time.Time, error) {
	var at int64

	err := r.d.Reader().QueryRow(ctx, "SELECT at FROM events WHERE seq = $1", position).Scan(&at)

	switch {
	case errors.Is(err, sql.ErrNoRows):
		return time.Time{}, nil
	case err != nil:
		return time.Time{}, fmt.Errorf("the event at %d: %w", position, err)
	}

	return clock.FromMicros(at), nil
}

// scan reads facts of one client between two positions, and returns how far it came.
func (r *Record) scan(ctx context.Context, q ClientQuery, client, after, to int64) (list []Event, end int64, err error) {
	err = r.d.Reader().QueryRow(ctx, "SELECT seq FROM events WHERE client_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT 1 OFFSET $4",
		client, after, to, mostScanned-1).Scan(&end)

	switch {
	case errors.Is(err, sql.ErrNoRows):
		end = to
	case err != nil:
		return nil, 0, err
	}

	args := []any{client, after, end, q.Limit}
	kinds := make([]string, len(q.Kinds))

	for i, k := range q.Kinds {
		args = append(args, string(k))
		kinds[i] = fmt.Sprintf("$%d", len(args))
	}

	err = r.d.Read(ctx, "SELECT seq, "+columns+" FROM events WHERE client_id = $1 AND seq > $2 AND seq <= $3 AND kind IN ("+strings.Join(kinds, ", ")+
		") ORDER BY seq LIMIT $4", args, func(row db.Row) error {
		e, err := scanEvent(row)
		list = append(list, e)

		return err
	})

	if len(list) == q.Limit {
		end = list[len(list)-1].Position
	}

	return list, end, err
}
