package analytics_test

import (
	"fmt"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/shop/analytics"
)

// A day that was rolled up loses the orders that were reversed since, and so do its month and the counts of its SKUs.
func TestReversedOrdersLeaveTheFigures(t *testing.T) {
	t.Parallel()

	for name, after := range map[string]time.Duration{"soon": 0, "when the events of the day are deleted": 40 * 24 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testkit.EachEngine(t, func(t *testing.T, d *db.DB) { reverseAfter(t, newKit(t, d), after) })
		})
	}
}

func reverseAfter(t *testing.T, k *kit, after time.Duration) {
	t.Helper()

	d := k.db
	at := k.clk.Now()
	testkit.Must(t, k.send(1001, 1, analytics.Event{Kind: "component_click", Name: "nominal", Value: "ML1"}))
	k.sell(t, 1001, at, "ML1", 11_000, 10_000)
	k.sell(t, 1001, at, "ML1", 12_000, 10_000)
	k.clk.Advance(26 * time.Hour)
	testkit.Must(t, k.RollDue(t.Context()))

	figures := func() string {
		return testkit.Value[string](t, d, `SELECT SUM(sessions) || ' sessions, ' || SUM(orders) || ' orders, ' || SUM(gmv) || ', ' || SUM(margin) FROM analytics_days WHERE client_id = 1001`) +
			testkit.Value[string](t, d, `SELECT ', sales ' || COALESCE(SUM(count), 0) FROM analytics_counts WHERE client_id = 1001 AND metric = 'sale'`) +
			testkit.Value[string](t, d, `SELECT ', clicks ' || COALESCE(SUM(count), 0) FROM analytics_counts WHERE client_id = 1001 AND metric = 'component'`)
	}

	if got := figures(); got != "1 sessions, 2 orders, 23000, 3000, sales 6, clicks 3" { // of the day, the third of a month and the month
		t.Fatalf("before: %s", got)
	}

	k.clk.Advance(after)
	testkit.Must(t, k.Sweep(t.Context()))

	testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
		now := k.clk.Now()

		_, err := tx.Exec(t.Context(), "UPDATE storefront_orders SET status = 'failed', ended_at = $1 WHERE id = 2", clock.Micros(now))
		if err != nil {
			return err
		}

		return event.AddTx(t.Context(), tx, event.Event{
			ClientID: 1001, Kind: event.ShopOrderFailed, Subject: "2", Data: fmt.Sprintf(`{"reason":"x","delivered":%d}`, clock.Micros(at)), At: now,
		})
	}))

	testkit.Must(t, k.events.Drain(t.Context()))
	k.clk.Advance(2 * time.Hour)
	testkit.Must(t, k.RollDue(t.Context()))

	if got := figures(); got != "1 sessions, 1 orders, 11000, 1000, sales 3, clicks 3" {
		t.Errorf("after the reversal: %s", got)
	}
}

// Days are marked in their order, whatever the order of the events, as those who write visit events do: two nodes never wait for each other.
func TestReversalsLockDaysInTheirOrder(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		k := newKit(t, d)
		late, early := time.Date(2026, 10, 20, 5, 0, 0, 0, time.UTC), time.Date(2026, 10, 10, 5, 0, 0, 0, time.UTC)

		for _, day := range []int{20261010, 20261020} {
			testkit.Exec(t, d, "INSERT INTO analytics_days (client_id, day) VALUES (1001, $1)", day)
		}

		for i, at := range []time.Time{late, early, late} {
			testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
				return event.AddTx(t.Context(), tx, event.Event{
					ClientID: 1001, Kind: event.ShopOrderFailed, Subject: event.Subject(int64(i)),
					Data: fmt.Sprintf(`{"reason":"x","delivered":%d}`, clock.Micros(at)), At: k.clk.Now(),
				})
			}))
		}

		lock := "UPDATE analytics_days SET version = version WHERE client_id = 1001 AND day = $1"
		testkit.LockedInOrder(t, d, lock, []any{20261010}, lock, []any{20261020}, func() error { return k.events.Drain(t.Context()) })

		if got := testkit.Value[string](t, d, "SELECT STRING_AGG(CAST(version AS TEXT), ' ' ORDER BY day) FROM analytics_days WHERE client_id = 1001"); got != "1 1" {
			t.Errorf("the days have the versions %s", got)
		}
	})
}
