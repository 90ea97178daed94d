// Package figures has the figures of today that staff watch.
package figures

import (
	"context"
	"sync"
	"time"

	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/event"
	"loket/internal/platform/required"
)

const (
	// fresh is how long an answer serves: however many people look, the record is read once in this time.
	fresh = 2 * time.Second
	// atOnce is how many facts one look reads at most; a first look at a busy day takes several.
	atOnce = 200_000
	// shownMinutes is how many minutes the curve has.
	shownMinutes = 60
)

// Minute counts the orders that ended in a minute.
type Minute struct {
	Start           time.Time
	Success, Failed int64
}

// Today counts the orders that ended since midnight in Jakarta.
type Today struct {
	Since                     time.Time
	Success, Failed, Reversed int64
	Minutes                   []Minute // the last hour, oldest first
	// Complete is false while earlier facts of the day are still being read.
	Complete bool
}

// Deps are what a Service works with. All are needed.
type Deps struct {
	Clock  clock.Clock
	Events *event.Record
}

// Service counts the ends of orders from the record of events. It keeps the sums and reads each fact once, so a look costs little however many
// orders there are, and placing orders costs nothing more. Each node counts for itself.
type Service struct {
	deps Deps

	mu       sync.Mutex
	since    time.Time
	position int64
	counts   map[event.Kind]int64
	minutes  map[time.Time]*Minute
	complete bool
	lookedAt time.Time
}

// New makes a service.
func New(deps Deps) *Service {
	required.Fields(deps)

	return &Service{deps: deps}
}

// Today returns the figures of now.
func (s *Service) Today(ctx context.Context) (Today, error) {
	s.mu.Lock()
	defer s.mu.Unlock()

	now := s.deps.Clock.Now()

	if now.Sub(s.lookedAt) >= fresh || !s.complete {
		if err := s.read(ctx, now); err != nil {
			return Today{}, err
		}

		s.lookedAt = now
	}

	out := Today{
		Since: s.since, Success: s.counts[event.OrderSucceeded], Failed: s.counts[event.OrderFailed], Reversed: s.counts[event.OrderReversed],
		Complete: s.complete,
	}

	for at := now.Truncate(time.Minute).Add(-(shownMinutes - 1) * time.Minute); !at.After(now); at = at.Add(time.Minute) {
		m := Minute{Start: at}
		if found := s.minutes[at]; found != nil {
			m = *found
		}

		out.Minutes = append(out.Minutes, m)
	}

	return out, nil
}

// read counts the facts since the last look. A new day begins anew.
func (s *Service) read(ctx context.Context, now time.Time) error {
	if midnight := clock.DayOf(now.In(clock.Jakarta())).Start(clock.Jakarta()); !midnight.Equal(s.since) {
		// The hour before midnight is still shown.
		from := midnight
		if hour := now.Add(-shownMinutes * time.Minute); hour.Before(from) {
			from = hour
		}

		place, err := s.deps.Events.PlaceAt(ctx, from)
		if err != nil {
			return err
		}

		s.since, s.position, s.counts, s.minutes = midnight, place.Position, map[event.Kind]int64{}, map[time.Time]*Minute{}
	}

	list, upTo, err := s.deps.Events.CountByMinute(ctx, s.position, clientid.FirstSandbox, atOnce)
	if err != nil {
		return err
	}

	s.complete = upTo < s.position+atOnce
	s.position = upTo

	for _, c := range list {
		s.add(c)
	}

	for at := range s.minutes {
		if at.Before(now.Add(-shownMinutes * time.Minute)) {
			delete(s.minutes, at)
		}
	}

	return nil
}

func (s *Service) add(c event.MinuteCount) {
	if !c.Minute.Before(s.since) {
		s.counts[c.Kind] += c.Count
	}

	if c.Kind != event.OrderSucceeded && c.Kind != event.OrderFailed {
		return
	}

	m := s.minutes[c.Minute]
	if m == nil {
		m = &Minute{Start: c.Minute}
		s.minutes[c.Minute] = m
	}

	if c.Kind == event.OrderSucceeded {
		m.Success += c.Count
	} else {
		m.Failed += c.Count
	}
}
