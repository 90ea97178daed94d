package order

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
)

// Hour has the number of orders placed in one hour, by status.
type Hour struct {
	Start                    time.Time // in the client's zone
	Success, Pending, Failed int64
}

// Hourly counts orders by hour and status over the days of a query, with the same search and
// filters as List. The result has every hour of the days.
//
// Each hour is a range of ids in any zone, so the primary key finds it without sorting.
func (s *Service) Hourly(ctx context.Context, q Query) ([]Hour, error) {
	now := s.deps.Clock.Now()
	if err := q.Validate(now); err != nil {
		return nil, err
	}

	if q.From == nil {
		return nil, ErrNoDays("dateStart")
	}

	hours := []Hour{}

	for at, end := q.From.Start(q.Zone), q.To.End(q.Zone); at.Before(end); at = at.Add(time.Hour) {
		hour := Hour{Start: at.In(q.Zone)}

		// A node whose clock is ahead may place orders a little later than now.
		if at.Before(now.Add(time.Hour)) {
			if err := s.countHour(ctx, q, &hour); err != nil {
				return nil, err
			}
		}

		hours = append(hours, hour)
	}

	return hours, nil
}

func (s *Service) countHour(ctx context.Context, q Query, h *Hour) error {
	lo, hi := ids.Range(h.Start, h.Start.Add(time.Hour))
	q.From, q.To = nil, nil

	w := &db.Where{}
	w.Add("client_id = ", q.ClientID)
	w.Add("id >= ", lo)
	w.Add("id < ", hi)
	q.addTo(w, q.ClientID)

	count := func(status Status) string {
		return "COALESCE(SUM(CASE WHEN status = " + w.Arg(int64(status)) + " THEN 1 ELSE 0 END), 0)"
	}

	text := "SELECT " + count(Success) + ", " + count(Pending) + ", " + count(Failed) + " FROM orders WHERE " + w.Text()

	err := s.deps.DB.Reader().QueryRow(ctx, text, w.Args...).Scan(&h.Success, &h.Pending, &h.Failed)
	if err != nil {
		return fmt.Errorf("orders of client %d in an hour: %w", q.ClientID, err)
	}

	return nil
}

// ErrNoDays is the error of a field whose days are required (docs/product/orders.md#order-history).
func ErrNoDays(field string) error { return fault.InvalidField(field, msgNoRange) }
