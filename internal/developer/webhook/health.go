package webhook

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

const (
	// HealthDays is how many days Health covers, today among them.
	HealthDays = 7
	// MaxCounted is how many deliveries of an endpoint Health counts at most, the newest ones.
	MaxCounted = 10_000
)

// Health is how the deliveries of the last days to an endpoint went. Tests don't count, and neither do deliveries that were not tried yet.
type Health struct {
	Days []HealthDay // the oldest first
	// Partial means that there are more than MaxCounted deliveries, of which the older ones are not counted.
	Partial bool
	Last    *Send // the last request of the newest delivery; nil without one
}

// HealthDay counts the deliveries whose events happened on a day. A failed one may still be tried again.
type HealthDay struct {
	Day               clock.Day
	Delivered, Failed int64
}

// HealthOf returns how deliveries to an endpoint of a client went, by days of a zone.
func (s *Service) HealthOf(ctx context.Context, clientID, endpointID int64, zone *time.Location) (Health, error) {
	today := clock.DayOf(s.deps.Clock.Now().In(zone))
	first := clock.DayOf(today.Start(time.UTC).AddDate(0, 0, 1-HealthDays))
	out := Health{Days: make([]HealthDay, HealthDays)}

	for i := range out.Days {
		out.Days[i].Day = clock.DayOf(first.Start(time.UTC).AddDate(0, 0, i))
	}

	var counted int

	err := s.deps.DB.Read(ctx, `SELECT created_at, state = 'delivered' FROM webhook_deliveries
		WHERE client_id = $1 AND endpoint_id = $2 AND created_at >= $3 AND NOT test AND (state <> 'waiting' OR tries > 0)
		ORDER BY created_at DESC, event_id DESC LIMIT $4`, []any{clientID, endpointID, clock.Micros(first.Start(zone)), MaxCounted + 1}, func(row db.Row) error {
		var (
			at        int64
			delivered bool
		)

		if err := row.Scan(&at, &delivered); err != nil {
			return err
		}

		if counted++; counted > MaxCounted {
			out.Partial = true

			return nil
		}

		// A clock that runs ahead on another node must not break the page.
		day := &out.Days[min(clock.DayOf(clock.FromMicros(at).In(zone)).Sub(first), HealthDays-1)]
		if delivered {
			day.Delivered++
		} else {
			day.Failed++
		}

		return nil
	})
	if err != nil {
		return Health{}, fmt.Errorf("health of endpoint %d: %w", endpointID, err)
	}

	newest, err := s.Log(ctx, LogQuery{ClientID: clientID, EndpointID: endpointID, Limit: 1})
	if err == nil && len(newest) > 0 {
		out.Last = newest[0].Last
	}

	return out, err
}

// Endings are the last characters of the secrets that sign, by which a developer recognizes them. old is empty without a second one.
func (s *Service) Endings(e *Endpoint) (present, old string) {
	const shown = 4

	ending := func(salt string) string {
		text := secretOf(s.deps.Key, e.ClientID, e.ID, salt).Reveal()

		return text[len(text)-shown:]
	}

	if e.old != "" && s.deps.Clock.Now().Before(e.OldUntil) {
		old = ending(e.old)
	}

	return ending(e.salt), old
}
