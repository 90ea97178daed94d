package figures_test

import (
	"log/slog"
	"strconv"
	"testing"
	"time"

	"loket/internal/backoffice/figures"
	"loket/internal/dev/testkit"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// Each end of an order counts once, however often somebody looks; orders of sandboxes and of yesterday don't, and a new day begins anew.
func TestTodayCountsEachEndOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		midnight := time.Date(2026, 11, 26, 17, 0, 0, 0, time.UTC) // of 27 November in Jakarta
		clk := clock.NewManual(midnight.Add(10 * time.Minute))
		record := event.New(d, clk, slog.New(slog.DiscardHandler), event.Options{})
		s := figures.New(figures.Deps{Clock: clk, Events: record})
		subject := 0

		happen := func(client int64, kind event.Kind, at time.Time) {
			t.Helper()

			subject++

			testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
				return event.AddTx(t.Context(), tx, event.Event{ClientID: client, Kind: kind, Subject: strconv.Itoa(subject), Channel: "h2h", At: at})
			}))
		}
		look := func() figures.Today {
			t.Helper()
			testkit.Must(t, record.Drain(t.Context()))
			clk.Advance(3 * time.Second)

			today, err := s.Today(t.Context())
			testkit.Must(t, err)

			return today
		}

		happen(1001, event.OrderSucceeded, midnight.Add(-5*time.Minute)) // yesterday, and within the hour that is shown
		happen(1001, event.OrderSucceeded, midnight.Add(time.Minute))
		happen(1002, event.OrderFailed, midnight.Add(time.Minute))
		happen(clientid.FirstSandbox+1001, event.OrderSucceeded, midnight.Add(time.Minute))

		for range 2 {
			today := look()
			if today.Success != 1 || today.Failed != 1 || today.Reversed != 0 || !today.Complete || !today.Since.Equal(midnight) {
				t.Fatalf("%+v", today)
			}

			sum := figures.Minute{}
			for _, m := range today.Minutes {
				sum.Success, sum.Failed = sum.Success+m.Success, sum.Failed+m.Failed
			}

			if len(today.Minutes) != 60 || sum.Success != 2 || sum.Failed != 1 {
				t.Errorf("the last hour: %+v", today.Minutes)
			}
		}

		happen(1001, event.OrderReversed, clk.Now())

		if today := look(); today.Success != 1 || today.Reversed != 1 {
			t.Errorf("after a reversal: %+v", today)
		}

		clk.Advance(24 * time.Hour)

		if today := look(); today.Success != 0 || today.Failed != 0 || today.Reversed != 0 || !today.Since.Equal(midnight.Add(24*time.Hour)) {
			t.Errorf("on the next day: %+v", today)
		}
	})
}
