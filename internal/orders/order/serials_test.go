package order_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// TestSerialNumberBelongsToOnePurchase: of many that claim it at once, one gets it, for 90 days.
func TestSerialNumberBelongsToOnePurchase(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := clock.NewManual(time.Date(2026, 3, 4, 5, 0, 0, 0, time.UTC))
		serials := order.NewSerials(d, clk)

		claim := func(supplier, serial, reference string) bool {
			owned, err := serials.Claim(t.Context(), supplier, serial, reference)
			testkit.Must(t, err)

			return owned
		}

		var (
			group sync.WaitGroup
			owned atomic.Int64
		)

		for n := range 4 {
			group.Go(func() {
				if claim("h2h-a", "0417-abc", order.AttemptKey{ClientID: 1001, OrderID: int64(n + 1), Number: 1}.String()) {
					owned.Add(1)
				}
			})
		}

		group.Wait()

		if n := owned.Load(); n != 1 {
			t.Errorf("%d purchases own the number", n)
		}

		if !claim("h2h-a", "1", "1001-9-1") || !claim("h2h-a", " 1", "1001-9-1") || claim("h2h-a", "1", "1001-9-2") || !claim("h2h-b", "1", "1001-9-2") {
			t.Error("a repeat of the claim, another attempt, or another supplier was taken wrongly")
		}

		clk.Advance(89 * 24 * time.Hour)

		if n, err := serials.Purge(t.Context()); err != nil || n != 0 || claim("h2h-a", "1", "1001-9-2") {
			t.Errorf("%d claims went too early: %v", n, err)
		}

		clk.Advance(2 * 24 * time.Hour)

		if n, err := serials.Purge(t.Context()); err != nil || n != 3 || !claim("h2h-a", "1", "1001-9-2") {
			t.Errorf("%d old claims deleted: %v", n, err)
		}
	})
}
