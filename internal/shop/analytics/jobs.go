package analytics

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
	"loket/internal/shop/checkout"
)

// The jobs. Each decides by the rows alone, so it may run at any time on any node, and twice.
const (
	rollKind   = "analytics.roll" // days that have ended or got late events
	rollEvery  = time.Minute
	rollTime   = 30 * time.Minute
	sweepKind  = "analytics.sweep" // old events, and days whose orders were noted late
	sweepEvery = time.Hour

	// rest is the time from the end of a day to its roll-up, in which the last pages report.
	rest = 2 * time.Minute
	// again is the least time between two roll-ups of a day.
	again = time.Hour
	// keepDays is how long events are kept.
	keepDays = 35
	// lateDays are the last days, today included, whose orders are counted anew.
	lateDays = 3
	// maxMissed is how far back the days of a shop are made up for.
	maxMissed = keepDays - 2
	// maxRolled bounds one run; the next run continues.
	maxRolled = 500
)

func (s *Service) registerJobs() {
	if s.deps.Jobs == nil || !s.opt.On {
		return
	}

	s.deps.Jobs.Handle(rollKind, job.KindOptions{Workers: 1, Timeout: rollTime}, func(ctx context.Context, _ job.Job) error { return s.RollDue(ctx) })
	s.deps.Jobs.Every(rollKind, rollEvery, rollKind)
	s.deps.Jobs.Handle(sweepKind, job.KindOptions{Workers: 1}, func(ctx context.Context, _ job.Job) error { return s.Sweep(ctx) })
	s.deps.Jobs.Every(sweepKind, sweepEvery, sweepKind)
}

// RollDue rolls up the days of all shops that have ended, and again those that got events since. Of older days than events are kept it
// counts the sales again of those that were rolled up: an order was reversed.
func (s *Service) RollDue(ctx context.Context) error {
	now := s.deps.Clock.Now()
	failed := s.forShops(ctx, s.addDays) // one shop must not stop the others

	rows, err := s.deps.DB.Reader().Query(ctx, `SELECT client_id, day FROM analytics_days
		WHERE rolled < version AND (rolled_at IS NULL OR rolled_at <= $1) AND (day > $2 OR rolled >= 0) ORDER BY day, client_id LIMIT $3`,
		clock.Micros(now.Add(-again)), number(clock.DayOf(now).AddDays(-keepDays)), maxRolled)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (k dayKey, err error) { return k, row.Scan(&k.client, &k.day) })
	if err != nil {
		return errors.Join(failed, fmt.Errorf("find days to roll up: %w", err))
	}

	for _, k := range list {
		zone, err := s.zone(ctx, k.client)
		if err == nil && !now.Before(day(k.day).End(zone).Add(rest)) {
			err = s.Roll(ctx, k.client, day(k.day))
		}

		failed = errors.Join(failed, err)

		if err := ctx.Err(); err != nil {
			return errors.Join(failed, err)
		}
	}

	return failed
}

// forShops runs f for each shop.
func (s *Service) forShops(ctx context.Context, f func(ctx context.Context, clientID int64, zone *time.Location) error) error {
	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT s.client_id, c.time_zone FROM storefronts s JOIN clients c ON c.id = s.client_id ORDER BY s.client_id")

	type shop struct {
		id   int64
		zone string
	}

	list, err := db.Collect(rows, err, func(row *sql.Rows) (v shop, err error) { return v, row.Scan(&v.id, &v.zone) })
	if err != nil {
		return fmt.Errorf("find shops: %w", err)
	}

	var failed error

	for _, v := range list {
		zone, err := clock.Zone(v.zone)
		if err == nil {
			err = f(ctx, v.id, zone)
		}

		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("client %d: %w", v.id, err))
		}
	}

	return failed
}

// addDays adds the days of a shop up to yesterday that are missing: a day without events may have orders.
func (s *Service) addDays(ctx context.Context, clientID int64, zone *time.Location) error {
	yesterday := clock.DayOf(s.deps.Clock.Now().In(zone)).AddDays(-1)

	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT day FROM analytics_days WHERE client_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day",
		clientID, number(yesterday.AddDays(-maxMissed)), number(yesterday))

	known, err := db.Collect(rows, err, func(row *sql.Rows) (n int64, err error) { return n, row.Scan(&n) })
	if err != nil {
		return fmt.Errorf("known days: %w", err)
	}

	// Orders of the first days may be noted late, too.
	from := yesterday.AddDays(2 - lateDays)
	if len(known) > 0 && day(known[0]).Sub(from) < 0 {
		from = day(known[0])
	}

	missing := []int64{}

	for d := from; d.Sub(yesterday) <= 0; d = d.AddDays(1) {
		if n := number(d); !slices.Contains(known, n) {
			missing = append(missing, n)
		}
	}

	if len(missing) == 0 {
		return nil
	}

	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		for _, n := range missing {
			if _, err := tx.Exec(ctx, "INSERT INTO analytics_days (client_id, day) VALUES ($1, $2) ON CONFLICT (client_id, day) DO NOTHING", clientID, n); err != nil {
				return fmt.Errorf("add a day: %w", err)
			}
		}

		return nil
	})
}

// Sweep deletes old events, and marks days of which orders ended after their roll-up.
func (s *Service) Sweep(ctx context.Context) error {
	failed := s.forShops(ctx, func(ctx context.Context, clientID int64, zone *time.Location) error {
		today := clock.DayOf(s.deps.Clock.Now().In(zone))

		var failed error
		for i := range lateDays {
			failed = errors.Join(failed, s.markLate(ctx, clientID, today.AddDays(-i), zone))
		}

		return failed
	})

	// By the day in UTC: a client's own is at most one off.
	_, err := s.deps.DB.PurgeByKey(ctx, db.Columns{
		{Name: "client", Values: []int64{}}, {Name: "day", Values: []int64{}}, {Name: "session", Values: []int64{}}, {Name: "seq", Values: []int64{}},
	},
		"SELECT e.client_id, e.day, e.session, e.seq FROM clients c JOIN analytics_events e ON e.client_id = c.id AND e.day < $1 LIMIT $2",
		`DELETE FROM analytics_events AS e {USING} WHERE e.client_id = {client} AND e.day = {day} AND e.day < $1 AND e.session = {session} AND e.seq = {seq}`,
		number(clock.DayOf(s.deps.Clock.Now()).AddDays(-keepDays)))
	if err != nil {
		return errors.Join(failed, fmt.Errorf("delete old events: %w", err))
	}

	return failed
}

// markLate marks a rolled-up day whose number of orders has changed.
func (s *Service) markLate(ctx context.Context, clientID int64, d clock.Day, zone *time.Location) error {
	sold, err := checkout.DeliveredSales(ctx, s.deps.DB.Reader(), clientID, d.Start(zone), d.End(zone))
	if err != nil {
		return err
	}

	var orders int64
	for _, k := range sold {
		orders += k.Orders
	}

	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE analytics_days SET version = version + 1 WHERE client_id = $1 AND day = $2 AND rolled = version AND orders <> $3",
			clientID, number(d), orders)

		return err
	})
}
