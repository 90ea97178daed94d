package schedule_test

import (
	"slices"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/schedule"
	"loket/internal/platform/db"
	"loket/internal/platform/idempotency"
)

// Two days before a monthly run one mail tells that the balance is below what the last run charged; none comes earlier, or again.
func TestMailBeforeRunThatBalanceDoesNotCover(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w, mails := newWorld(t, d, ordertest.Options{Balance: 3 * ordertest.Price}), &mailtest.Recorder{}
		w.use(schedule.Deps{
			DB: d, Clock: w.clk, People: w.identity, Catalog: catalog.New(d, w.clk), Orders: w.node.Placing, Bills: w.node.Placing, Keys: idempotency.New(d, w.clk, nil), Mail: mails,
		})

		n := w.wanted("081234567890", "081234567891")
		n.At, n.Monthly, n.EndsAt = start.Add(time.Hour), true, start.AddDate(0, 2, 0)
		first := w.create(n)

		testkit.Must(t, w.Forecast(t.Context())) // a first run has none
		w.clk.Advance(time.Hour)
		w.ended(first.ID)

		next := n.At.AddDate(0, 1, 0)
		w.clk.Advance(next.Add(-48*time.Hour - time.Second).Sub(w.clk.Now()))
		testkit.Must(t, w.Forecast(t.Context()))

		if got := subjects(mails); !slices.Equal(got, []string{"rini@example.com has ended"}) {
			t.Errorf("before its time: %q", got)
		}

		w.clk.Advance(time.Second)

		for range 2 {
			testkit.Must(t, w.Forecast(t.Context()))
		}

		if got := subjects(mails); !slices.Equal(got, []string{"rini@example.com has ended", "rini@example.com needs a top-up"}) {
			t.Errorf("%q", got)
		}
	})
}
