package dispatch_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/order"
	"loket/internal/platform/db"
	"loket/internal/supplier"
)

// Two nodes together have no more calls in flight at a supplier than its limit, and use all of it.
func TestLimitOfASupplierHoldsOverTwoNodes(t *testing.T) {
	t.Parallel()

	const limit, orders = 16, 200 // of which purchases may use seven eighths

	url := testkit.URL(t, db.Postgres)

	var inFlight, most, calls atomic.Int64

	counted := func(a supplier.Adapter) supplier.Adapter {
		return ordertest.Override{Adapter: a, OnBuy: func(ctx context.Context, r supplier.Request) supplier.Answer {
			calls.Add(1)

			now := inFlight.Add(1)
			defer inFlight.Add(-1)

			for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
			}

			return a.Buy(ctx, r)
		}}
	}
	opt := ordertest.Options{Limit: limit, Wrap: first(counted), FaultSettings: upstream.FaultSettings{Delay: 20 * time.Millisecond}}
	one := ordertest.New(t, testkit.OpenAt(t, url), opt)
	soldByFirstAlone(t, one.DB)

	opt.Wrap = first(counted)
	other := one.Another(t, testkit.OpenAt(t, url), opt)

	one.Suppliers.Divide(0, 2)
	other.Suppliers.Divide(1, 2)

	var placed sync.WaitGroup

	for n := range orders {
		placed.Go(func() {
			node := []*ordertest.Node{one, other}[n%2]

			r := ordertest.Request(fmt.Sprint("n", n))
			r.DestinationNo = fmt.Sprintf("0812%05d0", n)

			if _, err := node.Placing.Place(t.Context(), r); err != nil {
				t.Error(err)
			}
		})
	}

	placed.Wait()

	for n := range orders {
		if o := one.Ended(t, fmt.Sprint("n", n)); o.Status != order.Success {
			t.Errorf("n%d ended as %s", n, o.Status)
		}
	}

	if got := most.Load(); got > limit || got < limit/2 || calls.Load() != orders {
		t.Errorf("at most %d calls in flight of %d, limit %d", got, calls.Load(), limit)
	}

	testkit.ProveBooks(t, one.DB)
}
