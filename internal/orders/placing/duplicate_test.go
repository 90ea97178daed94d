package placing_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/placing"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

const guardTime = 10 * time.Minute

// guarded is a request of a client who wants the same order refused again.
func guarded(ref, number string) placing.Request {
	r := ordertest.Request(ref)
	r.DestinationNo, r.DuplicateWithin = number, guardTime

	return r
}

// The same purchase with many references at once, over two nodes, is one order; each of the others is refused and charges nothing.
func TestDuplicatesAtOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ordertest.Fill(t, d, 10_000_000)

		nodes := []*placing.Service{newService(t, d, 1), newService(t, d, 2)}

		var (
			wg      sync.WaitGroup
			placed  atomic.Int64
			refused atomic.Int64
		)

		for c := range 16 {
			wg.Go(func() {
				_, err := nodes[c%2].Place(t.Context(), guarded(fmt.Sprint("once-", c), "081234567891"))

				switch {
				case err == nil:
					placed.Add(1)
				case placing.ErrDuplicateOrder.Is(err):
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}

		wg.Wait()

		if placed.Load() != 1 || refused.Load() != 15 {
			t.Errorf("%d were placed and %d refused", placed.Load(), refused.Load())
		}

		testkit.ProveBooks(t, d)
	})
}

// What is no duplicate is placed: another number or product, a repeat of the reference, what the client allows, and the same after the time.
func TestWhatIsNoDuplicate(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ordertest.Fill(t, d, 10_000_000)
		ordertest.CopyProduct(t, d, "TSEL10B")

		clk := clock.NewManual(time.Now())
		s := newServiceAt(t, d, 1, clk)

		place := func(r placing.Request) {
			t.Helper()

			if _, err := s.Place(t.Context(), r); err != nil {
				t.Errorf("%s: %v", r.ClientRef, err)
			}
		}
		refuse := func(r placing.Request) {
			t.Helper()

			if _, err := s.Place(t.Context(), r); !placing.ErrDuplicateOrder.Is(err) {
				t.Errorf("%s was not refused: %v", r.ClientRef, err)
			}
		}

		place(guarded("first", "081234567891"))
		place(guarded("first", "081234567891"))
		refuse(guarded("second", "081234567891"))
		place(guarded("other number", "081234567892"))

		product := guarded("other product", "081234567891")
		product.ProductCode = "TSEL10B"
		place(product)

		other := guarded("other client", "081234567891")
		other.ClientID = ordertest.Other
		place(other)

		allowed := guarded("allowed", "081234567891")
		allowed.DuplicateWithin = 0
		place(allowed)

		results := s.PlaceMany(t.Context(), []placing.Request{guarded("b1", "081234567893"), guarded("b2", "081234567893")})
		if results[0].Err != nil || !placing.ErrDuplicateOrder.Is(results[1].Err) {
			t.Errorf("in one call: %v, %v", results[0].Err, results[1].Err)
		}

		clk.Advance(guardTime - time.Second)
		refuse(guarded("just before", "081234567891"))
		clk.Advance(2 * time.Second)
		place(guarded("just after", "081234567891"))

		testkit.ProveBooks(t, d)
	})
}
