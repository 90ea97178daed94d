package clientevent

import (
	"context"
	"slices"
	"time"

	"loket/internal/platform/event"
	"loket/internal/platform/fault"
)

// MaxWait is the longest time that a call may wait for events.
const MaxWait = 25 * time.Second

// mostScans is how many parts of the record one call looks at, if none of them has an event of the types that it asks for. Then it answers
// with a cursor and without events.
const mostScans = 50

// Query asks for events of a client.
type Query struct {
	ClientID int64
	After    string   // a cursor; empty: from the oldest event that is kept
	Types    []string // none: all
	Limit    int
	Wait     time.Duration // how long to wait if there are none; MaxWait at most
}

// Page is a part of a client's events.
type Page struct {
	Events []Event
	// Next is the cursor where to go on, also without events.
	Next string
}

// List returns events of a client behind a cursor, in one order that never changes. Without any it waits until there are some. Errors:
// fault.ErrValidation for a cursor or type that doesn't exist.
func (s *Service) List(ctx context.Context, q Query) (Page, error) {
	after, err := s.parse("after", q.After)
	if err != nil {
		return Page{}, err
	}

	types, err := parseTypes(q.Types)
	if err != nil {
		return Page{}, err
	}

	facts := event.ClientQuery{ClientID: q.ClientID, Kinds: KindsOf(types), After: after, Limit: q.Limit}

	if q.Wait <= 0 {
		return s.read(ctx, &facts, func() bool { return true })
	}

	// Watch before reading: an event that comes in between is not missed.
	arrival := s.deps.Events.Watch(q.ClientID)
	defer arrival.Stop()

	end := time.NewTimer(min(q.Wait, MaxWait))
	defer end.Stop()

	return s.read(ctx, &facts, func() bool {
		select {
		case <-arrival.C:
			return false
		case <-end.C:
		case <-s.deps.Stopping:
		case <-ctx.Done():
		}

		return true
	})
}

// read reads until there are events, or until ended, which waits for them, says so.
func (s *Service) read(ctx context.Context, q *event.ClientQuery, ended func() bool) (Page, error) {
	for scans := 1; ; scans++ {
		list, next, more, err := s.deps.Events.OfClient(ctx, *q)
		if err != nil {
			return Page{}, err
		}

		q.After = next

		events, err := s.Render(ctx, q.ClientID, list)
		if err != nil {
			return Page{}, err
		}

		if len(events) > 0 || scans == mostScans || !more && ended() {
			return Page{events, s.format(next)}, nil
		}
	}
}

// parseTypes checks the types that a client names.
func parseTypes(list []string) ([]Type, error) {
	types := make([]Type, len(list))

	for i, text := range list {
		types[i] = Type(text)
		if !slices.Contains(Types(), types[i]) {
			return nil, fault.InvalidField("types", msgType.With(text))
		}
	}

	return types, nil
}
