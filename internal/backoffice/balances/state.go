package balances

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

const (
	// useSpan is over how long the use per hour is measured, by at most useReadings readings.
	useSpan     = time.Hour
	useReadings = 61
	// shownSpan is how much of the past is shown, one point for each pointEvery.
	shownSpan  = 7 * 24 * time.Hour
	pointEvery = time.Hour
	shownLast  = 50 // refills
)

// Point is a balance at a moment.
type Point struct {
	At      time.Time
	Balance money.Rupiah
}

// State is what is known of a supplier's balance.
type State struct {
	Point // the last reading; its time is zero without one
	Limits

	// PerHour is what left the balance in the last hour; refills don't count. Hours is how long it lasts at that pace; -1 where nothing left.
	PerHour money.Rupiah
	Hours   int64
}

// States are those of suppliers, by code.
type States map[string]State

// States returns the balances at all configured suppliers.
func (s *Service) States(ctx context.Context) (States, error) {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()

	limits, err := readLimits(ctx, q)
	if err != nil {
		return nil, err
	}

	found := States{}

	for _, code := range s.deps.Suppliers.Codes() {
		if code == supplier.Sandbox {
			continue
		}

		points, err := readPoints(ctx, q, lastPoints, code, int64(useReadings))
		if err != nil {
			return nil, err
		}

		one := State{Limits: limits[code], Hours: -1}
		one.measure(points, now.Add(-useSpan))
		found[code] = one
	}

	return found, nil
}

// measure takes the last reading, and what left the balance since a moment, from readings, the newest first.
func (s *State) measure(points []Point, since time.Time) {
	if len(points) == 0 {
		return
	}

	s.Point = points[0]

	for i := range len(points) - 1 {
		if later, earlier := points[i], points[i+1]; !earlier.At.Before(since) && later.Balance < earlier.Balance {
			s.PerHour += earlier.Balance - later.Balance
		}
	}

	if s.PerHour > 0 {
		s.Hours = int64(s.Balance / s.PerHour)
	}
}

// lastPoints are the last readings of a supplier, the newest first.
const lastPoints = "SELECT at, balance FROM supplier_balances WHERE supplier = $1 ORDER BY at DESC LIMIT $2"

func readPoints(ctx context.Context, q db.Querier, text string, args ...any) ([]Point, error) {
	rows, err := q.Query(ctx, text, args...)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (p Point, err error) {
		var at int64

		err = row.Scan(&at, &p.Balance)
		p.At = clock.FromMicros(at)

		return p, err
	})
	if err != nil {
		return nil, fmt.Errorf("read balances of a supplier: %w", err)
	}

	return list, nil
}

// History is the past of a supplier's balance, oldest first, and its refills, newest first.
func (s *Service) History(ctx context.Context, code string) ([]Point, []Refill, error) {
	if err := s.checkSupplier(code); err != nil {
		return nil, nil, err
	}

	q := s.deps.DB.Reader()

	points, err := readPoints(ctx, q, `SELECT at, balance FROM supplier_balances WHERE supplier = $1 AND at IN
		(SELECT MAX(at) FROM supplier_balances WHERE supplier = $1 AND at >= $2 GROUP BY at / $3) ORDER BY at`,
		code, clock.Micros(s.deps.Clock.Now().Add(-shownSpan)), pointEvery.Microseconds())
	if err != nil {
		return nil, nil, err
	}

	rows, err := q.Query(ctx, "SELECT amount, reference, noted_by, noted_at FROM supplier_refills WHERE supplier = $1 ORDER BY noted_at DESC LIMIT $2", code, int64(shownLast))

	refills, err := db.Collect(rows, err, func(row *sql.Rows) (r Refill, err error) {
		var at int64

		err = row.Scan(&r.Amount, &r.Reference, &r.NotedBy, &at)
		r.NotedAt = clock.FromMicros(at)

		return r, err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("read refills: %w", err)
	}

	return points, refills, nil
}
