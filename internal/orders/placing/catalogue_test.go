package placing_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/placing"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// While the catalogue can't be read, orders go on by the last snapshot: their batch compares its version.
func TestPlacementsDontWaitForTheCatalogue(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ordertest.Fill(t, d, 100_000)

		clk := clock.NewManual(time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC))
		s := newServiceAt(t, d, 1, clk)

		s.Catalog().Start(t.Context(), slog.New(slog.DiscardHandler))
		t.Cleanup(func() { testkit.Must(t, s.Catalog().Stop(context.WithoutCancel(t.Context()))) })

		place := func(ref string) {
			t.Helper()

			ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
			defer cancel()

			_, err := s.Place(ctx, ordertest.Request(ref))
			testkit.Must(t, err)

			for _, r := range s.PlaceMany(ctx, []placing.Request{ordertest.Request(ref + "-A"), ordertest.Request(ref + "-B")}) {
				testkit.Must(t, r.Err)
			}
		}

		place("BEFORE")

		release := testkit.TakeReaders(t, d)

		clk.Advance(time.Minute)
		place("MEANWHILE")
		release()

		testkit.ProveBooks(t, d)
	})
}
