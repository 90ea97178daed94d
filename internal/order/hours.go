package order

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/db"
	"loket/internal/fault"
	"loket/internal/ids"
)

// Hour counts the orders that were placed in one hour.
type Hour struct {
	Start                    time.Time // in the client's zone
	Success, Pending, Failed int64
}

// An id tells when its order was placed, in western Indonesian time: these
// divisors leave its hour or its minute (package ids).
const (
	idsPerHour   = 100_000_000_000
	idsPerMinute = 1_000_000_000
)

// Hourly counts orders by hour and status over the days of a query, whose
// search and filters hold as in List. Every hour of the days is there, counted
// or not.
func (s *Service) Hourly(ctx context.Context, q Query) ([]Hour, error) {
	if err := q.Validate(s.Clock.Now()); err != nil {
		return nil, err
	}

	if q.From == nil {
		return nil, errNoRange("dateStart")
	}

	from, to := q.From.Start(q.Zone), q.To.End(q.Zone)
	hours, at := emptyHours(from, to, q.Zone)

	text, args := q.hourly(unitOf(from, to, q.Zone))
	rows, err := s.DB.Reader().Query(ctx, text, args...)

	counts, err := db.Collect(rows, err, func(row *sql.Rows) (c counted, err error) {
		err = row.Scan(&c.first, &c.status, &c.n)

		return c, err //nolint:wrapcheck // Collect wraps it
	})
	if err != nil {
		return nil, fmt.Errorf("orders by hour of client %d: %w", q.ClientID, err)
	}

	for _, c := range counts {
		if i, ok := at[hourOf(c.first, q.Zone)]; ok {
			hours[i].add(c.status, c.n)
		}
	}

	return hours, nil
}

// counted is one group: the smallest id stands for its hour.
type counted struct {
	first  int64
	status Status
	n      int64
}

func (h *Hour) add(status Status, n int64) {
	switch status {
	case Success:
		h.Success += n
	case Pending:
		h.Pending += n
	case Failed:
		h.Failed += n
	}
}

// hourly groups what the range of ids on the primary key finds.
func (q Query) hourly(unit int64) (string, []any) {
	w := &where{}
	w.add("client_id = ", q.ClientID)
	q.filter(w)

	per := w.arg(unit)

	return "SELECT MIN(id), status, COUNT(*) FROM orders WHERE " + w.text() + " GROUP BY id / " + per + ", status", w.args
}

// errNoRange is what the forms say where days are required (specification 1,
// section 5).
func errNoRange(field string) error { return fault.InvalidField(field, "Please select the date range") }

// emptyHours lists the hours of a range, and where each stands.
func emptyHours(from, to time.Time, zone *time.Location) ([]Hour, map[int64]int) {
	hours, at := []Hour{}, map[int64]int{}

	for t := from; t.Before(to); t = t.Add(time.Hour) {
		at[t.Unix()] = len(hours)
		hours = append(hours, Hour{Start: t.In(zone)})
	}

	return hours, at
}

// hourOf is the start of the hour, on the zone's clock, in which an order was
// placed.
func hourOf(id int64, zone *time.Location) int64 {
	t := ids.Time(id).In(zone)

	return t.Add(-time.Duration(t.Minute())*time.Minute - time.Duration(t.Second())*time.Second).Unix()
}

// unitOf is by what ids are grouped: hours, unless the zone's begin within
// those of western Indonesia.
func unitOf(from, to time.Time, zone *time.Location) int64 {
	for _, t := range []time.Time{from, to} {
		if _, offset := t.In(zone).Zone(); offset%int(time.Hour.Seconds()) != 0 {
			return idsPerMinute
		}
	}

	return idsPerHour
}
