package placing_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/placing"
	"loket/internal/platform/db"
)

// The same reference from many callers at once, over two nodes, is one order
// and one charge, whether the repeats share a batch or not.
func TestSameReferenceAtOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ordertest.Fill(t, d, 10_000_000)

		if doubled := sameReference(t, d); doubled != 0 {
			t.Errorf("%d references gave several orders", doubled)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM orders"); n != references {
			t.Errorf("%d orders for %d references", n, references)
		}

		testkit.ProveBooks(t, d)
	})
}

// The test above sees its planted bug: references without a unique key in the
// database.
func TestSameReferenceWithoutItsKey(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ordertest.Fill(t, d, 10_000_000)
		testkit.Exec(t, d, "DROP INDEX orders_client_ref")

		if sameReference(t, d) == 0 {
			t.Error("this test does not see the bug it is for")
		}
	})
}

const references = 20

// sameReference places each of several references 16 times at once. It returns how
// many of them became more than one order.
func sameReference(t *testing.T, d *db.DB) int {
	t.Helper()

	nodes := []*placing.Service{newService(t, d, 1), newService(t, d, 2)}
	doubled := 0

	for round := range references {
		var (
			wg    sync.WaitGroup
			fresh atomic.Int64
			ids   sync.Map
		)

		for c := range 16 {
			wg.Go(func() {
				placed, err := nodes[c%2].Place(t.Context(), ordertest.Request(fmt.Sprint("round-", round)))
				if err != nil {
					t.Error(err)

					return
				}

				if !placed.Repeat {
					fresh.Add(1)
				}

				ids.Store(placed.Order.ID, true)
			})
		}

		wg.Wait()

		distinct := 0

		ids.Range(func(_, _ any) bool {
			distinct++

			return true
		})

		if fresh.Load() != 1 || distinct != 1 {
			doubled++
		}
	}

	return doubled
}
