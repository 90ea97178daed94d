package analytics

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/shop/checkout"
)

// Roll counts a day of a shop and writes its figures in place of those before. It may run twice, also at the same time: figures of
// events that another run has counted already don't replace that run's. Of a day whose events may have been deleted it counts the sales
// alone, whose orders stay.
func (s *Service) Roll(ctx context.Context, clientID int64, d clock.Day) error {
	var version int64

	// First the version: whatever is stored afterwards is counted too or marks the day again.
	err := s.deps.DB.Reader().QueryRow(ctx, "SELECT version FROM analytics_days WHERE client_id = $1 AND day = $2", clientID, number(d)).Scan(&version)
	if err != nil {
		return fmt.Errorf("version of %s of client %d: %w", d, clientID, err)
	}

	zone, err := s.zone(ctx, clientID)
	if err != nil {
		return err
	}

	sold, err := checkout.DeliveredSales(ctx, s.deps.DB.Reader(), clientID, d.Start(zone), d.End(zone))
	if err != nil {
		return err
	}

	if clock.DayOf(s.deps.Clock.Now()).Sub(d) >= keepDays {
		rows := newDayRows(newTally(), sold)
		rows.salesOnly = true

		return s.writeDay(ctx, clientID, d, version, rows)
	}

	t, err := s.tallyDay(ctx, clientID, d)
	if err != nil {
		return err
	}

	return s.writeDay(ctx, clientID, d, version, newDayRows(t, sold))
}

// pageRows is the number of events of one query, which takes a few milliseconds.
const pageRows = 500

// tallyDay reads the events of a day, session by session, with pauses for others.
func (s *Service) tallyDay(ctx context.Context, clientID int64, d clock.Day) (*tally, error) {
	t, pace := newTally(), db.NewPace()
	last := storedEvent{session: math.MinInt64, seq: -1}

	for {
		rows, err := s.deps.DB.Reader().Query(ctx, `SELECT session, seq, kind, name, value FROM analytics_events
			WHERE client_id = $1 AND day = $2 AND (session, seq) > ($3, $4) ORDER BY session, seq LIMIT $5`,
			clientID, number(d), last.session, last.seq, pageRows)

		list, err := db.Collect(rows, err, func(row *sql.Rows) (e storedEvent, err error) {
			return e, row.Scan(&e.session, &e.seq, &e.kind, &e.name, &e.value)
		})
		if err != nil {
			return nil, fmt.Errorf("events of %s: %w", d, err)
		}

		for _, e := range list {
			t.add(e)
		}

		if len(list) < pageRows {
			t.endSession()

			return t, nil
		}

		last = list[len(list)-1]

		if err := pace.Pause(ctx); err != nil {
			return nil, err
		}
	}
}

// dayRows are the figures of a day: those of analytics_days, and the rows of analytics_counts by columns.
type dayRows struct {
	sessions, orders, gmv, margin int64

	salesOnly bool // the figures of visits stay as they are

	metrics, names, values []string
	counts                 []int64
}

func newDayRows(t *tally, sold []checkout.SKUSales) dayRows {
	r := dayRows{sessions: t.sessions}

	for key, n := range t.counts {
		r.add(key.metric, key.pair, n)
	}

	for _, k := range sold {
		r.orders += k.Orders
		r.gmv += int64(k.GMV)
		r.margin += int64(k.Margin)
		r.add(sales, pair{k.OperatorCode, k.ProductCode}, k.Orders)
	}

	return r
}

func (r *dayRows) add(m metric, p pair, n int64) {
	r.metrics = append(r.metrics, string(m))
	r.names, r.values = append(r.names, p.name), append(r.values, p.value)
	r.counts = append(r.counts, n)
}

// The statements on the counts of a period name all metrics that they change: those are the second part of the key, before the period.
const (
	anyMetric  = "metric IN ('component', 'banner', 'view', 'ignored', 'select', 'checkout', 'sale')"
	saleMetric = "metric = 'sale'"
)

// replacedMetricsSQL is the condition on the metrics of the counts that the rows replace.
func (r *dayRows) replacedMetricsSQL() string {
	if r.salesOnly {
		return saleMetric
	}

	return anyMetric
}

// subtractDaySQL takes the counts of a day ($3) from a sum ($2).
func subtractDaySQL(metrics string) string {
	const same = `d.client_id = $1 AND d.metric = analytics_counts.metric AND d.period = $3 AND d.name = analytics_counts.name AND d.value = analytics_counts.value`

	return `UPDATE analytics_counts SET count = count - (SELECT d.count FROM analytics_counts d WHERE ` + same + `)
		WHERE client_id = $1 AND ` + metrics + ` AND period = $2 AND EXISTS (SELECT 1 FROM analytics_counts d WHERE ` + same + `)`
}

// addDaySQL adds the counts of a day ($3) to a sum ($2).
func addDaySQL(metrics string) string {
	return `INSERT INTO analytics_counts (client_id, period, metric, name, value, count)
		SELECT client_id, CAST($2 AS BIGINT), metric, name, value, count FROM analytics_counts WHERE client_id = $1 AND ` + metrics + ` AND period = $3
		ON CONFLICT (client_id, metric, period, name, value) DO UPDATE SET count = analytics_counts.count + excluded.count`
}

// writeDay replaces the figures of a day and corrects the sums that it is part of, in one short transaction.
func (s *Service) writeDay(ctx context.Context, clientID int64, d clock.Day, version int64, r dayRows) error {
	metrics := r.replacedMetricsSQL()

	sessions := &r.sessions
	if r.salesOnly {
		sessions = nil
	}

	err := s.deps.DB.Batch(ctx, func(b *db.Batch) error {
		if b.Engine() == db.Postgres { // two days of a month at a time would change its rows in any order
			b.Exec("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", fmt.Sprintf("analytics/%d/%d", clientID, month(d)))
		}

		b.ExecExpect(1, `UPDATE analytics_days SET rolled = $1, rolled_at = $2, sessions = COALESCE($3, sessions), orders = $4, gmv = $5, margin = $6
			WHERE client_id = $7 AND day = $8 AND rolled <= $1`,
			version, clock.Micros(s.deps.Clock.Now()), sessions, r.orders, r.gmv, r.margin, clientID, number(d))

		for _, sum := range sums(d) {
			b.Exec(subtractDaySQL(metrics), clientID, sum, number(d))
		}

		b.Exec("DELETE FROM analytics_counts WHERE client_id = $1 AND "+metrics+" AND period = $2", clientID, number(d))

		b.ExecRows(db.Columns{
			{Name: "metric", Values: r.metrics}, {Name: "name", Values: r.names}, {Name: "value", Values: r.values}, {Name: "count", Values: r.counts},
		}, `INSERT INTO analytics_counts (client_id, period, metric, name, value, count)
			SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), {metric}, {name}, {value}, {count} {FROM}`, clientID, number(d))

		for _, sum := range sums(d) {
			b.Exec(addDaySQL(metrics), clientID, sum, number(d))
			b.Exec("DELETE FROM analytics_counts WHERE client_id = $1 AND "+metrics+" AND period = $2 AND count = 0", clientID, sum)
		}

		return nil
	})
	if errors.Is(err, db.ErrRefuted) {
		return nil // another run has counted more
	}

	if err != nil {
		return fmt.Errorf("write %s of client %d: %w", d, clientID, err)
	}

	return nil
}
